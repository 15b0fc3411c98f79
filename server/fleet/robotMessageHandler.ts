/** Handles robot messages: updates live states and commands, and sends what the robot must know. */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { eventMessage } from '../../contract/wire/actions.ts';
import {
  connectionMessage,
  factsheetMessage,
  stateMessage,
  visualizationMessage,
  type StateMessage,
} from '../../contract/wire/vda5050.ts';
import { newSecret } from '../broker/credentials.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { addRobotEvent } from '../db/repositories/robotEvents.ts';
import { changeRobot } from '../db/repositories/robots.ts';
import { capabilitiesIn, softwareVersionIn } from './capabilities.ts';
import type { AlarmEvents } from './alarmEvents.ts';
import type { CallEvents } from './callEvents.ts';
import { isDeliveryEvent, type DeliveryEvents } from './deliveryEvents.ts';
import { isFaceEvent, type FaceEvents } from './faceEvents.ts';
import type { Captions } from './captions.ts';
import { type DeviceInfo, deviceInfoIn } from './deviceInfo.ts';
import type { FleetCache, RobotRow } from './fleetCache.ts';
import type { Disinfections } from './disinfections/createDisinfections.ts';
import type { RouteRuns } from './routeRuns/createRouteRuns.ts';
import { routeRunIdIn } from './routeRuns/routeRun.ts';
import { describePhoto } from './photoEvents.ts';
import type { Floods } from './floods.ts';
import type { RobotMessage } from './robotMessageQueue.ts';
import type { Leadership } from './leadership.ts';
import type { LeaseExpiry } from './leaseExpiry.ts';
import type { CommandLedger } from './commandLedger.ts';
import { type VisitorEvents, withoutPersonalData } from './visitorEvents.ts';
import { action, type ToRobot } from './messages.ts';
import { isSettingsEvent, type RobotSettings } from './robotSettings.ts';
import { afterConnection, afterState, afterVisualization, hasOrder } from './robotLiveState.ts';
import type { LiveStateStore } from './liveStateStore.ts';
import type { StopEnforcer } from './stopEnforcer.ts';
import type { StaleOrders } from './staleOrders.ts';

/** Longest event, characters of JSON; longer ones are ignored. */
const EVENT_LENGTH = 4_000;
/** Longest report of all settings, whose texts are long, and of a disinfection with its cells. */
const LONG_EVENT_LENGTH = 24_000;

export interface RobotMessageHandler {
  handle(message: RobotMessage): Promise<void>;
  /** The node that a robot last passed. */
  lastNodeOf(serialNumber: string): string;
  /** Undefined before the first state since the server's start. */
  deviceInfo(serialNumber: string): DeviceInfo | undefined;
}

type Needs = Pick<CoreDeps, 'db' | 'log' | 'now'> & {
  fleetCache: FleetCache;
  liveStates: LiveStateStore;
  ledger: CommandLedger;
  keeper: LeaseExpiry;
  stopEnforcer: StopEnforcer;
  routeRuns: RouteRuns;
  disinfections: Disinfections;
  leadership: Leadership;
  staleOrders: StaleOrders;
  toRobot: ToRobot;
  captions: Captions;
  visitorEvents: VisitorEvents;
  alarmEvents: AlarmEvents;
  deliveryEvents: DeliveryEvents;
  faceEvents: FaceEvents;
  callEvents: CallEvents;
  robotSettings: RobotSettings;
  floods: Floods;
  /** What the robot can do changed. */
  abilitiesChanged(serialNumber: string): void;
};

export function createRobotMessageHandler({
  db,
  log,
  now,
  fleetCache,
  liveStates,
  ledger,
  keeper,
  stopEnforcer,
  routeRuns: runs,
  disinfections,
  leadership,
  staleOrders,
  toRobot,
  captions,
  visitorEvents,
  alarmEvents,
  deliveryEvents,
  faceEvents,
  callEvents,
  robotSettings,
  floods,
  abilitiesChanged,
}: Needs): RobotMessageHandler {
  const lastNodes = new Map<string, string>();
  const devices = new Map<string, DeviceInfo>();

  /** After a reconnect: Stop first, then the lease holder, then a factsheet request if the factsheet is missing. */
  const welcomeBack = async (robot: RobotRow): Promise<void> => {
    if (!leadership.isLeader()) return;
    await stopEnforcer.handleReconnect(robot);
    if (fleetCache.abilitiesOf(robot.serialNumber).teleop) await keeper.tell(robot);
    await robotSettings.handleReconnect(robot);
    deliveryEvents.handleReconnect(robot);
    await faceEvents.handleReconnect(robot);
    callEvents.handleReconnect(robot);
    if (!robot.factsheet) await toRobot.act(robot, [action('factsheetRequest', `factsheet-${newSecret(6)}`)]);
  };

  const noteFirst = async ({ serialNumber, firstHeardAt: known }: RobotRow): Promise<void> => {
    if (known) return;
    const firstHeardAt = new Date(now());
    await changeRobot(db, serialNumber, { firstHeardAt });
    fleetCache.patch(serialNumber, { firstHeardAt });
  };

  const onState = async (robot: RobotRow, state: StateMessage): Promise<void> => {
    const { serialNumber } = robot;
    const { live: before } = liveStates.get(serialNumber);
    liveStates.set(floods.mark(afterState(before, state, now(), (name) => fleetCache.mapIdOf(serialNumber, name))));
    lastNodes.set(serialNumber, state.lastNodeId);
    devices.set(serialNumber, deviceInfoIn(state, now()));
    if (before.connection !== 'online') await welcomeBack(robot);
    if (leadership.isLeader()) {
      if (!state.paused) stopEnforcer.retryStop(robot);
      if (
        hasOrder(state) &&
        !ledger.isOpen(state.orderId) &&
        routeRunIdIn(state.orderId) !== runs.of(serialNumber)?.id &&
        routeRunIdIn(state.orderId) !== disinfections.of(serialNumber)?.id &&
        (await staleOrders.isStray(serialNumber, state.orderId))
      )
        await toRobot.act(robot, [action('cancelOrder', `cancel-${newSecret(6)}`)]);
      await noteFirst(robot);
    }
    await ledger.heard(serialNumber, state, leadership.isLeader());
    await runs.heard(robot, state);
    await disinfections.heard(robot, state);
  };

  return {
    deviceInfo: (serialNumber) => devices.get(serialNumber),
    lastNodeOf: (serialNumber) => lastNodes.get(serialNumber) ?? '',
    async handle({ serialNumber, name, message, usable }) {
      const robot = fleetCache.robot(serialNumber);
      if (!robot) return;
      const read = <Schema extends v.GenericSchema>(schema: Schema): v.InferOutput<Schema> | null => {
        if (usable !== undefined) return usable as v.InferOutput<Schema> | null; // parsed by the same schema (check.ts)
        const result = v.safeParse(schema, message);
        if (!result.success)
          log.debug(
            { serialNumber, name, issue: v.getDotPath(result.issues[0]) },
            'a robot sent a message that does not match its schema',
          );
        return result.success ? result.output : null;
      };
      switch (name) {
        case 'state': {
          const state = read(stateMessage);
          return state ? onState(robot, state) : undefined;
        }
        case 'visualization': {
          const seen = read(visualizationMessage);
          if (seen)
            liveStates.set(
              afterVisualization(liveStates.get(serialNumber).live, seen, now(), (map) =>
                fleetCache.mapIdOf(serialNumber, map),
              ),
            );
          return;
        }
        case 'connection': {
          const connection = read(connectionMessage);
          if (!connection) return;
          liveStates.set(afterConnection(liveStates.get(serialNumber).live, connection.connectionState, now()));
          if (connection.connectionState !== 'ONLINE') return;
          if (leadership.isLeader()) await noteFirst(robot);
          await welcomeBack(robot);
          return;
        }
        case 'factsheet': {
          const factsheet = read(factsheetMessage);
          if (!factsheet || isDeepStrictEqual(factsheet, robot.factsheet)) return;
          const known = {
            factsheet,
            abilities: capabilitiesIn(factsheet),
            softwareVersion: softwareVersionIn(factsheet) || robot.softwareVersion,
          };
          await changeRobot(db, serialNumber, known);
          fleetCache.patch(serialNumber, known);
          // By every server that sees a change: the leader may have read it from the database before this message.
          if (!isDeepStrictEqual(known.abilities, robot.abilities)) abilitiesChanged(serialNumber);
          // Only now it is known whether the robot takes deliveries.
          if (leadership.isLeader()) deliveryEvents.handleReconnect({ ...robot, ...known });
          return;
        }
        case 'events': {
          const happened = read(eventMessage);
          if (!happened) return;
          const isLong = happened.event.type === 'settings' || happened.event.type === 'disinfection';
          if (JSON.stringify(happened).length > (isLong ? LONG_EVENT_LENGTH : EVENT_LENGTH)) return;
          if (happened.event.type === 'disinfection') return disinfections.reported(robot, happened.event);
          if (isSettingsEvent(happened.event)) return robotSettings.heard(robot, happened.event, now());
          if (isFaceEvent(happened))
            return faceEvents.heard(robot, happened, (mapName) => fleetCache.mapIdOf(serialNumber, mapName));
          if (happened.event.type === 'callScreen')
            return leadership.isLeader() ? callEvents.heardScreen(robot, happened.event) : undefined;
          captions.heard(serialNumber, happened);
          const { id, at, event } = happened;
          if (event.type === 'speech' || event.type === 'uploadRequest') return;
          // Runs on every server: the event id deduplicates, and no event is lost when the leader changes.
          const afterwards = await db.transaction(async (transaction) => {
            const isNew = await addRobotEvent(transaction, {
              id,
              serialNumber,
              at: new Date(at),
              event: withoutPersonalData(event),
            });
            if (!isNew) return undefined;
            if (event.type === 'call') return callEvents.heard(transaction, robot, event);
            if (isDeliveryEvent(event)) return deliveryEvents.heard(transaction, robot, event);
            const mapIdOf = (name: string): string | null => fleetCache.mapIdOf(serialNumber, name);
            if (event.type === 'photo') {
              await describePhoto(transaction, robot, event, mapIdOf);
              return undefined;
            }
            return event.type === 'visit'
              ? visitorEvents.heard(transaction, robot, event)
              : alarmEvents.heard(transaction, robot, { id, event }, mapIdOf);
          });
          afterwards?.();
          return;
        }
        default:
          return;
      }
    },
  };
}
