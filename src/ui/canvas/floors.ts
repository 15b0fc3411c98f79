/** The floors that the map can show, with the number of robots on each, over all sites of the user's robots. Pure. */
import type { IndoorMap, Site } from '../../../contract/entities/map.ts';
import type { Robot } from '../../../contract/entities/robot.ts';

export interface FloorChoice {
  /** Map id. */
  id: string;
  /** '1F', prefixed with the site if there are several. */
  label: string;
  /** Full name for screen readers: 'Harbour Hotel, Lobby floor'. */
  name: string;
  count: number;
}

export function floorChoices(
  sites: readonly Site[],
  maps: readonly IndoorMap[],
  robots: readonly Robot[],
): FloorChoice[] {
  const counts = new Map<string, number>();
  for (const {
    live: { pose },
  } of robots)
    if (pose) counts.set(pose.mapId, (counts.get(pose.mapId) ?? 0) + 1);
  return sites.flatMap((site) =>
    maps
      .filter(({ siteId }) => siteId === site.id)
      .map((map) => ({
        id: map.id,
        label: sites.length > 1 ? `${site.name} ${map.floor}` : map.floor,
        name: `${site.name}, ${map.name}`,
        count: counts.get(map.id) ?? 0,
      })),
  );
}

/** The wanted floor if it exists, else the one with the most robots, else the first. */
export function floorShown(floors: readonly FloorChoice[], wanted: string | null): FloorChoice | null {
  const asked = floors.find(({ id }) => id === wanted);
  if (asked) return asked;
  let most: FloorChoice | null = null;
  for (const floor of floors) if (!most || floor.count > most.count) most = floor;
  return most;
}
