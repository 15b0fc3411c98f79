/**
 * Notes when a robot was first driven by hand: DRIVEN_M under one person's control. Only the leading server does, from
 * the positions that the robot itself reports, so that a command which the robot ignores counts for nothing.
 */
import type { RobotLive } from '../../contract/entities/robot.ts';
import { DRIVEN_M } from '../../contract/rules/limits.ts';
import type { Db } from '../db/database.ts';
import { recordDriven, undrivenRobots } from '../db/repositories/checklist.ts';

export interface FirstDrive {
  /** Takes the position of each robot; call once a second. @throws the database's error; the next call tries again */
  tick(live: Iterable<RobotLive>): Promise<void>;
}

/** One period of control. */
interface Period {
  pose: NonNullable<RobotLive['pose']>;
  metres: number;
}
/** A jump between two positions that no robot drives in a second: it was relocated. */
const JUMP_M = 4;
/** Robots without a known drive are read again at this interval: new ones are registered. */
const READ_EVERY_MS = 5_000;

export function createFirstDrive(db: Db, now: () => number): FirstDrive {
  let undriven = new Set<string>();
  let readAt = -Infinity;
  const periods = new Map<string, Period>();

  return {
    async tick(live) {
      const at = now();
      if (at - readAt >= READ_EVERY_MS) {
        undriven = new Set(await undrivenRobots(db));
        readAt = at;
      }
      for (const { serialNumber, leaseHolder, busy, pose } of live) {
        const period = periods.get(serialNumber);
        const isByHand = leaseHolder !== null && pose !== null && !busy;
        if (isByHand && (period || undriven.has(serialNumber))) {
          const metres = (period?.metres ?? 0) + between(period?.pose, pose);
          periods.set(serialNumber, { pose, metres });
          if (metres < DRIVEN_M || !undriven.has(serialNumber)) continue;
          await recordDriven(db, serialNumber, new Date(at), metres);
          undriven.delete(serialNumber);
        } else if (period) {
          periods.delete(serialNumber);
          // The metres of the whole period, once it is over.
          if (period.metres >= DRIVEN_M) await recordDriven(db, serialNumber, new Date(at), period.metres);
        }
      }
    },
  };
}

function between(from: Period['pose'] | undefined, to: Period['pose']): number {
  if (from?.mapId !== to.mapId) return 0;
  const metres = Math.hypot(to.x - from.x, to.y - from.y);
  return metres > JUMP_M ? 0 : metres;
}
