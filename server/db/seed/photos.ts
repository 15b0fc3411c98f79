/**
 * Photos that the demo's robots took in the past days: when, where and why. The simulator draws them, in a background job
 * (server/jobs/kinds/demoPhotos.ts). The same for every start on the same day.
 */
import type { AlarmType } from '../../../contract/entities/robotConstants.ts';
import type { MediaSource } from '../../../contract/rules/mediaLibrary.ts';
import { plusDays, zonedDate, zonedInstant } from '../../../contract/rules/zonedTime.ts';
import { ACCOUNTS } from '../../../demo/accounts.ts';
import { outlooksOn } from '../../../demo/outlook.ts';
import { randomFrom } from '../../../demo/random.ts';
import { roster } from '../../../demo/roster.ts';
import { mapOf, pointOf, SITES } from '../../../demo/sites.ts';
import type { LocalName } from '../localName.ts';

const SEED = 0x70686f74;
const DAYS = 6;
const PER_DAY = 5;
const NAMED_ROBOTS = 12;
const HOURS = { from: 7, until: 22 } as const;
/** Best directions among which one is chosen. */
const OUTLOOKS = 3;

/** A picture of the demo's past, for the library. */
export interface DemoPicture {
  serialNumber: string;
  siteId: string;
  source: MediaSource;
  /** null if the robot took it by itself. */
  by: { userId: string; name: LocalName } | null;
  /** Of what the alarm of a case was about, or of the same view without it. */
  alarm?: { caseId: string; event: AlarmType; value?: number; isThere: boolean };
  pose: { mapId: string; x: number; y: number; theta: number };
  /** ms since 1970 */
  takenAt: number;
}

/** @param now ms  @param isKnown whether the installation has the robot */
export function demoPhotos(now: number, isKnown: (serialNumber: string) => boolean): DemoPicture[] {
  const robots = roster(NAMED_ROBOTS).filter(
    ({ serialNumber, capabilities: { photo, video }, light, round }) =>
      photo && video && !light && round.length > 0 && isKnown(serialNumber),
  );
  const operator = ACCOUNTS.find(({ roles }) => roles.some((role) => role === 'operator'));
  const chance = randomFrom(SEED);
  const among = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(chance() * items.length)];
  return Array.from({ length: DAYS * PER_DAY }, (_, index): DemoPicture[] => {
    const robot = among(robots);
    const point = robot && pointOf(among(robot.round) ?? robot.homePointId);
    const site = SITES.find(({ id }) => id === robot?.siteId);
    if (!robot || !point || !site) return [];
    const { plan } = mapOf(point.mapId);
    const theta = among(outlooksOn(plan, point.x, point.y, OUTLOOKS)) ?? point.theta;
    const day = plusDays(zonedDate(site.timeZone, now), -1 - Math.floor(index / PER_DAY));
    const minutes = Math.floor((HOURS.from + chance() * (HOURS.until - HOURS.from)) * 60);
    const time = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
    const patrols = robot.kind === 'security';
    const source = chance() < 0.3 ? 'operator' : patrols ? (chance() < 0.5 ? 'task' : 'interval') : 'timer';
    return [
      {
        serialNumber: robot.serialNumber,
        siteId: robot.siteId,
        source,
        by: source === 'operator' && operator ? { userId: operator.id, name: operator.name } : null,
        pose: { mapId: point.mapId, x: point.x, y: point.y, theta },
        takenAt: zonedInstant(site.timeZone, day, time) + Math.floor(chance() * 60_000),
      },
    ];
  }).flat();
}
