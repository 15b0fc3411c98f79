/**
 * What pages take from the fleet when they ask the server: the site whose days they mean, its time zone, its robots. A
 * page that is opened by its address starts beside the fleet, so every answer waits until the fleet is known.
 */
import { type ActorRefFrom, type AnyActorRef, type SnapshotFrom, waitFor } from 'xstate';
import type { Site } from '../../../contract/entities/map.ts';
import { ownZone } from '../../../contract/rules/timeZone.ts';
import type { fleetMachine } from '../../machines/fleet/fleet.machine.ts';
import {
  selectCurrent,
  selectCurrentSerialNumber,
  selectFleetFailure,
  selectHasFleet,
  selectRobots,
  selectSites,
} from '../../machines/fleet/fleet.selectors.ts';
import { siteOf, siteOfRobot } from '../../machines/fleet/homeSite.ts';

export type System = AnyActorRef['system'];
type Fleet = SnapshotFrom<typeof fleetMachine>;

/** How long a page waits for a fleet that neither loads nor fails. */
export const FLEET_WAIT_MS = 5_000;

const fleetOf = (system: System) => system.get('fleet') as ActorRefFrom<typeof fleetMachine> | undefined;
const isSettled = (fleet: Fleet): boolean => selectHasFleet(fleet) || selectFleetFailure(fleet) !== null;

/** null where there is no fleet. It can be one without robots: its list has failed, or does not arrive. */
async function settledFleet(system: System, signal: AbortSignal): Promise<Fleet | null> {
  const fleet = fleetOf(system);
  if (!fleet) return null;
  if (!isSettled(fleet.getSnapshot()))
    await waitFor(fleet, isSettled, { signal, timeout: FLEET_WAIT_MS }).catch(() => signal.throwIfAborted());
  return fleet.getSnapshot();
}
const homeSite = (fleet: Fleet | null): Site | null =>
  fleet && siteOf(selectSites(fleet), selectRobots(fleet), selectCurrent(fleet));
const zoneOf = (site: Site | null): string => site?.timeZone ?? ownZone();

/** The time zone of the site whose clock the frame shows. */
export const zoneIn = async (system: System, signal: AbortSignal): Promise<string> =>
  zoneOf(homeSite(await settledFleet(system, signal)));

/** The time zone that the page names, and the robot whose routes are offered as choices. */
export async function placeIn(system: System, signal: AbortSignal): Promise<{ zone: string; serialNumber: string }> {
  const fleet = await settledFleet(system, signal);
  const robot = fleet && (selectCurrent(fleet) ?? selectRobots(fleet).find(({ navigation }) => navigation));
  return { zone: zoneOf(homeSite(fleet)), serialNumber: robot?.serialNumber ?? '' };
}

/** The robot that is chosen in the panel, from the last time on; '' without one. */
export async function currentRobot(system: System, signal: AbortSignal): Promise<string> {
  const fleet = fleetOf(system);
  const kept = fleet ? selectCurrentSerialNumber(fleet.getSnapshot()) : '';
  if (kept !== '') return kept;
  const settled = await settledFleet(system, signal);
  return settled ? selectCurrentSerialNumber(settled) : '';
}

/** The site of a robot; null for one that is not among the user's. */
export async function siteFor(serialNumber: string, system: System, signal: AbortSignal): Promise<Site | null> {
  const fleet = await settledFleet(system, signal);
  return fleet && siteOfRobot(selectSites(fleet), selectRobots(fleet), serialNumber);
}

interface SiteInFleet {
  siteId: string;
  zone: string;
  /** A robot of the site, by which its points are read; '' without one. */
  serialNumber: string;
}
/** @param wanted '': the site whose clock the frame shows */
export async function siteIn(system: System, wanted: string, signal: AbortSignal): Promise<SiteInFleet> {
  const fleet = await settledFleet(system, signal);
  const site = (fleet && selectSites(fleet).find(({ id }) => id === wanted)) ?? homeSite(fleet);
  const robot = fleet && selectRobots(fleet).find(({ siteId }) => siteId === site?.id);
  return { siteId: site?.id ?? wanted, zone: zoneOf(site), serialNumber: robot?.serialNumber ?? '' };
}
