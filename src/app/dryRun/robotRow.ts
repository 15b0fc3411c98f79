/** The robotCan row that applies to an event of a robot's page: some controls are disabled by it and not by a guard. */
import type { AnyActorRef, AnyEventObject } from 'xstate';
import { blockingError, ROBOT_ACTS, type RobotAct } from '../../../contract/rules/robotCan.ts';
import type { RobotRow } from '../../machines/peek/explained.ts';
import type { RobotDataContext } from '../../machines/robotData/robotData.setup.ts';
import { machineOf } from '../../machines/xstateInternals.ts';

const ACTS: Readonly<Record<string, RobotAct>> = {
  'points.open': 'goTo',
  'lease.take': 'takeLease',
  'lease.ask': 'takeLease',
  'lease.takeOver': 'takeLease',
  'stick.set': 'drive',
  'video.start': 'watch',
  'video.retry': 'watch',
  'stop.press': 'stop',
};
const isAct = (name: unknown): name is RobotAct => (ROBOT_ACTS as readonly unknown[]).includes(name);

/** @param now server clock, ms. null outside a robot's page, and for events without a row. */
export async function robotRowOf(
  screen: AnyActorRef | undefined,
  event: AnyEventObject,
  now: number,
): Promise<RobotRow | null> {
  if (!screen || machineOf(screen)?.id !== 'robotData') return null;
  const { context, children } = screen.getSnapshot() as {
    context: RobotDataContext;
    children: Record<string, AnyActorRef | undefined>;
  };
  const chosen = (children['commands']?.getSnapshot() as { context?: { act?: unknown } } | undefined)?.context?.act;
  const { request, act: named } = event as { request?: { kind?: unknown }; act?: unknown };
  const act =
    event.type === 'command.ask'
      ? request?.kind
      : event.type === 'place.start'
        ? named
        : event.type === 'target.confirm'
          ? chosen
          : ACTS[event.type];
  if (!isAct(act)) return null;
  // Already loaded with the page.
  const { factsOf } = await import('../../machines/robotData/robotData.setup.ts');
  const facts = factsOf(context, now);
  return facts && { act, obstacle: blockingError(act, facts) };
}
