/** The board of offline robots of the whole installation, for clients with a board key created by an administrator. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { board } from '../../contract/endpoints/board.ts';
import type { Language } from '../../contract/entities/constants.ts';
import type { RobotLive } from '../../contract/entities/robot.ts';
import type { Pose } from '../../contract/entities/values.ts';
import { OFFLINE_SHOWN } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn, type StoredPlan } from '../db/localName.ts';
import { allSites, roomsOfMaps } from '../db/repositories/maps.ts';
import type { RequestContext } from '../requestContext.ts';
import type { HolderOfKey } from './wallKeys.ts';

type Rooms = ReadonlyMap<string, StoredPlan['rooms']>;

export function createBoardHandlers({
  fleet,
  now,
  holderOfKey,
}: Pick<AppDeps, 'fleet' | 'now'> & { holderOfKey: HolderOfKey }): Handlers<typeof board, RequestContext> {
  return {
    async offline({ hash }, { db, language, address }) {
      if (!(await holderOfKey(hash, 'board', address))) throw new ApiError('keyWrong', { field: 'hash' });
      const all = [...fleet.fleetCache.robots()].map((robot) => ({
        robot,
        live: fleet.live(robot.serialNumber, language),
      }));
      const offline = all
        .filter(({ live }) => live.connection !== 'online')
        .sort((a, b) => lostAt(b.live) - lostAt(a.live))
        .slice(0, OFFLINE_SHOWN);
      const sites = new Map(offline.length > 0 ? (await allSites(db)).map((site) => [site.id, site]) : []);
      const rooms = await roomsOfMaps(db, [...new Set(offline.flatMap(({ live: { pose } }) => pose?.mapId ?? []))]);
      return {
        at: now(),
        total: all.length,
        online: all.filter(({ live }) => live.connection === 'online').length,
        robots: offline.map(({ robot, live }) => {
          const site = sites.get(robot.siteId);
          return {
            serialNumber: robot.serialNumber,
            robotNickName: nameIn(robot.name, language),
            robotModel: robot.model,
            kind: robot.kind,
            site: nameIn(site?.name ?? '', language),
            timeZone: site?.timeZone ?? 'UTC',
            since: live.at,
            floor: (live.pose && fleet.fleetCache.map(live.pose.mapId)?.floor) ?? '',
            room: live.pose ? roomAt(rooms, live.pose, language) : '',
          };
        }),
      };
    },
  };
}

const lostAt = ({ at }: RobotLive): number => at ?? Number.NEGATIVE_INFINITY;

/** The smallest named room around the position: a lift is inside a corridor. */
function roomAt(all: Rooms, { mapId, x, y }: Pose, language: Language): string {
  const around = (all.get(mapId) ?? []).filter(
    (room) =>
      x >= room.x && x <= room.x + room.w && y >= room.y && y <= room.y + room.h && nameIn(room.name, language) !== '',
  );
  const [smallest] = around.sort((a, b) => a.w * a.h - b.w * b.h);
  return smallest ? nameIn(smallest.name, language) : '';
}
