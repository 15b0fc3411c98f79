/** Phrases and pictures that a site keeps for calls with its robots. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { callContents } from '../../contract/endpoints/callContent.ts';
import type { CallContent } from '../../contract/entities/callContent.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { relationOf } from '../db/relation.ts';
import { record } from '../db/repositories/audit.ts';
import {
  type CallContentRow,
  contentOfSite,
  keepPictures,
  lockContent,
  saveContent,
} from '../db/repositories/callContents.ts';
import { ownRobot } from '../db/repositories/robots.ts';
import type { RequestContext } from '../requestContext.ts';

export function createCallContentHandlers({
  fleet: { fleetCache },
  now,
}: Pick<AppDeps, 'fleet' | 'now'>): Handlers<typeof callContents, RequestContext> {
  const siteOf = (serialNumber: string): string => {
    const robot = fleetCache.robot(serialNumber);
    if (!robot) throw new ApiError('robotUnknown', { field: 'serialNumber' });
    return robot.siteId;
  };
  const dto = (row: CallContentRow, serialNumber: string, canChange: boolean): CallContent => ({
    siteId: row.siteId,
    version: row.version,
    phrases: [...row.phrases],
    pictures: [...row.pictures],
    canChange,
    showsPictures: fleetCache.abilitiesOf(serialNumber).actions.includes('callPictures'),
  });

  return {
    async get({ serialNumber }, { db, userId, roles }) {
      const row = await contentOfSite(db, siteOf(serialNumber));
      const own = await ownRobot(db, userId, serialNumber);
      return dto(row, serialNumber, hasRight(roles, relationOf(own?.relation), 'administer'));
    },

    async save({ serialNumber, version, phrases, pictures }, { db, userId }) {
      const siteId = siteOf(serialNumber);
      const before = await lockContent(db, siteId);
      if (before.version !== version) throw new ApiError('callContentChanged', { field: 'version' });
      const ids = pictures.map(({ fileId }) => fileId);
      if (!(await keepPictures(db, siteId, ids, new Date(now()))))
        throw new ApiError('fileUnknown', { field: 'fileId' });
      const row = { siteId, version: version + 1, phrases, pictures };
      await saveContent(db, row);
      await record(db, {
        userId,
        act: 'call.saveContent',
        subject: siteId,
        before: { phrases: before.phrases.length, pictures: before.pictures.length },
        after: { phrases: phrases.length, pictures: pictures.length },
      });
      return dto(row, serialNumber, true);
    },
  };
}
