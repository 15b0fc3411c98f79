/**
 * The claim code on a simulated robot's screen, which changes every minute. It is derived from an installation secret,
 * the robot and the minute, so it is not stored, and every server shows and accepts the same code.
 */
import { createHmac } from 'node:crypto';
import { CLAIM_CODE_ROTATION_MS } from '../../contract/rules/limits.ts';
import type { Db } from '../db/database.ts';
import { waitingRobots, type ClaimedRobot } from '../db/repositories/claims.ts';
import { secretOf } from '../db/repositories/installation.ts';
import { claimCodeFrom, claimHashOf } from './claimCode.ts';

export interface ShownClaim extends ClaimedRobot {
  code: string;
  changesAt: number;
}

const secretFor = (db: Db): Promise<string> => secretOf(db, 'claimScreenSecret');
const turnAt = (now: number): number => Math.floor(now / CLAIM_CODE_ROTATION_MS);
const codeOf = (secret: string, serialNumber: string, turn: number): string =>
  claimCodeFrom(createHmac('sha256', secret).update(`${serialNumber}\n${turn}`).digest());

/** The first unclaimed robot; undefined when there is none. */
export async function shownClaim(db: Db, now: number): Promise<ShownClaim | undefined> {
  const [first] = await waitingRobots(db);
  if (!first) return undefined;
  const turn = turnAt(now);
  return {
    ...first,
    code: codeOf(await secretFor(db), first.robot.serialNumber, turn),
    changesAt: (turn + 1) * CLAIM_CODE_ROTATION_MS,
  };
}

/** The robot with this code, current or previous: a scan just before the change must still work. */
export async function waitingRobotOf(db: Db, claimHash: string, now: number): Promise<ClaimedRobot | undefined> {
  const secret = await secretFor(db);
  const turn = turnAt(now);
  return (await waitingRobots(db)).find(({ robot: { serialNumber } }) =>
    [turn, turn - 1].some((one) => claimHashOf(codeOf(secret, serialNumber, one)) === claimHash),
  );
}
