/** Sites as administrators edit them. Lifts, access doors and charging bays are in siteEquipment.ts. */
import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../contract/endpoint.ts';
import type { sites as catalogue } from '../../contract/endpoints/sites.ts';
import type { Language } from '../../contract/entities/constants.ts';
import type { BothNames } from '../../contract/entities/site.ts';
import { BATTERY_RESERVE } from '../../contract/rules/schedule/scheduleLimits.ts';
import { maskAccount } from '../../contract/rules/maskAccount.ts';
import { SITES_MAX } from '../../contract/rules/siteLimits.ts';
import { nameKey } from '../../contract/rules/points.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn, textsOf, type LocalName } from '../db/localName.ts';
import { isValidPhoneNumber, phoneNumberOf } from '../../contract/rules/phonePlans.ts';
import { record } from '../db/repositories/audit.ts';
import { allSites, floorsOfSites } from '../db/repositories/maps.ts';
import { deleteTracesBeside } from '../db/repositories/floorDrawings.ts';
import { deletePictures, lockSite } from '../db/repositories/mapFiles.ts';
import { deleteCallPictures } from '../db/repositories/callContents.ts';
import { addSite, changeSite, countSites, deleteSite, robotNamesAt } from '../db/repositories/sites.ts';
import { replanSite } from './schedulePlan.ts';
import type { RequestContext } from '../requestContext.ts';
import { robotsOnMaps } from './robotsOnMaps.ts';

type Calls = Pick<typeof catalogue, 'save' | 'remove'>;

/** The stored form of a name: one text if both languages are equal. */
export const storedNames = ({ zhCN, enUS }: BothNames): LocalName => (zhCN === enUS ? enUS : { zhCN, enUS });
/** @throws contactPhoneWrong. A stored number that is not changed does not prevent other changes. */
function receptionNumber(typed: string | undefined, before: string): string {
  if (typed === undefined || typed === '') return typed ?? before;
  const number = phoneNumberOf(typed, '');
  if (number === null || (number !== before && !isValidPhoneNumber(number)))
    throw new ApiError('contactPhoneWrong', { field: 'phoneNumber' });
  return number;
}
const auditedSite = <Values extends { phoneNumber: string }>(values: Values): Values => ({
  ...values,
  phoneNumber: maskAccount(values.phoneNumber),
});

export function createSiteHandlers({ fleet, now }: Pick<AppDeps, 'fleet' | 'now'>): Handlers<Calls, RequestContext> {
  return {
    async save(
      { siteId, name, revision, latitude = null, longitude = null, batteryReserve, phoneNumber, ...fields },
      { db, userId },
    ) {
      if ((latitude === null) !== (longitude === null))
        throw new ApiError('coordinatesIncomplete', { field: latitude === null ? 'latitude' : 'longitude' });
      const before = siteId === '' ? undefined : await lockSite(db, siteId);
      if (siteId !== '' && !before) throw new ApiError('siteUnknown', { field: 'siteId' });
      if (before && before.revision !== revision) throw new ApiError('recordChanged', { field: 'revision' });
      if (!before && (await countSites(db)) >= SITES_MAX)
        throw new ApiError('tooManyOnSite', { field: 'name', words: { limit: SITES_MAX } });
      const names = storedNames(name);
      const others = (await allSites(db)).filter(({ id }) => id !== siteId);
      const keys = new Set(textsOf(names).map(nameKey));
      if (others.some((other) => textsOf(other.name).some((text) => keys.has(nameKey(text)))))
        throw new ApiError('siteNameTaken', { field: 'name' });
      const values = {
        name: names,
        ...fields,
        latitude,
        longitude,
        phoneNumber: receptionNumber(phoneNumber, before?.phoneNumber ?? ''),
        batteryReserve: batteryReserve ?? before?.batteryReserve ?? BATTERY_RESERVE.usual,
      };
      if (!before) {
        const id = randomUUID();
        await addSite(db, { id, ...values });
        await record(db, { userId, act: 'site.add', subject: id, after: auditedSite(values) });
        return { siteId: id, revision: 0 };
      }
      const next = before.revision + 1;
      await changeSite(db, siteId, { ...values, revision: next });
      if (before.timeZone !== values.timeZone) await replanSite(db, siteId, now());
      const { id: _, demo: __, revision: ___, ...audited } = before;
      await record(db, {
        userId,
        act: 'site.change',
        subject: siteId,
        before: auditedSite(audited),
        after: auditedSite(values),
      });
      return { siteId, revision: next };
    },

    async remove({ siteId, revision }, { db, userId, language }) {
      const site = await lockSite(db, siteId);
      if (!site) throw new ApiError('siteUnknown', { field: 'siteId' });
      if (site.revision !== revision) throw new ApiError('recordChanged', { field: 'revision' });
      const floors = await floorsOfSites(db, [siteId]);
      // Robots of another site can be on a floor of this one.
      const onFloors = robotsOnMaps(fleet, new Set(floors.map(({ id }) => id)));
      const robots = [...new Map([...(await robotNamesAt(db, siteId)), ...onFloors]).values()];
      if (robots.length > 0)
        throw new ApiError('siteInUse', { field: 'siteId', words: { robots: firstNames(robots, language) } });
      for (const { id } of floors) await deletePictures(db, id, null);
      await deleteTracesBeside(db, { siteId });
      await deleteCallPictures(db, siteId);
      await deleteSite(db, siteId);
      const { name, timeZone, address } = site;
      await record(db, {
        userId,
        act: 'site.delete',
        subject: siteId,
        before: { name, timeZone, address, floors: floors.map(({ floor }) => floor) },
      });
      return null;
    },
  };
}

const NAMED_MOST = 5;
/** The first names, for an error text. */
export function firstNames(names: readonly LocalName[], language: Language): string {
  const first = names.slice(0, NAMED_MOST).map((name) => nameIn(name, language));
  return first.join(', ') + (names.length > NAMED_MOST ? ' …' : '');
}
