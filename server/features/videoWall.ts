/** The video wall: saved layouts, and who watches a robot. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { videoWall } from '../../contract/endpoints/videoWall.ts';
import type { VideoLayout } from '../../contract/entities/videoLayout.ts';
import { VIDEO_LAYOUTS_PER_ACCOUNT, VIDEO_LAYOUTS_SHARED_SHOWN } from '../../contract/rules/limits.ts';
import { viewerLimit, WALL_TILES_MAX } from '../../contract/rules/videoWall.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import { viewersOf } from '../db/repositories/mediaViewings.ts';
import {
  addLayout,
  changeLayout,
  deleteLayout,
  isNameTaken,
  lockLayouts,
  ownLayouts,
  replaceTiles,
  sharedLayouts,
  type StoredLayout,
  visibleRobots,
} from '../db/repositories/videoLayouts.ts';
import type { RequestContext } from '../requestContext.ts';
import { newId } from './sessionIssuer.ts';

export function createVideoWallHandlers({
  now,
  fleet,
}: Pick<AppDeps, 'now' | 'fleet'>): Handlers<typeof videoWall, RequestContext> {
  const { fleetCache } = fleet;
  const presented = async ({ db, userId, language }: RequestContext, rows: StoredLayout[]): Promise<VideoLayout[]> => {
    const robots = rows.flatMap(({ tiles }) => tiles.map(({ serialNumber }) => serialNumber));
    const visible = await visibleRobots(db, userId, robots);
    return rows.map(
      ({ layout: { id, name, grid, quality, stillSeconds, isShared, userId: ownerId }, owner, tiles }) => ({
        id,
        name,
        grid,
        quality,
        stillSeconds,
        isShared,
        tiles: tiles.map((tile) => ({
          slot: tile.slot,
          quality: tile.quality,
          live: tile.live,
          serialNumber: visible.has(tile.serialNumber) ? tile.serialNumber : null,
        })),
        isOwn: ownerId === userId,
        owner: nameIn(owner ?? '', language),
      }),
    );
  };

  return {
    async layouts(_, context) {
      const { db, userId } = context;
      return presented(context, [
        ...(await ownLayouts(db, userId)),
        ...(await sharedLayouts(db, userId, VIDEO_LAYOUTS_SHARED_SHOWN)),
      ]);
    },

    async saveLayout({ layoutId, tiles, ...settings }, context) {
      const { db, userId } = context;
      const robots = tiles.map(({ serialNumber }) => serialNumber);
      const visible = await visibleRobots(db, userId, robots);
      if (robots.some((serialNumber) => !visible.has(serialNumber)))
        throw new ApiError('robotForeign', { field: 'tiles' });
      const total = await lockLayouts(db, userId);
      if (layoutId === '' && total >= VIDEO_LAYOUTS_PER_ACCOUNT)
        throw new ApiError('tooManyVideoLayouts', { words: { count: VIDEO_LAYOUTS_PER_ACCOUNT } });
      if (await isNameTaken(db, userId, settings.name, layoutId))
        throw new ApiError('videoLayoutNameTaken', { field: 'name' });
      const row = { ...settings, id: layoutId || newId(), userId, savedAt: new Date(now()) };
      if (layoutId === '') await addLayout(db, row);
      else if (!(await changeLayout(db, row))) throw new ApiError('notFound', { field: 'layoutId' });
      await replaceTiles(db, row.id, tiles);
      const saved = (await ownLayouts(db, userId)).filter(({ layout }) => layout.id === row.id);
      const [shown] = await presented(context, saved);
      if (!shown) throw new ApiError('notFound', { field: 'layoutId' });
      return shown;
    },

    async deleteLayout({ layoutId }, { db, userId }) {
      if (!(await deleteLayout(db, userId, layoutId))) throw new ApiError('notFound', { field: 'layoutId' });
      return null;
    },

    async cameras({ first }, { userId, language }) {
      return [...fleetCache.robotsOf(userId)]
        .filter((serialNumber) => fleetCache.abilitiesOf(serialNumber).video)
        .map((serialNumber) => ({
          serialNumber,
          isOnline: fleet.live(serialNumber, language).connection === 'online',
          name: nameIn(fleetCache.robot(serialNumber)?.name ?? '', language),
        }))
        .sort(
          (a, b) =>
            Number(b.serialNumber === first) - Number(a.serialNumber === first) ||
            Number(b.isOnline) - Number(a.isOnline) ||
            a.name.localeCompare(b.name),
        )
        .slice(0, WALL_TILES_MAX)
        .map(({ serialNumber }) => serialNumber);
    },

    async viewers({ serialNumber }, { db, userId, language }) {
      const limit = viewerLimit(fleetCache.abilitiesOf(serialNumber));
      const found = await viewersOf(db, serialNumber, new Date(now()), limit);
      return {
        viewers: found.map((viewer) => ({ name: nameIn(viewer.name, language), isSelf: viewer.userId === userId })),
        limit,
      };
    },
  };
}
