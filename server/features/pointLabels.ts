/** Labels of points: printed for walls and doors, and opened by scanning with a phone. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { LabelledPoint, PictureAbout, pointLabels, Sendable } from '../../contract/endpoints/pointLabels.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { fileNameOf } from '../../contract/rules/mapFiles/rosMap.ts';
import { toPixels } from '../../contract/rules/mapFrame.ts';
import { LABELS_PER_FILE } from '../../contract/rules/mapLimits.ts';
import { pointAddress } from '../../contract/rules/pointLabels.ts';
import { displacedBy } from '../../contract/rules/displacing.ts';
import { blockingError } from '../../contract/rules/robotCan.ts';
import { ApiError, ERRORS } from '../../contract/wire/errors.ts';
import enUS from '../../locales/enUS/mapEditor.json' with { type: 'json' };
import zhCN from '../../locales/zhCN/mapEditor.json' with { type: 'json' };
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import { allSites, mapById, pointById, pointsOfMaps, type Point, type StoredMap } from '../db/repositories/maps.ts';
import { robotsOf } from '../db/repositories/robots.ts';
import { labelSheets } from '../labels/labelSheets.ts';
import { labelZip } from '../labels/labelZip.ts';
import { labelMapInset } from '../labels/labelMapInset.ts';
import type { RequestContext } from '../requestContext.ts';
import { createCommandIssuer } from './commandIssuer.ts';
import { frameOfStored } from './describeMap.ts';
import { destinationOf } from './destinations.ts';
import { siteOf } from './maps.ts';

type Needs = Pick<AppDeps, 'settings' | 'fleet' | 'broker' | 'now'> & {
  /** Public URL of the console, without a trailing slash. */
  publicUrl: () => string;
};
/** Names of the kinds of points, as in the map editor. */
const KINDS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  zhCN: zhCN.attribute,
  enUS: enUS.attribute,
};
const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { zhCN: 'zh-CN', enUS: 'en-US' };

export function createPointLabelHandlers(deps: Needs): Handlers<typeof pointLabels, RequestContext> {
  const { settings, fleet, publicUrl } = deps;
  const { factsOf } = createCommandIssuer(deps);
  const originOf = (host: string): string => settings.publicUrl ?? (host || publicUrl());

  const siteName = async ({ siteId }: StoredMap, { db, language }: RequestContext): Promise<string> => {
    const found = (await allSites(db)).find(({ id }) => id === siteId);
    return found ? nameIn(found.name, language) : '';
  };
  const labelled = (point: Point, map: StoredMap, site: string, language: Language, origin: string): LabelledPoint => ({
    areaId: point.areaId,
    name: nameIn(point.name, language),
    kinds: point.attributes.flatMap((one) => KINDS[language][one] ?? []),
    map: { mapId: map.id, floor: map.floor, name: nameIn(map.name, language) },
    site,
    address: pointAddress(origin, point.areaId),
  });
  /** The error that the goTo command would give, determined in advance. */
  const obstacleFor = async (serialNumber: string, areaId: string, context: RequestContext): Promise<number | null> => {
    const obstacle = blockingError('goTo', await factsOf(serialNumber, context));
    if (obstacle) return ERRORS[obstacle];
    try {
      destinationOf({ serialNumber, areaId, mapId: '' }, fleet);
      return null;
    } catch (error) {
      if (error instanceof ApiError) return error.code;
      throw error;
    }
  };

  return {
    async exportLabels({ serialNumber, indoorMapId, ids, format, paper, size, host }, context) {
      const { db, language } = context;
      const wanted = [...new Set(ids)];
      if (wanted.length > LABELS_PER_FILE)
        throw new ApiError('tooManyLabels', { field: 'ids', words: { limit: LABELS_PER_FILE } });
      const map = await mapById(db, indoorMapId);
      // The caller can administer robots of two sites: the map must be of this robot's site.
      if (!map || map.siteId !== (await siteOf(db, serialNumber)))
        throw new ApiError('mapUnknown', { field: 'indoorMapId' });
      const known = new Map((await pointsOfMaps(db, [indoorMapId])).map((point) => [point.areaId, point]));
      const site = await siteName(map, context);
      const labels = wanted.map((areaId) => {
        const point = known.get(areaId);
        if (!point) throw new ApiError('pointUnknown', { field: `ids.${ids.indexOf(areaId)}` });
        return labelled(point, map, site, language, originOf(host));
      });
      const title = [map.floor, nameIn(map.name, language)].filter(Boolean).join(' · ');
      const fileName = fileNameOf(`${map.floor}-${nameIn(map.name, language)}-QR`);
      return format === 'zip'
        ? { contentType: 'application/zip', fileName: `${fileName}.zip`, bytes: await labelZip(labels) }
        : {
            contentType: 'application/pdf',
            fileName: `${fileName}.pdf`,
            bytes: labelSheets(labels, { paper, size, title, language: LANGUAGE_TAGS[language] }),
          };
    },

    async open({ areaId, host }, context) {
      const { db, userId, language } = context;
      const point = await pointById(db, areaId);
      const map = point && (await mapById(db, point.mapId));
      if (!map) throw new ApiError('pointUnknown', { field: 'areaId' });
      const own = (await robotsOf(db, userId)).filter(({ robot }) => robot.siteId === map.siteId);
      const facts = await Promise.all(
        own.map(async ({ robot }) => ({ robot, rights: (await factsOf(robot.serialNumber, context)).rights })),
      );
      const mine = facts.filter(({ rights }) => rights.includes('operate'));
      const far = ({ serialNumber }: Sendable): number => {
        const { pose } = fleet.live(serialNumber, language);
        return pose?.mapId === map.id ? Math.hypot(pose.x - point.x, pose.y - point.y) : Number.MAX_VALUE;
      };
      const robots = await Promise.all(
        mine.map(async ({ robot }): Promise<Sendable> => {
          const live = fleet.live(robot.serialNumber, language);
          const displaced = displacedBy('goTo', live);
          return {
            serialNumber: robot.serialNumber,
            name: nameIn(robot.name, language) || robot.serialNumber,
            kind: robot.kind,
            battery: live.battery,
            obstacle: await obstacleFor(robot.serialNumber, areaId, context),
            ...(displaced ? { displaces: { kind: displaced.kind, target: displaced.target } } : {}),
          };
        }),
      );
      // Available robots first, then by distance.
      robots.sort((a, b) => Number(a.obstacle !== null) - Number(b.obstacle !== null) || far(a) - far(b));
      return {
        point: labelled(point, map, await siteName(map, context), language, originOf(host)),
        surroundings: labelMapInset(map.plan, point.x, point.y),
        picture: pictureAbout(map, point),
        robots: robots.length > 0 ? robots : null,
      };
    },
  };
}

function pictureAbout(map: StoredMap, { x, y }: Point): PictureAbout | null {
  const { pictureId, pictureWidth, pictureHeight, resolution, originYaw: yaw } = map;
  if (pictureId === null) return null;
  const [column, row] = toPixels(frameOfStored(map), x, y);
  return { pictureId, width: pictureWidth ?? 0, height: pictureHeight ?? 0, column, row, resolution, yaw };
}
