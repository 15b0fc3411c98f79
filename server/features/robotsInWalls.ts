/** Robots that a new map picture would place in a wall or off the map: a sign of a wrong resolution or origin. */
import type { Language } from '../../contract/entities/constants.ts';
import type { PictureMeta } from '../../contract/entities/map.ts';
import { meaningsOf } from '../../contract/rules/mapFiles/meaning.ts';
import type { Picture } from '../../contract/rules/mapFiles/picture.ts';
import { isOnMap, toPixels } from '../../contract/rules/mapFrame.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import type { StoredMap } from '../db/repositories/maps.ts';
import { frameOfStored } from './describeMap.ts';

/** Their names. A colour picture has no wall information, so only robots off the map are found. */
export function robotsInWalls(
  { fleetCache, live }: Pick<AppDeps['fleet'], 'fleetCache' | 'live'>,
  map: StoredMap,
  { width, height, channels, data }: Picture,
  meta: PictureMeta,
  language: Language,
): string[] {
  const frame = frameOfStored(map);
  const meanings = meaningsOf(meta);
  return [...fleetCache.robots()].flatMap(({ serialNumber, name }) => {
    const { pose } = live(serialNumber, language);
    if (pose?.mapId !== map.id) return [];
    const [column, row] = toPixels(frame, pose.x, pose.y).map(Math.floor);
    const place = Math.min(height - 1, Math.max(0, row ?? 0)) * width + Math.min(width - 1, Math.max(0, column ?? 0));
    const isInWall = channels === 1 && meanings[data[place] ?? 0] === 'occupied';
    return isInWall || !isOnMap(frame, pose.x, pose.y) ? [nameIn(name, language)] : [];
  });
}
