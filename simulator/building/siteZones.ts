/** Time zones of the simulated sites, by map. */
import { MAPS, SITES } from '../../demo/sites.ts';

const zones = new Map(MAPS.map((map) => [map.id, SITES.find(({ id }) => id === map.siteId)?.timeZone ?? 'UTC']));

/** IANA; UTC for a map of no site. */
export const zoneOfMap = (mapId: string): string => zones.get(mapId) ?? 'UTC';
/** Those of all maps, each once. */
export const SITE_ZONES: readonly string[] = [...new Set(zones.values())];
