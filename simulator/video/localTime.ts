/** Time as it is shown in camera pictures. */
import { zonedStamp } from '../../contract/rules/zonedStamp.ts';
import { SITE_ZONES, zoneOfMap } from '../building/siteZones.ts';

const clocks = new Map(SITE_ZONES.map((timeZone) => [timeZone, zonedStamp(timeZone)]));

/** Local time of the site: 2026-11-21 16:00:00. */
export const timeOn = (mapId: string, now: number): string => clocks.get(zoneOfMap(mapId))?.(now) ?? '';
