/**
 * Stop as a wanted state (design 6): told to the robot again and again until its state shows it, first of all at every
 * return. Where several servers share a fleet, a person may have resumed on another one a moment ago: before it is told
 * again the database is asked.
 */
import { eq } from 'drizzle-orm';
import { newSecret } from '../broker/credentials.ts';
import { robots } from '../db/schema.ts';
import type { Parts } from '../parts.ts';
import type { Directory, RobotRow } from './directory.ts';
import type { Ledger } from './ledger.ts';
import { action, type ToRobot } from './messages.ts';
import { withHeld } from './picture.ts';
import type { Pictures } from './pictures.ts';

/** A robot that is to stand and does not say so is told again this often. */
const HOLD_AGAIN_MS = 1_000;

export interface Holding {
  /** Whether Stop is wanted, from now on. */
  set(serialNumber: string, held: boolean): void;
  tell(robot: RobotRow, commandId: string): Promise<void>;
  /** It is back: Stop is the first thing it hears, where it is wanted. */
  welcome(robot: RobotRow): Promise<void>;
  /** It is to stand and does not say so. */
  insist(robot: RobotRow): Promise<void>;
  /** Puts into the pictures what other servers were asked. */
  sync(): void;
}

type Needs = Pick<Parts, 'settings' | 'db' | 'now'> & { directory: Directory; pictures: Pictures; ledger: Ledger; toRobot: ToRobot };

export function createHolding({ settings, db, now, directory, pictures, ledger, toRobot }: Needs): Holding {
  const toldAt = new Map<string, number>();

  const set = (serialNumber: string, held: boolean): void => {
    directory.patch(serialNumber, { held });
    pictures.set(withHeld(pictures.get(serialNumber).live, held));
  };
  const tell = async (robot: RobotRow, commandId: string): Promise<void> => {
    toldAt.set(robot.serialNumber, now());
    await toRobot.act(robot, [action('startPause', commandId, {}, 'HARD')]);
  };
  const isWanted = async ({ serialNumber }: RobotRow): Promise<boolean> => {
    if (!settings.mqtt) return true;
    // When the database cannot say it the robot stands: that is the safe answer.
    const held = await db.select({ held: robots.held }).from(robots).where(eq(robots.serialNumber, serialNumber)).then(([row]) => row?.held ?? true, () => true);
    if (!held) set(serialNumber, false);
    return held;
  };
  const openStop = (serialNumber: string) => ledger.openOf(serialNumber).find(({ kind }) => kind === 'stop');

  return {
    set, tell,
    async welcome(robot) {
      if (!robot.held || !(await isWanted(robot))) return;
      const open = openStop(robot.serialNumber);
      await tell(robot, open?.id ?? `hold-${newSecret(6)}`);
      if (open) await ledger.advance(open.id, { to: 'sent' });
    },
    async insist(robot) {
      if (!robot.held || now() - (toldAt.get(robot.serialNumber) ?? 0) < HOLD_AGAIN_MS || !(await isWanted(robot))) return;
      await tell(robot, `${openStop(robot.serialNumber)?.id ?? 'hold'}-${newSecret(4)}`);
    },
    sync() {
      for (const { serialNumber, held } of directory.robots()) {
        const { live } = pictures.get(serialNumber);
        if (live.held !== held) pictures.set(withHeld({ ...live, serialNumber }, held));
      }
    },
  };
}
