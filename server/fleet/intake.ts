/** What a robot's message means: for the picture of it, for the commands it was given, and for what it must be told. */
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
import { abilitiesIn, softwareVersionIn } from './abilities.ts';
import type { Captions } from './captions.ts';
import type { Directory, RobotRow } from './directory.ts';
import type { Drives } from './drives/createDrives.ts';
import { driveIdIn } from './drives/drive.ts';
import type { Floods } from './floods.ts';
import type { RobotMessage } from './inbox.ts';
import type { Leadership } from './leadership.ts';
import type { LeaseKeeper } from './leaseKeeper.ts';
import type { Ledger } from './ledger.ts';
import { type Meetings, withoutPeople } from './meetings.ts';
import { action, type ToRobot } from './messages.ts';
import { afterConnection, afterState, afterVisualization, hasOrder } from './picture.ts';
import type { Pictures } from './pictures.ts';
import type { StopEnforcer } from './stopEnforcer.ts';
import type { Strays } from './strays.ts';

/** An event is a line in a list; more text than this is none. */
const EVENT_LENGTH = 4_000;

export interface Intake {
  handle(message: RobotMessage): Promise<void>;
  /** The node a robot last passed. */
  lastNodeOf(serialNumber: string): string;
}

type Needs = Pick<CoreDeps, 'db' | 'log' | 'now'> & {
  directory: Directory;
  pictures: Pictures;
  ledger: Ledger;
  keeper: LeaseKeeper;
  stopEnforcer: StopEnforcer;
  drives: Drives;
  leadership: Leadership;
  strays: Strays;
  toRobot: ToRobot;
  captions: Captions;
  meetings: Meetings;
  floods: Floods;
};

export function createIntake({
  db,
  log,
  now,
  directory,
  pictures,
  ledger,
  keeper,
  stopEnforcer,
  drives,
  leadership,
  strays,
  toRobot,
  captions,
  meetings,
  floods,
}: Needs): Intake {
  const lastNodes = new Map<string, string>();

  /** Stop first. Then who may steer it, and what it can do when we do not know. */
  const welcomeBack = async (robot: RobotRow): Promise<void> => {
    if (!leadership.isLeader()) return;
    await stopEnforcer.welcome(robot);
    if (directory.abilitiesOf(robot.serialNumber).teleop) await keeper.tell(robot);
    if (!robot.factsheet) await toRobot.act(robot, [action('factsheetRequest', `factsheet-${newSecret(6)}`)]);
  };

  const onState = async (robot: RobotRow, state: StateMessage): Promise<void> => {
    const { serialNumber } = robot;
    const { live: before } = pictures.get(serialNumber);
    pictures.set(floods.mark(afterState(before, state, now(), (name) => directory.mapIdOf(serialNumber, name))));
    lastNodes.set(serialNumber, state.lastNodeId);
    if (before.connection !== 'online') await welcomeBack(robot);
    if (leadership.isLeader()) {
      if (!state.paused) stopEnforcer.insist(robot);
      if (
        hasOrder(state) &&
        !ledger.isOpen(state.orderId) &&
        driveIdIn(state.orderId) !== drives.of(serialNumber)?.id &&
        (await strays.isStray(serialNumber, state.orderId))
      )
        await toRobot.act(robot, [action('cancelOrder', `cancel-${newSecret(6)}`)]);
      if (!robot.firstHeardAt) {
        const firstHeardAt = new Date(now());
        await changeRobot(db, serialNumber, { firstHeardAt });
        directory.patch(serialNumber, { firstHeardAt });
      }
    }
    await ledger.heard(serialNumber, state, leadership.isLeader());
    await drives.heard(robot, state);
  };

  return {
    lastNodeOf: (serialNumber) => lastNodes.get(serialNumber) ?? '',
    async handle({ serialNumber, name, message }) {
      const robot = directory.robot(serialNumber);
      if (!robot) return;
      const read = <Schema extends v.GenericSchema>(schema: Schema): v.InferOutput<Schema> | null => {
        const result = v.safeParse(schema, message);
        if (!result.success)
          log.debug(
            { serialNumber, name, issue: v.getDotPath(result.issues[0]) },
            'a robot sent what the standard does not know',
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
            pictures.set(
              afterVisualization(pictures.get(serialNumber).live, seen, now(), (map) =>
                directory.mapIdOf(serialNumber, map),
              ),
            );
          return;
        }
        case 'connection': {
          const connection = read(connectionMessage);
          if (!connection) return;
          pictures.set(afterConnection(pictures.get(serialNumber).live, connection.connectionState, now()));
          if (connection.connectionState === 'ONLINE') await welcomeBack(robot);
          return;
        }
        case 'factsheet': {
          const factsheet = read(factsheetMessage);
          if (!factsheet || isDeepStrictEqual(factsheet, robot.factsheet)) return;
          const known = {
            factsheet,
            abilities: abilitiesIn(factsheet),
            softwareVersion: softwareVersionIn(factsheet) || robot.softwareVersion,
          };
          await changeRobot(db, serialNumber, known);
          directory.patch(serialNumber, known);
          return;
        }
        case 'events': {
          const happened = read(eventMessage);
          if (!happened || JSON.stringify(happened).length > EVENT_LENGTH) return;
          captions.heard(serialNumber, happened);
          const { id, at, event } = happened;
          if (event.type === 'speech') return;
          // Whoever leads: its id keeps it from being stored twice, and a change of leader from being lost.
          const afterwards = await db.transaction(async (transaction) => {
            const isNew = await addRobotEvent(transaction, {
              id,
              serialNumber,
              at: new Date(at),
              event: withoutPeople(event),
            });
            return isNew ? meetings.heard(transaction, robot, event) : undefined;
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
