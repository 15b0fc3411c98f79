/**
 * The display status of a robot (look: Colour): the first that applies of alarm, stopped, offline, charging, working,
 * standby, online.
 */
import { ACTION_STATUS, ONLINE_STATUS, STATUS_ORDER, type RobotStatus } from '../entities/robotConstants.ts';
import type { RobotLive } from '../entities/robot.ts';
import type { TaskKind } from '../wire/actions.ts';
import { ROBOT_SILENT_MS } from './limits.ts';

export type StatusFacts = Pick<
  RobotLive,
  'connection' | 'charging' | 'driving' | 'paused' | 'busy' | 'mode' | 'eStop' | 'problems' | 'task'
>;

/**
 * Tasks that count as working even while the robot stands, for example while it unloads, waits for a lift or
 * disinfects.
 */
const AT_WORK: ReadonlySet<TaskKind> = new Set([
  'goTo',
  'delivery',
  'patrol',
  'cruise',
  'disinfection',
  'guide',
  'lift',
]);
export const isAtWork = ({ busy, driving, task }: Pick<RobotLive, 'busy' | 'driving' | 'task'>): boolean =>
  busy || driving || (task !== null && AT_WORK.has(task.kind));

export function statusOf(facts: StatusFacts): RobotStatus {
  if (
    facts.connection === 'online' &&
    (facts.eStop !== 'NONE' || facts.problems.some(({ level }) => level === 'FATAL'))
  )
    return 'alarm';
  // As reported by the robot: a Stop that is only requested does not count yet, and a stopped robot that lost its
  // connection still does.
  if (facts.paused) return 'stopped';
  if (facts.connection !== 'online') return 'offline';
  if (facts.charging) return 'charging';
  if (facts.mode !== 'AUTOMATIC') return 'online';
  if (isAtWork(facts)) return 'working';
  return 'standby';
}

export const onlineStatusOf = ({ connection }: Pick<RobotLive, 'connection'>): '0' | '1' =>
  connection === 'online' ? ONLINE_STATUS.online : ONLINE_STATUS.offline;

export const actionStatusOf = (facts: Pick<RobotLive, 'charging' | 'busy' | 'driving' | 'task'>): '0' | '1' | '2' =>
  facts.charging ? ACTION_STATUS.charging : isAtWork(facts) ? ACTION_STATUS.working : ACTION_STATUS.idle;

/** Connected, but no message for too long. `now` and `at` by the server's clock. */
export const isSilent = ({ connection, at }: Pick<RobotLive, 'connection' | 'at'>, now: number): boolean =>
  connection === 'online' && (at === null || now - at > ROBOT_SILENT_MS);

export const needsAttention = (status: RobotStatus): boolean =>
  status === 'alarm' || status === 'stopped' || status === 'offline';

/** A Stop is pending for a robot without connection, which may still be moving. */
export const isStopUndelivered = ({
  connection,
  held,
  paused,
}: Pick<RobotLive, 'connection' | 'held' | 'paused'>): boolean => connection !== 'online' && held && !paused;

/** Within one status, robots with an undelivered Stop come first. */
export const compareByNeed = (a: RobotLive, b: RobotLive): number =>
  STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status) ||
  Number(isStopUndelivered(b)) - Number(isStopUndelivered(a));
