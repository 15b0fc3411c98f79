/** Fault injection (design 9): administrators of the demo cause faults on purpose. */
import type { Answer, Handlers } from '../../contract/endpoint.ts';
import type { faults as catalogue, RobotFault } from '../../contract/endpoints/faults.ts';
import type { SimulatorCommand } from '../../contract/wire/simulator.ts';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import { noticesTopic } from '../../contract/wire/topics.ts';
import type { AppDeps } from '../appDeps.ts';
import { endAllSessions } from '../db/repositories/sessions.ts';
import type { RequestContext } from '../requestContext.ts';

/** @param order sends a message to the simulator; throws when it is not running */
export function createFaultHandlers(
  { broker, fleet, log }: AppDeps,
  order: (message: SimulatorCommand) => void,
): Handlers<typeof catalogue, RequestContext> {
  const onRobots = new Map<string, Set<RobotFault>>();
  let ending: NodeJS.Timeout | undefined;

  const state = (): Answer<typeof catalogue.state> => {
    const { down, delay } = broker.faults?.() ?? { down: false, delay: 0 };
    return {
      brokerDown: down,
      brokerDelay: delay,
      robots: Object.fromEntries([...onRobots].map(([serialNumber, set]) => [serialNumber, [...set]])),
    };
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
    state: async () => state(),
    async robot({ simulatedRobot, fault, on }) {
      if (!fleet.fleetCache.robot(simulatedRobot)?.simulated)
        throw new ApiError('notSimulated', { field: 'simulatedRobot' });
      order({ type: 'fault', serialNumber: simulatedRobot, fault, on });
      const set = onRobots.get(simulatedRobot) ?? new Set();
      if (on) set.add(fault);
      else set.delete(fault);
      if (set.size > 0) onRobots.set(simulatedRobot, set);
      else onRobots.delete(simulatedRobot);
      return state();
    },
    async cloud({ fault, on, forMs, delayMs, account }, context) {
      if (fault === 'sessionInvalid' || fault === 'loginExpired') {
        if (on)
          await endSessions(
            context,
            account || context.userId,
            fault === 'sessionInvalid' ? ERRORS.sessionInvalid : ERRORS.loginExpired,
          );
        return state();
      }
      if (!broker.setFaults || !broker.faults) throw new ApiError('faultUnknown', { field: 'fault' });
      const before = broker.faults();
      const apply = () =>
        broker.setFaults?.(fault === 'brokerDown' ? { ...before, down: on } : { ...before, delay: on ? delayMs : 0 });
      clearTimeout(ending);
      // After the reply, so that it still reaches the caller.
      context.afterCommit(() => void setTimeout(apply, 50));
      if (on) ending = setTimeout(() => broker.setFaults?.({ down: false, delay: 0 }), forMs);
      return state();
    },
  };
}
