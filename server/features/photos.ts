/** The library of photos and recordings: lists it, keeps, shares, deletes and restores what is in it. */
import { createHash, randomBytes } from 'node:crypto';
import type { Handlers, Received } from '../../contract/endpoint.ts';
import type { photos as catalogue } from '../../contract/endpoints/photos.ts';
import type { MediaItem } from '../../contract/entities/mediaItem.ts';
import { FILE_ADDRESS_MS } from '../../contract/rules/files.ts';
import {
  MEDIA_EXPORT_ITEMS,
  MEDIA_LINK_MS,
  MEDIA_LINKS_MAX,
  MEDIA_PAGE,
  NEWEST_PICTURES,
  PHOTOS_AROUND,
  whyNotDeleted,
  type DeleteRefusal,
} from '../../contract/rules/mediaLibrary.ts';
import { ROBOT_SETTINGS } from '../../contract/rules/robotSettings.ts';
import type { RetentionDays } from '../../contract/rules/retention.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import { record } from '../db/repositories/audit.ts';
import { changeMedia } from '../db/repositories/mediaItems.ts';
import {
  addMediaLink,
  countDeletedMedia,
  mediaAmong,
  mediaCounts,
  mediaGroups,
  mediaLinkById,
  mediaPage,
  mediaPlaces,
  newestPhotos,
  photosAround,
  revokeMediaLink,
  validLinks,
  type ListedMedia,
  type MediaFilter,
} from '../db/repositories/mediaLists.ts';
import { mediaViewsOf, noteMediaViews } from '../db/repositories/mediaViews.ts';
import { robotsWithRight } from '../db/repositories/resourceOwners.ts';
import { SHARED_PATH } from '../files/tickets.ts';
import type { RequestContext } from '../requestContext.ts';
import type { FileNeeds } from './files.ts';
import { assertTimeSpan, listedSeenRobots, seenRobots } from './listRequest.ts';
import { beginMediaExport, mediaExports } from './mediaExports.ts';
import type { createRobotSettingsHandlers } from './robotSettings.ts';

type Needs = Pick<AppDeps, 'db' | 'fleet' | 'now'> & {
  files: FileNeeds;
  publicUrl: () => string;
  settings: Pick<ReturnType<typeof createRobotSettingsHandlers>, 'ofType' | 'saveOfType'>;
  days: RetentionDays;
};
type Asked = Omit<Received<(typeof catalogue)['list']>, 'page'>;
type Caller = Pick<RequestContext, 'db' | 'userId' | 'roles' | 'language'>;

const REFUSALS: Readonly<Record<DeleteRefusal, ErrorName>> = {
  kept: 'mediaKept',
  openCase: 'mediaOfOpenCase',
  recording: 'mediaRecording',
};
/** Only the hash of a link's secret is stored. */
export const mediaLinkIdOf = (secret: string): string =>
  createHash('sha256').update(`media link\n${secret}`).digest('hex').slice(0, 32);

export function createPhotoHandlers({
  db: ownDb,
  fleet: { fleetCache },
  now,
  files: { tickets },
  publicUrl,
  settings,
  days,
}: Needs): Handlers<typeof catalogue, RequestContext> {
  /** @param own the caller's robots, if they are read already */
  const filterOf = async (
    { serialNumberStr, ...asked }: Asked,
    caller: Caller,
    own?: string[],
  ): Promise<MediaFilter> => {
    assertTimeSpan(asked);
    const { areaId, takenBy } = asked;
    const serialNumbers = await listedSeenRobots(fleetCache, serialNumberStr, caller, own);
    return { ...asked, areaId, takenBy, serialNumbers };
  };
  const changeable = async ({ db, userId, roles }: Caller, rows: readonly ListedMedia[]) => {
    const serialNumbers = [...new Set(rows.map(({ item }) => item.serialNumber))];
    return new Set(await robotsWithRight(db, { userId, roles }, serialNumbers, 'operate'));
  };
  const dtosOf = async (caller: Caller, rows: readonly ListedMedia[]): Promise<MediaItem[]> => {
    const operated = await changeable(caller, rows);
    const { language } = caller;
    return rows.map(({ item, bytes, thumbnailBytes, until, timeZone, isOfOpenCase }) => {
      const { mapId, x, y, theta } = item;
      const map = mapId === null ? undefined : fleetCache.map(mapId);
      return {
        fileId: item.fileId,
        kind: item.kind,
        source: item.source,
        isRecording: item.isRecording,
        serialNumber: item.serialNumber,
        robotName: nameIn(fleetCache.robot(item.serialNumber)?.name ?? '', language) || item.serialNumber,
        timeZone,
        by: nameIn(item.userName, language),
        point: nameIn(item.pointName, language),
        mapId: map ? mapId : null,
        mapName: map ? nameIn(map.name, language) : '',
        pose: map && mapId !== null && x !== null && y !== null && theta !== null ? { mapId, x, y, theta } : null,
        takenAt: item.takenAt.getTime(),
        durationMs: item.durationMs,
        bytes,
        width: item.width,
        height: item.height,
        hasThumbnail: thumbnailBytes > 0,
        alarmCaseId: item.alarmCaseId,
        isOfOpenCase,
        runId: item.runId,
        isKept: item.keptAt !== null,
        deletedAt: item.deletedAt?.getTime() ?? null,
        until: until?.getTime() ?? null,
        canChange: operated.has(item.serialNumber),
      };
    });
  };
  /** Those of robots that the caller can see. @throws playbackMissing if one is gone or not of them */
  const seen = async (caller: Caller, fileIds: readonly string[]): Promise<ListedMedia[]> => {
    const own = new Set(await seenRobots(fleetCache, caller));
    const rows = (await mediaAmong(caller.db, fileIds)).filter(({ item }) => own.has(item.serialNumber));
    if (rows.length < new Set(fileIds).size) throw new ApiError('playbackMissing', { field: 'fileIds' });
    return rows;
  };
  /** @throws notAllowed unless the caller may operate all their robots */
  const operated = async (caller: Caller, fileIds: readonly string[]): Promise<ListedMedia[]> => {
    const rows = await seen(caller, fileIds);
    const robots = await changeable(caller, rows);
    if (rows.some(({ item }) => !robots.has(item.serialNumber))) throw new ApiError('notAllowed', { field: 'fileIds' });
    return rows;
  };
  /** One entry for each robot. */
  const audit = async (
    { db, userId }: Caller,
    act: 'media.keep' | 'media.unkeep' | 'media.delete' | 'media.restore',
    rows: readonly ListedMedia[],
  ): Promise<void> => {
    for (const serialNumber of new Set(rows.map(({ item }) => item.serialNumber)))
      await record(db, {
        userId,
        act,
        subject: serialNumber,
        after: {
          fileIds: rows.flatMap(({ item }) => (item.serialNumber === serialNumber ? [item.fileId] : [])),
        },
      });
  };

  return {
    async overview(asked, context) {
      const { db, language } = context;
      const own = await seenRobots(fleetCache, context);
      const filter = await filterOf(asked, context, own);
      const groups = await mediaGroups(db, filter);
      return {
        ...(await mediaCounts(db, filter)),
        deleted: await countDeletedMedia(db, own),
        groups: groups.map(({ key, pointName, ...counts }) => ({
          key,
          name:
            filter.groupBy === 'robot'
              ? nameIn(fleetCache.robot(key)?.name ?? '', language) || key
              : filter.groupBy === 'place'
                ? nameIn(pointName, language)
                : '',
          ...counts,
        })),
        days: { stills: days.stills, photos: days.photos, alarmPhotos: days.alarmPhotos },
        places: (await mediaPlaces(db, own)).map(({ areaId, name }) => ({ areaId, name: nameIn(name, language) })),
      };
    },
    async list({ page, ...asked }, context) {
      const rows = await mediaPage(context.db, await filterOf(asked, context), { page, limit: MEDIA_PAGE });
      return { rows: await dtosOf(context, rows) };
    },
    async item({ fileId }, context) {
      const [item] = await dtosOf(context, await seen(context, [fileId]));
      if (!item) throw new ApiError('playbackMissing', { field: 'fileId' });
      const links = item.canChange ? await validLinks(context.db, fileId, new Date(now())) : [];
      return {
        item,
        links: links.map(({ id, createdByName, createdAt, until }) => ({
          linkId: id,
          by: nameIn(createdByName, context.language),
          createdAt: createdAt.getTime(),
          until: until.getTime(),
        })),
        views: (await mediaViewsOf(context.db, fileId)).map(({ nickname, at }) => ({
          by: nameIn(nickname, context.language),
          at: at.getTime(),
        })),
      };
    },
    async addresses({ fileIds, thumbnail }, context) {
      const { db, userId, afterCommit } = context;
      const own = new Set(await seenRobots(fleetCache, context));
      const until = now() + FILE_ADDRESS_MS;
      const rows = await mediaAmong(db, fileIds);
      const addresses: { fileId: string; url: string }[] = [];
      for (const { item } of rows)
        if (own.has(item.serialNumber) && !item.isRecording)
          addresses.push({ fileId: item.fileId, url: await tickets.read(item.fileId, { userId, thumbnail }, until) });
      if (!thumbnail) {
        const opened = { fileIds: addresses.map(({ fileId }) => fileId), userId, at: new Date(now()) };
        afterCommit(() => noteMediaViews(ownDb, opened));
      }
      return { addresses, until };
    },
    async keep({ fileIds, keep }, context) {
      const rows = await operated(context, fileIds);
      if (rows.some(({ item }) => item.deletedAt !== null)) throw new ApiError('mediaDeleted', { field: 'fileIds' });
      const changed = rows.filter(({ item }) => (item.keptAt !== null) !== keep);
      for (const { item } of changed)
        await changeMedia(context.db, item.fileId, {
          keptAt: keep ? new Date(now()) : null,
          keptBy: keep ? context.userId : null,
        });
      await audit(context, keep ? 'media.keep' : 'media.unkeep', changed);
      return null;
    },
    async remove({ fileIds }, context) {
      const rows = await operated(context, fileIds);
      const refused = rows.flatMap(({ item, isOfOpenCase }) => {
        const reason = whyNotDeleted({ isKept: item.keptAt !== null, isOfOpenCase, isRecording: item.isRecording });
        return reason === null ? [] : [{ fileId: item.fileId, reason }];
      });
      const [first] = refused;
      if (first && refused.length === rows.length) throw new ApiError(REFUSALS[first.reason], { field: 'fileIds' });
      const stay = new Set(refused.map(({ fileId }) => fileId));
      const deleted = rows.filter(({ item }) => !stay.has(item.fileId));
      for (const { item } of deleted)
        if (item.deletedAt === null)
          await changeMedia(context.db, item.fileId, { deletedAt: new Date(now()), deletedBy: context.userId });
      await audit(context, 'media.delete', deleted);
      return { deleted: deleted.map(({ item }) => item.fileId), refused };
    },
    async restore({ fileIds }, context) {
      const rows = (await operated(context, fileIds)).filter(({ item }) => item.deletedAt !== null);
      for (const { item } of rows) await changeMedia(context.db, item.fileId, { deletedAt: null, deletedBy: null });
      await audit(context, 'media.restore', rows);
      return null;
    },
    async createLink({ fileId }, context) {
      const { db, userId, nickname } = context;
      const [row] = await operated(context, [fileId]);
      if (!row || row.item.isRecording) throw new ApiError('mediaRecording', { field: 'fileId' });
      if (row.item.deletedAt !== null) throw new ApiError('mediaDeleted', { field: 'fileId' });
      const at = new Date(now());
      if ((await validLinks(db, fileId, at)).length >= MEDIA_LINKS_MAX)
        throw new ApiError('mediaLinksTooMany', { words: { limit: MEDIA_LINKS_MAX } });
      const secret = randomBytes(24).toString('base64url');
      const id = mediaLinkIdOf(secret);
      const until = new Date(now() + MEDIA_LINK_MS);
      await db.transaction(async (transaction) => {
        await addMediaLink(transaction, {
          id,
          fileId,
          createdBy: userId,
          createdByName: nickname,
          createdAt: at,
          until,
        });
        await record(transaction, { userId, act: 'media.share', subject: row.item.serialNumber, after: { fileId } });
      });
      return { linkId: id, url: `${publicUrl()}${SHARED_PATH}${secret}`, until: until.getTime() };
    },
    async revokeLink({ linkId }, context) {
      const { db, userId } = context;
      const link = await mediaLinkById(db, linkId);
      if (!link) throw new ApiError('notFound', { field: 'linkId' });
      const [row] = await operated(context, [link.fileId]);
      await revokeMediaLink(db, linkId, new Date(now()));
      await record(db, {
        userId,
        act: 'media.revokeLink',
        subject: row?.item.serialNumber ?? '',
        after: { fileId: link.fileId },
      });
      return null;
    },
    async export({ fileIds, language, timeZone, ...asked }, context) {
      const rows = fileIds
        ? await seen(context, [...new Set(fileIds)])
        : await mediaPage(
            context.db,
            { ...(await filterOf(asked, context)), deleted: false },
            { page: 1, limit: MEDIA_EXPORT_ITEMS + 1 },
          );
      return beginMediaExport(context, now, rows, { language, timeZone });
    },
    exportState: ({ exportId }, { db, userId }) => mediaExports.stateOf(db, userId, exportId),
    cancelExport: ({ exportId }, { db, userId }) => mediaExports.cancel(db, now, userId, exportId),
    async setting({ serialNumber }, context) {
      const { settings: rows, canChange } = await settings.ofType(
        { serialNumber, settingType: 'photoInterval' },
        context,
      );
      const [row] = rows;
      if (!row) throw new ApiError('robotCannot', { field: 'serialNumber' });
      const rule = ROBOT_SETTINGS.photoInterval;
      if (rule.kind !== 'number') throw new ApiError('robotCannot', { field: 'serialNumber' });
      const { min, max, initial } = rule;
      return {
        serialNumber,
        takePhotoInterval: Number(row.wanted?.value ?? row.reported?.value ?? initial),
        min,
        max,
        canChange,
      };
    },
    saveSetting: ({ serialNumber, takePhotoInterval }, context) =>
      settings.saveOfType(
        {
          serialNumber,
          settingType: 'photoInterval',
          values: { photoInterval: takePhotoInterval },
          privacyPolicyVersion: '',
        },
        context,
      ),
    async newest({ serialNumber }, context) {
      return { rows: await dtosOf(context, await newestPhotos(context.db, serialNumber, NEWEST_PICTURES)) };
    },
    async around({ serialNumber, at }, context) {
      // One more on each side shows whether there are more.
      const { until, after } = await photosAround(context.db, serialNumber, new Date(at), PHOTOS_AROUND + 1);
      const rows = [...until.slice(0, PHOTOS_AROUND).toReversed(), ...after.slice(0, PHOTOS_AROUND)];
      return {
        rows: await dtosOf(context, rows),
        hasEarlier: until.length > PHOTOS_AROUND,
        hasLater: after.length > PHOTOS_AROUND,
      };
    },
  };
}
