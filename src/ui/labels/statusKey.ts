/** Locale key of each robot status. */
import type { RobotStatus } from '../../../contract/entities/robotConstants.ts';

const KEYS = {
  alarm: 'status.alarm',
  stopped: 'status.stopped',
  offline: 'status.offline',
  charging: 'status.charging',
  working: 'status.working',
  standby: 'status.standby',
  online: 'status.online',
} as const satisfies Record<RobotStatus, string>;

export const statusKey = (status: RobotStatus) => KEYS[status];
