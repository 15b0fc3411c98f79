/** Fault injection (design 9): administrators of the demo cause faults on purpose. Each ends by itself. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { BrokerFault, FaultState, faults as catalogue, RobotFault } from '../../contract/endpoints/faults.ts';
import type { Language } from '../../contract/entities/constants.ts';
import type { SimulatorCommand } from '../../contract/wire/simulator.ts';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { AppDeps } from '../appDeps.ts';
import { type LocalName, nameIn } from '../db/localName.ts';
import { endAllSessions, isSessionOpen, usersWithSessions } from '../db/repositories/sessions.ts';
import type { RequestContext } from '../requestContext.ts';
import { isCallable } from './callLife.ts';

/** How often it is checked whether the authors of faults without an end are still signed in. */
const AUTHORS_EVERY_MS = 2_000;
/** A broker fault starts after the reply, so that the reply still reaches the caller. */
const AFTER_REPLY_MS = 50;

interface Active {
  id: string;
  fault: RobotFault | BrokerFault;
  serialNumber: string | null;
  delayMs: number;
  by: { userId: string; nickname: LocalName; sessionId: string };
  since: number;
  until: number | null;
  timer: NodeJS.Timeout | undefined;
}

/** @param order sends a message to the simulator; throws when it is not running */
export function createFaultHandlers(
  { broker, fleet, db, log, now }: AppDeps,
  order: (message: SimulatorCommand) => void,
): Handlers<typeof catalogue, RequestContext> {
  const active = new Map<string, Active>();
  let watching: NodeJS.Timeout | undefined;

  const state = (language: Language): FaultState => ({
    faults: [...active.values()].map(({ by, timer: _, ...fault }) => ({
      ...fault,
      by: { userId: by.userId, name: nameIn(by.nickname, language) },
    })),
    simulatedRobots: [...fleet.fleetCache.robots()]
      .filter(({ simulated }) => simulated)
      .map(({ serialNumber, name, kind }) => ({ serialNumber, name: nameIn(name, language), kind })),
    hasBrokerFaults: broker.setFaults !== undefined,
  });

  /** Whether the robot has what the fault is about; otherwise the simulator could not act it out. */
  const canHave = (serialNumber: string, fault: RobotFault): boolean => {
    if (fault === 'visitorCall') return isCallable(fleet, serialNumber);
    if (fault === 'cameraUnplugged') return fleet.fleetCache.abilitiesOf(serialNumber).video;
    return true;
  };

  /** Makes the broker and the simulator match what is active. */
  const applyBroker = (): void => {
    broker.setFaults?.({
      down: active.has('brokerDown'),
      delay: active.get('brokerDelay')?.delayMs ?? 0,
    });
  };
  const end = (id: string): void => {
    const found = active.get(id);
    if (!found) return;
    clearTimeout(found.timer);
    active.delete(id);
    const { fault, serialNumber } = found;
    if (serialNumber === null) applyBroker();
    else order({ type: 'fault', serialNumber, fault: fault as RobotFault, on: false }); // a fault of a robot has a serial number
  };
  /** Delayed: no caller waits for an error. */
  const endQuietly = (id: string): void => {
    try {
      end(id);
    } catch (error) {
      log.warn({ err: error, id }, 'a fault of the demo could not be ended');
    }
  };
  const watchAuthors = (): void => {
    watching ??= setInterval(() => {
      const endless = [...active.values()].filter(({ until, fault }) => until === null && fault !== 'emergencyStop');
      if (endless.length === 0) {
        clearInterval(watching);
        watching = undefined;
        return;
      }
      for (const { id, by } of endless)
        void isSessionOpen(db, by.sessionId, new Date(now())).then(
          (isOpen) => (isOpen ? undefined : endQuietly(id)),
          // The database is away: asked again next time.
          () => undefined,
        );
    }, AUTHORS_EVERY_MS).unref();
  };
  const begin = (
    {
      fault,
      serialNumber,
      delayMs = 0,
      forMs,
    }: { fault: Active['fault']; serialNumber: string | null; delayMs?: number; forMs: number },
    { userId, nickname, sessionId }: RequestContext,
  ): void => {
    const id = serialNumber === null ? fault : `${serialNumber}.${fault}`;
    clearTimeout(active.get(id)?.timer);
    // Only a person at the robot can release an emergency stop.
    const isEndless = forMs === 0 || fault === 'emergencyStop';
    active.set(id, {
      id,
      fault,
      serialNumber,
      delayMs,
      by: { userId, nickname, sessionId },
      since: now(),
      until: isEndless ? null : now() + forMs,
      timer: isEndless ? undefined : setTimeout(() => endQuietly(id), forMs).unref(),
    });
    if (isEndless) watchAuthors();
  };

  const endSessions = async (context: RequestContext, userId: string, code: number): Promise<void> => {
    const ended = await endAllSessions(context.db, userId, code);
    context.afterCommit(async () => {
      for (const sessionId of ended)
        await broker
          .publish(noticesTopic(userId), { type: 'sessionEnded', code, sessionId })
          .catch((error: unknown) => log.warn({ error }, 'a notice was not sent'));
      broker.dropUser(userId);
    });
  };

  return {
    isOn: async () => ({ isOn: active.size > 0 }),
    state: async (_, { language }) => state(language),
    async robot({ simulatedRobot, fault, on, forMs }, context) {
      if (!fleet.fleetCache.robot(simulatedRobot)?.simulated)
        throw new ApiError('notSimulated', { field: 'simulatedRobot' });
      // Switching off is always possible: the robot can lose an ability while it has the fault.
      if (on && !canHave(simulatedRobot, fault)) throw new ApiError('robotCannot', { field: 'fault' });
      order({ type: 'fault', serialNumber: simulatedRobot, fault, on });
      if (on) begin({ fault, serialNumber: simulatedRobot, forMs }, context);
      else end(`${simulatedRobot}.${fault}`);
      return state(context.language);
    },
    async typeCode({ simulatedRobot, code }) {
      if (!fleet.fleetCache.robot(simulatedRobot)?.simulated)
        throw new ApiError('notSimulated', { field: 'simulatedRobot' });
      order({ type: 'keypad', serialNumber: simulatedRobot, code });
      return {};
    },
    async cloud({ fault, on, forMs, delayMs, account, everyone }, context) {
      if (fault === 'sessionInvalid' || fault === 'loginExpired') {
        const users = everyone ? await usersWithSessions(context.db) : [account || context.userId];
        for (const userId of on ? users : [])
          await endSessions(context, userId, fault === 'sessionInvalid' ? ERRORS.sessionInvalid : ERRORS.loginExpired);
        return state(context.language);
      }
      if (!broker.setFaults) throw new ApiError('faultUnknown', { field: 'fault' });
      if (on) begin({ fault, serialNumber: null, delayMs: fault === 'brokerDelay' ? delayMs : 0, forMs }, context);
      else {
        clearTimeout(active.get(fault)?.timer);
        active.delete(fault);
      }
      context.afterCommit(() => void setTimeout(applyBroker, AFTER_REPLY_MS).unref());
      return state(context.language);
    },
    async clear(_, { language }) {
      for (const id of [...active.keys()]) end(id);
      return state(language);
    },
  };
}
