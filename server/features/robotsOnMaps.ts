/** Robots that report a position on given maps, wherever they are registered. */
import type { LocalName } from '../db/localName.ts';
import type { AppDeps } from '../appDeps.ts';

/** Their names, by serial number. The last known position of an offline robot counts: the robot is still there. */
export function robotsOnMaps(
  { fleetCache, live }: Pick<AppDeps['fleet'], 'fleetCache' | 'live'>,
  mapIds: ReadonlySet<string>,
): ReadonlyMap<string, LocalName> {
  return new Map(
    [...fleetCache.robots()].flatMap(({ serialNumber, name }) => {
      const { pose } = live(serialNumber, 'enUS');
      return pose && mapIds.has(pose.mapId) ? [[serialNumber, name] as const] : [];
    }),
  );
}
