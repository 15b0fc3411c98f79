/** Limits of sites, lifts and access doors. */

/** Characters of a name in one language. */
export const SITE_NAME_MAX = 60;
export const SITE_ADDRESS_MAX = 200;
/** Characters of the reception's number, as typed. */
export const SITE_PHONE_MAX = 40;
export const SITES_MAX = 500;
export const LIFTS_PER_SITE = 50;
export const DOORS_PER_SITE = 200;
/** Points that an access door can have. */
export const POINTS_PER_DOOR = 20;
/** Seconds that a door or a lift stays open. */
export const DOOR_OPEN_S = { min: 1, max: 120, usual: 12 } as const;
export const RELAY_URL_MAX = 300;
/** Time in which a relay must answer, ms. */
export const RELAY_PATIENCE_MS = 5_000;
/** Time in which the simulated building must answer, ms: a lift needs 7 s a floor. */
export const BUILDING_PATIENCE_MS = 45_000;
/** Tests of lifts and doors by one account in a minute. */
export const EQUIPMENT_TESTS_PER_MINUTE = 10;

/** A robot closer than this to the centre of a bay is in the bay, metres. */
const IN_BAY_M = 0.7;
interface Spot {
  readonly x: number;
  readonly y: number;
}
export const isInBay = (robot: Spot, bay: Spot): boolean => Math.hypot(robot.x - bay.x, robot.y - bay.y) < IN_BAY_M;
/** Scheduled tasks of a site that are listed with it. */
export const SITE_SCHEDULES_LISTED = 200;
