/** Where a robot is shown (look: Colour): the first that holds of alarm, offline, charging, working, standby, online. */
import { ACTION_STATUS, ONLINE_STATUS, type RobotStatus } from '../entities/constants.ts';
import type { RobotLive } from '../entities/robot.ts';
import { ROBOT_SILENT_MS } from './limits.ts';

export type StatusFacts = Pick<RobotLive, 'connection' | 'charging' | 'driving' | 'busy' | 'mode' | 'eStop' | 'problems' | 'held' | 'paused'>;

export function statusOf(facts: StatusFacts): RobotStatus {
  if (facts.connection === 'online' && (facts.eStop !== 'NONE' || facts.problems.some(({ level }) => level === 'FATAL'))) return 'alarm';
  if (facts.connection !== 'online') return 'offline';
  if (facts.charging) return 'charging';
  if (facts.mode !== 'AUTOMATIC') return 'online';
  if (facts.busy || facts.driving) return 'working';
  return 'standby';
}

export const onlineStatusOf = ({ connection }: Pick<RobotLive, 'connection'>): '0' | '1' =>
  connection === 'online' ? ONLINE_STATUS.online : ONLINE_STATUS.offline;

export const actionStatusOf = ({ charging, busy, driving }: Pick<RobotLive, 'charging' | 'busy' | 'driving'>): '0' | '1' | '2' =>
  charging ? ACTION_STATUS.charging : busy || driving ? ACTION_STATUS.working : ACTION_STATUS.idle;

/** Connected, yet nothing heard for too long: it is not answering. `now` and `at` by the server's clock. */
export const isSilent = ({ connection, at }: Pick<RobotLive, 'connection' | 'at'>, now: number): boolean =>
  connection === 'online' && (at === null || now - at > ROBOT_SILENT_MS);

export const needsAttention = (status: RobotStatus): boolean => status === 'alarm' || status === 'offline';
