/** Where a robot is shown (look: Colour): the first that holds of alarm, stopped, offline, charging, working, standby, online. */
import { ACTION_STATUS, ONLINE_STATUS, STATUS_ORDER, type RobotStatus } from '../entities/constants.ts';
import type { RobotLive } from '../entities/robot.ts';
import type { TaskKind } from '../wire/actions.ts';
import { ROBOT_SILENT_MS } from './limits.ts';

export type StatusFacts = Pick<
  RobotLive,
  'connection' | 'charging' | 'driving' | 'paused' | 'busy' | 'mode' | 'eStop' | 'problems' | 'task'
>;

/** Tasks during which a robot is at work even while it stands: it unloads, waits for a lift, disinfects. */
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
  // As the robot reported it: a Stop that is only wanted stops nothing yet, and one that was lost since is still stopped.
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

/** Connected, yet nothing heard for too long: it is not answering. `now` and `at` by the server's clock. */
export const isSilent = ({ connection, at }: Pick<RobotLive, 'connection' | 'at'>, now: number): boolean =>
  connection === 'online' && (at === null || now - at > ROBOT_SILENT_MS);

export const needsAttention = (status: RobotStatus): boolean =>
  status === 'alarm' || status === 'stopped' || status === 'offline';

/** A Stop waits for a robot that is away: it may still be driving. */
export const isStopUndelivered = ({
  connection,
  held,
  paused,
}: Pick<RobotLive, 'connection' | 'held' | 'paused'>): boolean => connection !== 'online' && held && !paused;

/** Among those in need, a Stop that has not arrived comes before a robot that is merely away. */
export const compareByNeed = (a: RobotLive, b: RobotLive): number =>
  STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status) ||
  Number(isStopUndelivered(b)) - Number(isStopUndelivered(a));
