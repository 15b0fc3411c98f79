/** When a live value is stale (design 6): its robot is disconnected, silent, or was last heard too long ago. Pure. */
import type { RobotLive } from '../../../contract/entities/robot.ts';
import { STALE_AFTER_MS } from '../../../contract/rules/limits.ts';

/** @param now the server's clock, ms */
export const isOld = ({ connection, at }: Pick<RobotLive, 'connection' | 'at'>, now: number): boolean =>
  connection !== 'online' || at === null || now - at > STALE_AFTER_MS;
