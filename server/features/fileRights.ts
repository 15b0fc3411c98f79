/** Who may see a file and who may add one: both follow from the robot, site or account that it belongs to. */
import type { AccountRole } from '../../contract/entities/constants.ts';
import { FILE_RULES, INSTALLATION_ID, type FileKind } from '../../contract/rules/files.ts';
import { hasRight, type Right } from '../../contract/rules/rights.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { relationOf } from '../db/relation.ts';
import { hasRobotOfModel } from '../db/repositories/downloads.ts';
import type { FileRow } from '../db/repositories/files.ts';
import {
  isLeftToAdmins,
  isRetiredLeftToAdmins,
  relationsOnSite,
  relationsToRobots,
  type RobotRelationRow,
} from '../db/repositories/resourceOwners.ts';

export interface Person {
  userId: string;
  roles: readonly AccountRole[];
}

export type FilePlace = Pick<FileRow, 'owner' | 'ownerId' | 'siteId'>;

const allows = (rows: readonly RobotRelationRow[], roles: readonly AccountRole[], right: Right): boolean =>
  rows.some((row) => hasRight(roles, relationOf(row), right));

async function hasRightOn(
  db: Db,
  { userId, roles }: Person,
  { owner, ownerId }: FilePlace,
  right: Right,
): Promise<boolean> {
  switch (owner) {
    case 'account':
      return ownerId === userId;
    case 'robot': {
      const rows = await relationsToRobots(db, userId, [ownerId]);
      if (allows(rows, roles, right)) return true;
      const [robot] = rows;
      return right === 'read' && robot !== undefined && isRetiredLeftToAdmins(db, roles, robot);
    }
    case 'site':
      return (
        allows(await relationsOnSite(db, userId, ownerId), roles, right) || (await isLeftToAdmins(db, roles, ownerId))
      );
    case 'installation':
      return roles.includes('admin');
  }
}

export async function maySee(db: Db, person: Person, file: FileRow): Promise<boolean> {
  if (file.state !== 'ready') return false;
  // The next version, beside this one during an upgrade, can store kinds that this one has no rule for.
  if (!(file.kind in FILE_RULES)) return false;
  const { readers, right } = FILE_RULES[file.kind];
  if (readers === 'nobody') return false;
  if (readers === 'everybody') return true;
  if (readers === 'ofModel') return person.roles.includes('admin') || hasRobotOfModel(db, person.userId, file.id);
  if (readers === 'accountAdmin') return person.roles.includes('admin');
  return hasRightOn(db, person, file, right);
}

/** Whether the person could start this upload now: a right may have been withdrawn since. */
export const mayStillAdd = (db: Db, { id, roles }: { id: string; roles: readonly AccountRole[] }, file: FilePlace) =>
  hasRightOn(db, { userId: id, roles }, file, file.owner === 'site' ? 'administer' : 'operate');

/**
 * The place of a new file: a robot that the person operates, a site that the person administers, or the account; of
 * software always the installation, for account administrators.
 * @throws idsDisagree for a robot and a site; notAllowed; robotForeign
 */
export async function placeOfNewFile(
  db: Db,
  person: Person,
  {
    fileKind,
    serialNumber,
    siteId,
  }: { fileKind: FileKind; serialNumber?: string | undefined; siteId?: string | undefined },
): Promise<FilePlace> {
  if (fileKind === 'software') {
    if (!person.roles.includes('admin')) throw new ApiError('notAllowed', { field: 'fileKind' });
    return { owner: 'installation', ownerId: INSTALLATION_ID, siteId: null };
  }
  if (serialNumber !== undefined && siteId !== undefined) throw new ApiError('idsDisagree', { field: 'siteId' });
  if (serialNumber !== undefined) {
    const [robot] = await relationsToRobots(db, person.userId, [serialNumber]);
    if (!robot) throw new ApiError('robotForeign', { field: 'serialNumber' });
    const place = { owner: 'robot', ownerId: serialNumber, siteId: robot.siteId } as const;
    if (!(await hasRightOn(db, person, place, 'operate'))) throw new ApiError('notAllowed', { field: 'serialNumber' });
    return place;
  }
  if (siteId !== undefined) {
    const place = { owner: 'site', ownerId: siteId, siteId } as const;
    if (!(await hasRightOn(db, person, place, 'administer'))) throw new ApiError('notAllowed', { field: 'siteId' });
    return place;
  }
  return { owner: 'account', ownerId: person.userId, siteId: null };
}
