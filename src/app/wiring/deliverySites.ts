/** The sites and places of deliveries: which site a page is about, its points, and times of day there. */
import { type ActorRefFrom, type AnyActorRef, waitFor } from 'xstate';
import { plusDays, zonedDate, zonedInstant } from '../../../contract/rules/zonedTime.ts';
import type { DeliveryPlaceChoice } from '../../machines/deliveries/places.ts';
import type { fleetMachine } from '../../machines/fleet/fleet.machine.ts';
import {
  selectCurrent,
  selectFleetFailure,
  selectHasFleet,
  selectRobots,
  selectSites,
} from '../../machines/fleet/fleet.selectors.ts';
import { siteOf } from '../../machines/fleet/homeSite.ts';
import type { Services } from '../services.ts';

export type System = AnyActorRef['system'];

interface SiteInFleet {
  siteId: string;
  zone: string;
  /** A robot of the site, by which its points are read; '' without one. */
  serialNumber: string;
}
const fleetOf = (system: System) => system.get('fleet') as ActorRefFrom<typeof fleetMachine> | undefined;
/** A page that is opened by its address starts beside the fleet: without its robots, no site and no place is found. */
export async function settledFleet(system: System, signal: AbortSignal): Promise<void> {
  const fleet = fleetOf(system);
  if (fleet)
    await waitFor(fleet, (snapshot) => selectHasFleet(snapshot) || selectFleetFailure(snapshot) !== null, { signal });
}

/** @param wanted '': the site whose clock the frame shows */
export function siteIn(system: System, wanted: string): SiteInFleet {
  const snapshot = fleetOf(system)?.getSnapshot();
  const sites = snapshot ? selectSites(snapshot) : [];
  const robots = snapshot ? selectRobots(snapshot) : [];
  const site =
    sites.find(({ id }) => id === wanted) ?? (snapshot ? siteOf(sites, robots, selectCurrent(snapshot)) : null);
  return {
    siteId: site?.id ?? wanted,
    zone: site?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    serialNumber: robots.find(({ siteId }) => siteId === site?.id)?.serialNumber ?? '',
  };
}

/** The next such time of day in a time zone, ms. @param time HH:mm */
export function nextTime(time: string, zone: string, now: number): number {
  const today = zonedDate(zone, now);
  const at = zonedInstant(zone, today, time);
  return at > now ? at : zonedInstant(zone, plusDays(today, 1), time);
}

type MapCalls = ReturnType<Services['present']>['api']['maps'];
/** The points of a robot's site; none without a robot. */
export async function loadPlaces(
  calls: MapCalls,
  serialNumber: string,
  signal: AbortSignal,
): Promise<DeliveryPlaceChoice[]> {
  if (serialNumber === '') return [];
  const floors = await calls.pointsOf({ serialNumber }, { signal });
  return floors.flatMap(({ mapId, floor, points }) =>
    points.map(({ areaId, name, attributes }) => ({ areaId, name, mapId, floor, attributes })),
  );
}
