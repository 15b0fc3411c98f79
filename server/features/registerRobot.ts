/** Adds robots in a transaction, after checking what the request's schema cannot: site, maps, kind, serial numbers. */
import type { Received } from '../../contract/endpoint.ts';
import type { robotFleet } from '../../contract/endpoints/robotFleet.ts';
import type { RobotKind } from '../../contract/entities/constants.ts';
import { KIND_OF_MODEL } from '../../contract/entities/robotConstants.ts';
import type { NameTexts } from '../../contract/entities/registration.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { ACCOUNT_KEY } from '../../contract/wire/topics.ts';
import { hashOf, newSecret } from '../broker/credentials.ts';
import type { Db } from '../db/database.ts';
import type { LocalName } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import { claimOf } from '../db/repositories/claims.ts';
import { siteExists } from '../db/repositories/resourceOwners.ts';
import { addRobot, mapsOnSite, robotsAlike } from '../db/repositories/robots.ts';
import { demandRoleGiver } from './claimRoles.ts';
import { claimHashOf, newClaimCode } from './claimCode.ts';

export type Registered = Omit<Received<(typeof robotFleet)['registerMany']>, 'serialNumbers'>;
type RegisteredMaps = Registered['maps'];
/** Shown once; only hashes are stored. */
export interface NewCredentials {
  serialNumber: string;
  password: string;
  claimCode: string;
}

/** One text if both are equal; an empty one takes the other's. */
export const storedName = ({ zhCN, enUS }: NameTexts): LocalName =>
  zhCN === enUS ? zhCN : { zhCN: zhCN || enUS, enUS: enUS || zhCN };

/** @throws ApiError parameterEmpty when the model does not determine the kind and none is given */
export function kindOfModel(model: string, kind: RobotKind | undefined): RobotKind {
  const found = KIND_OF_MODEL[model.toUpperCase()] ?? kind;
  if (!found) throw new ApiError('parameterEmpty', { field: 'kind' });
  return found;
}

/** @throws ApiError fieldInvalid for a name given twice, mapUnknown for a map of another site */
export async function checkedMaps(
  db: Db,
  siteId: string,
  given: RegisteredMaps,
): Promise<{ mapId: string; robotMapName: string }[]> {
  const names = given.map(({ registerMapId, robotMapName }) => ({ mapId: registerMapId, robotMapName }));
  const repeated = names.findIndex(
    ({ robotMapName }, i) => names.findIndex((other) => other.robotMapName === robotMapName) !== i,
  );
  if (repeated >= 0) throw new ApiError('fieldInvalid', { field: `maps.${repeated}.robotMapName` });
  const known = await mapsOnSite(
    db,
    siteId,
    names.map(({ mapId }) => mapId),
  );
  const unknown = names.findIndex(({ mapId }) => !known.includes(mapId));
  if (unknown >= 0) throw new ApiError('mapUnknown', { field: `maps.${unknown}.registerMapId` });
  return names;
}

/** The word that client ids of the broker have in place of a serial number, for an account's connection. */
export const isReserved = (serialNumber: string): boolean => serialNumber.toLowerCase() === ACCOUNT_KEY;

/**
 * @param name of a single robot; those of a batch are named later
 * @throws ApiError notAllowed for a role that the caller may not give any more, serialNumberTwice, serialNumberTaken for one and serialNumbersTaken for several robots, siteUnknown,
 * and those of checkedMaps and kindOfModel
 */
export async function registerRobots(
  db: Db,
  serialNumbers: readonly string[],
  { manufacturer, interfaceName, robotModel, kind: wanted, dialect, registerSiteId, maps, claimRole }: Registered,
  { name = '', userId, at }: { name?: LocalName; userId: string; at: Date },
): Promise<NewCredentials[]> {
  await demandRoleGiver(db, claimRole, userId);
  const isBatch = serialNumbers.length > 1;
  const kind = kindOfModel(robotModel, wanted);
  if (!(await siteExists(db, registerSiteId))) throw new ApiError('siteUnknown', { field: 'registerSiteId' });
  const mapNames = await checkedMaps(db, registerSiteId, maps);

  const seen = new Set<string>();
  for (const one of serialNumbers) {
    if (seen.has(one.toLowerCase()))
      throw new ApiError('serialNumberTwice', { field: 'serialNumbers', words: { serialNumber: one } });
    seen.add(one.toLowerCase());
  }
  const refuse = (taken: readonly string[]): never => {
    if (!isBatch) throw new ApiError('serialNumberTaken', { field: 'serialNumber' });
    throw new ApiError('serialNumbersTaken', {
      field: 'serialNumbers',
      words: { count: taken.length, serialNumber: taken[0] ?? '' },
    });
  };
  const reserved = serialNumbers.filter(isReserved);
  if (reserved.length > 0) refuse(reserved);
  const alike = await robotsAlike(db, serialNumbers);
  if (alike.length > 0) refuse(alike.map(({ serialNumber }) => serialNumber));

  const made: NewCredentials[] = [];
  for (const serialNumber of serialNumbers) {
    const [password, claimCode] = [newSecret(), newClaimCode()];
    const robot = {
      serialNumber,
      manufacturer,
      interfaceName,
      model: robotModel,
      kind,
      name,
      siteId: registerSiteId,
      dialect,
    };
    const hashes = { passwordHash: hashOf(password), ...claimOf(claimHashOf(claimCode), claimRole, userId) };
    // Another request can have registered it since.
    if (!(await addRobot(db, { ...robot, ...hashes, registeredAt: at, passwordIssuedAt: at }, mapNames)))
      refuse([serialNumber]);
    await record(db, {
      userId,
      act: 'robot.register',
      subject: serialNumber,
      after: { ...robot, maps: mapNames, claimRole },
    });
    made.push({ serialNumber, password, claimCode });
  }
  return made;
}
