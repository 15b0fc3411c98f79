/**
 * Authorisation: the one place that enforces `access` of the catalogue (design 3, 13). Every id that the request schema
 * declares is resolved to its robot, or to its site and the robots there, and the caller needs a sufficient relation to
 * each.
 */
import type { Endpoint } from '../../contract/endpoint.ts';
import type { AccountRole } from '../../contract/entities/constants.ts';
import type { ResourceId } from '../../contract/rules/resourceIds.ts';
import { hasRight, type Right } from '../../contract/rules/rights.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { relationOf } from '../db/relation.ts';
import { robotOfCall } from '../db/repositories/calls.ts';
import { placeOfDelivery } from '../db/repositories/deliveries.ts';
import {
  isLeftToAdmins,
  isRetiredLeftToAdmins,
  placeOfPoint,
  placeOfRoute,
  robotOfAlarmCase,
  robotOfCommand,
  robotOfRouteRun,
  robotOfScheduledTask,
  robotOfScheduleException,
  robotOfRelation,
  siteExists,
  siteOfContact,
  siteOfContactRole,
  siteOfMap,
  relationsOnSite,
  relationsToRobots,
  type RobotRelationRow,
} from '../db/repositories/resourceOwners.ts';
import { siteOfFacePerson } from '../db/repositories/facePersons.ts';
import { robotOfFace } from '../db/repositories/faces.ts';
import { robotOfDisinfection } from '../db/repositories/disinfections.ts';
import { robotOfEvent } from '../db/repositories/eventRecords.ts';
import { LAST_KNOWN_RIGHTS_MS, type LiveRights } from '../rights/liveRights.ts';
import type { Call } from './calls.ts';

export interface Caller {
  userId: string;
  roles: readonly AccountRole[];
}

/** Runs before the data is examined. @throws notAllowed when the account lacks the role */
export function checkRole({ access }: Pick<Endpoint, 'access'>, asker: Caller): void {
  if (access.who === 'account' && !asker.roles.includes(access.role)) throw new ApiError('notAllowed');
}

/**
 * Checked before a large body is read. @throws notAllowed when the account's roles do not allow the call for any robot
 */
export function demandRoleFor({ access }: Pick<Endpoint, 'access'>, { roles }: Pick<Caller, 'roles'>): void {
  checkRole({ access }, { userId: '', roles });
  if (access.who === 'robot' && !hasRight(roles, 'superAdmin', access.right)) throw new ApiError('notAllowed');
}

/** @throws notYourself when a field for the caller's own id has another user's id */
export function checkSelf({ ids }: Pick<Call, 'ids'>, input: unknown, asker: Caller): void {
  for (const { field, id } of ids.callerIds(input))
    if (id !== asker.userId) throw new ApiError('notYourself', { field });
}

/**
 * @throws serialNumberEmpty for a call on robots whose request names none; pointUnknown, routeDeleted, mapUnknown,
 * siteUnknown, deliveryUnknown, notFound for an id that does not exist; robotForeign without a relation, and for a
 * robot that does not exist; robotRetired for more than reading; notAllowed when relation and role do not grant the
 * right; idsDisagree when the ids of one request belong to several robots, sites or maps
 */
export async function checkRobots(
  { endpoint: { access }, ids }: Pick<Call, 'endpoint' | 'ids'>,
  input: unknown,
  asker: Caller,
  db: Db,
): Promise<void> {
  if (access.who !== 'robot' && access.who !== 'signedIn') return;
  const right = access.who === 'robot' ? access.right : 'read';
  const named = ids.resourceIds(input);
  if (named.length === 0) {
    if (access.who === 'robot') throw new ApiError('serialNumberEmpty', { field: ids.resourceFields[0] ?? 'data' });
    return;
  }
  const claims = await Promise.all(named.map((one) => resolve(db, one)));

  const serialNumbers = [...new Set(claims.flatMap(({ serialNumber }) => serialNumber ?? []))];
  const standings = new Map(
    (serialNumbers.length > 0 ? await relationsToRobots(db, asker.userId, serialNumbers) : []).map((row) => [
      row.serialNumber,
      row,
    ]),
  );
  for (const { field, serialNumber } of claims) {
    if (serialNumber === undefined) continue;
    const standing = standings.get(serialNumber);
    // An unknown robot gets the same error as another owner's, so that serial numbers cannot be enumerated.
    if (!standing) throw new ApiError('robotForeign', { field });
    // Otherwise nobody could read the records of a site whose robots are all retired.
    if (right === 'read' && (await isRetiredLeftToAdmins(db, asker.roles, standing))) continue;
    assertRight(right, [standing], asker, field);
    // Its records can still be read.
    if (right !== 'read' && standing.retiredAt) throw new ApiError('robotRetired', { field });
  }

  const single = claims.filter(({ isOne }) => isOne);
  const robots = new Set(single.flatMap(({ serialNumber }) => serialNumber ?? []));
  const robotSites = new Set([...robots].flatMap((serialNumber) => standings.get(serialNumber)?.siteId ?? []));
  for (const { field, siteId } of claims) {
    // Access to a resource on the site of a named robot follows from access to that robot.
    if (siteId === undefined || robotSites.has(siteId)) continue;
    const own = await relationsOnSite(db, asker.userId, siteId);
    if (own.length === 0 && (await isLeftToAdmins(db, asker.roles, siteId))) continue;
    assertRight(right, own, asker, field);
  }
  const sites = new Set([...robotSites, ...single.flatMap(({ siteId }) => siteId ?? [])]);
  const maps = new Set(single.flatMap(({ mapId }) => mapId ?? []));
  if (robots.size > 1 || sites.size > 1 || maps.size > 1)
    throw new ApiError('idsDisagree', { field: single.at(-1)?.field ?? 'data' });
}

/** Whether the rights cached in memory allow a Stop, without a database query. */
export function mayStop(
  { ids }: Pick<Call, 'ids'>,
  input: unknown,
  { userId }: Caller,
  rights: Pick<LiveRights, 'age' | 'standing'>,
): boolean {
  if (rights.age() > LAST_KNOWN_RIGHTS_MS) return false;
  const named = ids.resourceIds(input);
  return (
    named.length > 0 &&
    named.every(({ kind, id }) => {
      const { roles, relation } = rights.standing(userId, id);
      return kind === 'robot' && hasRight(roles, relation, 'stop');
    })
  );
}

/** What an id resolves to: a robot, or something on a site's map. */
interface Claim {
  field: string;
  /** True for a field that holds a single id and is not `independent`: all of these must refer to the same robot, site and map. */
  isOne: boolean;
  serialNumber?: string;
  siteId?: string;
  mapId?: string;
}

async function resolve(db: Db, { field, kind, id, isSingle: isOne }: ResourceId): Promise<Claim> {
  const found = <Found>(value: Found | undefined, missing: ErrorName): Found => {
    if (value === undefined) throw new ApiError(missing, { field });
    return value;
  };
  switch (kind) {
    case 'robot':
      return { field, isOne, serialNumber: id };
    case 'command':
      return { field, isOne, serialNumber: found(await robotOfCommand(db, id), 'notFound') };
    case 'drive':
      return { field, isOne, serialNumber: found(await robotOfRouteRun(db, id), 'notFound') };
    case 'disinfection':
      return { field, isOne, serialNumber: found(await robotOfDisinfection(db, id), 'notFound') };
    case 'event':
      return { field, isOne, serialNumber: found(await robotOfEvent(db, id), 'notFound') };
    case 'call':
      return { field, isOne, serialNumber: found(await robotOfCall(db, id), 'notFound') };
    case 'alarmCase':
      return { field, isOne, serialNumber: found(await robotOfAlarmCase(db, id), 'notFound') };
    case 'face':
      return { field, isOne, serialNumber: found(await robotOfFace(db, id), 'notFound') };
    case 'facePerson':
      return { field, isOne, siteId: found(await siteOfFacePerson(db, id), 'notFound') };
    case 'scheduledTask':
      return { field, isOne, serialNumber: found(await robotOfScheduledTask(db, id), 'notFound') };
    case 'scheduleException':
      return { field, isOne, serialNumber: found(await robotOfScheduleException(db, id), 'notFound') };
    case 'delivery': {
      const { serialNumber, siteId } = found(await placeOfDelivery(db, id), 'deliveryUnknown');
      // While it waits for a robot, it belongs to its site.
      return serialNumber === '' ? { field, isOne, siteId } : { field, isOne, serialNumber };
    }
    case 'friendRelation':
      return { field, isOne, serialNumber: found(await robotOfRelation(db, id), 'notFound') };
    case 'point':
      return { field, isOne, ...found(await placeOfPoint(db, id), 'pointUnknown') };
    case 'route':
      return { field, isOne, ...found(await placeOfRoute(db, id), 'routeDeleted') };
    case 'map':
      return { field, isOne, mapId: id, siteId: found(await siteOfMap(db, id), 'mapUnknown') };
    case 'contact':
      return { field, isOne, siteId: found(await siteOfContact(db, id), 'notFound') };
    case 'contactRole':
      return { field, isOne, siteId: found(await siteOfContactRole(db, id), 'notFound') };
    case 'site':
      return { field, isOne, siteId: found((await siteExists(db, id)) ? id : undefined, 'siteUnknown') };
  }
}

/** Demands the right on at least one of these robots. */
function assertRight(right: Right, standings: readonly RobotRelationRow[], { roles }: Caller, field: string): void {
  const own = standings.flatMap((standing) => relationOf(standing) ?? []);
  if (own.length === 0) throw new ApiError('robotForeign', { field });
  if (!own.some((relation) => hasRight(roles, relation, right))) throw new ApiError('notAllowed', { field });
}
