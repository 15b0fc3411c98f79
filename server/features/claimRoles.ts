/**
 * The role that a claim code of an account administrator adds to the account that uses it; and, where an account stays
 * view-only, who can add one.
 */
import { ACCOUNT_ROLES, type AccountRole } from '../../contract/entities/constants.ts';
import type { ClaimRole } from '../../contract/entities/registration.ts';
import { MOST_RAISERS } from '../../contract/rules/limits.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { lockAccounts } from '../db/repositories/accountAdmin.ts';
import { accountAdministrators, accountById, changeAccount } from '../db/repositories/accounts.ts';
import { appOfAccount } from '../db/repositories/apps.ts';
import { record } from '../db/repositories/audit.ts';
import type { ClaimGift } from '../db/repositories/claims.ts';
import { perLanguage } from '../fleet/presenters.ts';
import type { SendNotice } from '../fleet/sendNotice.ts';
import type { RequestContext } from '../requestContext.ts';

/**
 * Before a code with a role is made: another administrator may have just locked or demoted the caller, which takes the
 * roles from the caller's codes. @throws ApiError notAllowed
 */
export async function demandRoleGiver(db: Db, claimRole: ClaimRole | null, userId: string): Promise<void> {
  if (claimRole === null) return;
  await lockAccounts(db);
  if (!(await isRoleGiver(db, userId))) throw new ApiError('notAllowed');
}

async function isRoleGiver(db: Db, userId: string): Promise<boolean> {
  const account = await accountById(db, userId);
  return account !== undefined && account.lockedAt === null && account.roles.includes('admin');
}

/**
 * The role that the account would have from a code. A server of the version before may have demoted the giver without
 * taking the role from the code; the role of an app belongs to the app.
 */
export async function roleToAdd(
  db: Db,
  account: { id: string; roles: readonly AccountRole[] },
  gift: ClaimGift | null,
): Promise<ClaimRole | null> {
  if (!gift || account.roles.includes(gift.role)) return null;
  if (!(await isRoleGiver(db, gift.by)) || (await appOfAccount(db, account.id))) return null;
  return gift.role;
}

/** With the accounts locked. @returns the role that was added, null if the account had it */
export async function addClaimRole(
  db: Db,
  { userId, serialNumber, gift }: { userId: string; serialNumber: string; gift: ClaimGift | null },
): Promise<ClaimRole | null> {
  const account = gift && (await accountById(db, userId));
  const claimRole = account ? await roleToAdd(db, account, gift) : null;
  if (!account || !claimRole) return null;
  const roles = ACCOUNT_ROLES.filter((role) => role === claimRole || account.roles.includes(role));
  await changeAccount(db, userId, { roles });
  await record(db, {
    userId,
    act: 'account.claimRole',
    subject: userId,
    before: { roles: account.roles },
    after: { roles, serialNumber },
  });
  return claimRole;
}

/**
 * Tells the account administrators that a new super administrator may only view the robot.
 * @param roles of the caller, after the binding
 * @returns names of other administrators, in the caller's language; null if the caller may operate the robot
 */
export async function tellRaisers(
  { db, userId, nickname, language, afterCommit }: RequestContext,
  roles: readonly AccountRole[],
  robot: { serialNumber: string; name: Parameters<typeof perLanguage>[0] },
  sendNotice: SendNotice,
): Promise<string[] | null> {
  if (hasRight(roles, 'superAdmin', 'operate')) return null;
  const administrators = (await accountAdministrators(db)).filter(({ id }) => id !== userId);
  afterCommit(() =>
    sendNotice(
      administrators.map(({ id }) => id),
      {
        type: 'viewerBound',
        serialNumber: robot.serialNumber,
        names: { robot: perLanguage(robot.name), by: perLanguage(nickname) },
      },
    ),
  );
  return administrators.slice(0, MOST_RAISERS).map((one) => nameIn(one.nickname, language));
}
