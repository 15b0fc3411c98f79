/** Time as it is shown in camera pictures. */
import { zonedStamp } from '../../contract/rules/zonedStamp.ts';
import { MAPS, SITES } from '../../demo/sites.ts';

const zones = new Map(MAPS.map((map) => [map.id, SITES.find(({ id }) => id === map.siteId)?.timeZone ?? 'UTC']));
const clocks = new Map([...new Set(zones.values())].map((timeZone) => [timeZone, zonedStamp(timeZone)]));

/** Local time of the site: 2026-11-21 16:00:00. */
export const timeOn = (mapId: string, now: number): string => clocks.get(zones.get(mapId) ?? 'UTC')?.(now) ?? '';
