/** Fault injection (design 9): administrators of the demo cause faults on purpose. Each ends by itself. */
import type { Handlers } from '../../contract/endpoint.ts';
import {
  FAULT_ACCOUNTS_MAX,
  GATEWAY_FAULTS,
  isAddedFault,
  isServerFault,
  type FaultState,
  type faults as catalogue,
  type RobotFault,
} from '../../contract/endpoints/faults.ts';
import type { SimulatorCommand } from '../../contract/wire/simulator.ts';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import { accountsWithSessions, endAllSessions, usersWithSessions } from '../db/repositories/sessions.ts';
import type { RequestContext } from '../requestContext.ts';
import { createActiveFaults } from './activeFaults.ts';
import { isCallable } from './callLife.ts';

/** @param order sends a message to the simulator; throws when it is not running */
export function createFaultHandlers(
  { broker, fleet, db, log, now, settings, injected }: AppDeps,
  order: (message: SimulatorCommand) => void,
): Handlers<typeof catalogue, RequestContext> {
  const active = createActiveFaults({ broker, db, log, now, settings }, order);
  injected?.follow(active);
  const { messageWebhook, smtp } = settings;

  const state = async ({ db: on, language }: Pick<RequestContext, 'db' | 'language'>): Promise<FaultState> => {
    const faults: FaultState['faults'] = [];
    const addedFaults: FaultState['addedFaults'] = [];
    for (const { by, fault, ...one } of await active.all(on)) {
      const shown = { ...one, by: { userId: by.userId, name: nameIn(by.nickname, language) } };
      if (isAddedFault(fault)) addedFaults.push({ ...shown, fault });
      else faults.push({ ...shown, fault });
    }
    const accounts = await accountsWithSessions(on, new Date(now()), FAULT_ACCOUNTS_MAX);
    return {
      faults,
      addedFaults,
      simulatedRobots: [...fleet.fleetCache.robots()]
        .filter(({ simulated }) => simulated)
        .map(({ serialNumber, name, kind }) => ({ serialNumber, name: nameIn(name, language), kind })),
      hasBrokerFaults: broker.setFaults !== undefined,
      hasServerFaults: true,
      hasGatewayFaults: smtp === undefined || messageWebhook === undefined,
      accounts: accounts
        .map(({ id, nickname }) => ({ userId: id, name: nameIn(nickname, language) }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    };
  };

  /** Whether the robot has what the fault is about; otherwise the simulator could not act it out. */
  const canHave = (serialNumber: string, fault: RobotFault): boolean => {
    if (fault === 'visitorCall') return isCallable(fleet, serialNumber);
    if (fault === 'cameraUnplugged') return fleet.fleetCache.abilitiesOf(serialNumber).video;
    return true;
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
    isOn: async () => ({ isOn: active.isAnyOn() }),
    state: async (_, context) => state(context),
    async robot({ simulatedRobot: serialNumber, fault, on, forMs }, context) {
      if (!fleet.fleetCache.robot(serialNumber)?.simulated)
        throw new ApiError('notSimulated', { field: 'simulatedRobot' });
      // Switching off is always possible: the robot can lose an ability while it has the fault.
      if (on && !canHave(serialNumber, fault)) throw new ApiError('robotCannot', { field: 'fault' });
      if (on) await active.begin({ fault, serialNumber, forMs }, context);
      else await active.end([{ fault, serialNumber }], context);
      await audited(context, { on, subject: serialNumber, fault });
      return state(context);
    },
    async typeCode({ simulatedRobot, code }) {
      if (!fleet.fleetCache.robot(simulatedRobot)?.simulated)
        throw new ApiError('notSimulated', { field: 'simulatedRobot' });
      order({ type: 'keypad', serialNumber: simulatedRobot, code });
      return {};
    },
    async cloud({ fault, on, forMs, delayMs, account, everyone }, context) {
      if (fault === 'sessionInvalid' || fault === 'loginExpired') {
        if (!on) return state(context);
        const users = everyone ? await usersWithSessions(context.db) : [account || context.userId];
        for (const userId of users) await endSessions(context, userId, ERRORS[fault]);
        await audited(context, { on, subject: everyone ? '' : (users[0] ?? ''), fault });
        return state(context);
      }
      if (!isServerFault(fault) && !broker.setFaults) throw new ApiError('faultUnknown', { field: 'fault' });
      if (on && isGatewayFault(fault) && smtp && messageWebhook) throw new ApiError('faultUnknown', { field: 'fault' });
      const serialNumber = null;
      if (on)
        await active.begin({ fault, serialNumber, delayMs: fault === 'brokerDelay' ? delayMs : 0, forMs }, context);
      else await active.end([{ fault, serialNumber }], context);
      await audited(context, { on, subject: '', fault });
      return state(context);
    },
    async clear(_, context) {
      const faults = await active.all(context.db);
      await active.end(faults, context);
      if (faults.length > 0)
        await audited(context, {
          on: false,
          subject: '',
          fault: [...new Set(faults.map(({ fault }) => fault))].join(', '),
        });
      return state(context);
    },
  };
}

const isGatewayFault = (fault: string): boolean => GATEWAY_FAULTS.some((one) => one === fault);

/** @param subject the robot, or the account whose sessions end; '' for everyone */
const audited = (
  { db, userId }: RequestContext,
  { on, subject, fault }: { on: boolean; subject: string; fault: string },
): Promise<void> => record(db, { userId, act: on ? 'fault.begin' : 'fault.end', subject, after: { fault } });
