/**
 * Code that protects the first start of an installation without the demo: printed by the server and required by the
 * form, so that a visitor who finds the console before its owner cannot become its administrator.
 */
import { timingSafeEqual } from 'node:crypto';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import { countOwnAdministrators } from '../db/repositories/accounts.ts';
import { forgetMark, markOf, markOnce } from '../db/repositories/installation.ts';
import { claimHashOf, newClaimCode } from './claimCode.ts';

const MARK = 'setUpCode';

/** The code while there is no administrator, the same at every start and on every server; null once there is one, and with the demo. */
export async function currentSetUpCode(db: Db, { demo }: Pick<CoreDeps['settings'], 'demo'>): Promise<string | null> {
  if (demo || (await countOwnAdministrators(db)) > 0) return null;
  return markOnce(db, MARK, newClaimCode());
}

/** Accepts typed variants: ignores case and separators, and reads O, I, L as digits. */
export async function isSetUpCode(db: Db, given: string): Promise<boolean> {
  const code = await markOf(db, MARK);
  return code !== undefined && timingSafeEqual(Buffer.from(claimHashOf(code)), Buffer.from(claimHashOf(given)));
}

/** The code is valid once. */
export const spendSetUpCode = (db: Db): Promise<void> => forgetMark(db, MARK);
