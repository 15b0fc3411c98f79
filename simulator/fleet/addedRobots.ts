/**
 * Robots that people added as simulated ones: a fleet for each group that shares floors. A group whose robots or floors
 * change begins again, with its robots where they were.
 */
import { KIND_OF_MODEL, VIEW_OF_KIND } from '../../contract/entities/robotConstants.ts';
import { occupancyOf } from '../../contract/rules/planPath/occupancy.ts';
import { startPlace } from '../../contract/rules/planPath/startPlace.ts';
import type { RobotCredentials, SimulatedFloor, SimulatedRobot, SimulatedSite } from '../../contract/wire/simulator.ts';
import { sameInAll } from '../../demo/localName.ts';
import type { DemoRobot } from '../../demo/roster.ts';
import type { DemoMap } from '../../demo/sites.ts';
import { startFleet, type Fleet, type FleetLog, type RobotCommand } from './fleet.ts';

/** Percent, at the first start. */
const CHARGE = 90;
const SOFTWARE = 'simulated';
/** Without camera and sound: the simulated cameras know the demo's buildings only. */
const CAPABILITIES = {
  navigation: true,
  liftRide: false,
  video: false,
  microphone: false,
  speech: true,
  cabinets: 0,
  lights: true,
  head: false,
  disinfection: false,
  photo: false,
} as const;

interface Options {
  /** How robots reach the broker. */
  broker: Omit<RobotCredentials, 'robots'>;
  seed: number;
  log: FleetLog;
}
interface Group {
  /** What the group was started with, without poses. */
  key: string;
  fleet: Fleet;
}
interface Kept {
  mapName: string;
  x: number;
  y: number;
  theta: number;
  charge: number;
}

export interface AddedRobots {
  /** Makes the robots match. */
  follow(sites: readonly SimulatedSite[]): Promise<void>;
  /** @returns false if the robot is not one of these */
  obey(order: RobotCommand): boolean;
  close(): Promise<void>;
}

export function createAddedRobots({ broker, seed, log }: Options): AddedRobots {
  const groups = new Map<string, Group>();
  /** Where each robot was when its group ended, by serial number. */
  const kept = new Map<string, Kept>();
  let last: Promise<void> = Promise.resolve();

  const end = async (id: string, { fleet }: Group): Promise<void> => {
    groups.delete(id);
    for (const { spec, body, charge } of fleet.world.robots) {
      const { x, y, theta } = body.motion;
      kept.set(spec.serialNumber, { mapName: body.mapId, x, y, theta, charge });
    }
    await fleet.close();
  };

  const begin = (site: SimulatedSite): Fleet => {
    const maps = site.floors.map((floor) => mapOf(site.id, floor));
    const robots: DemoRobot[] = [];
    for (const robot of site.robots) {
      const spec = specOf(site, robot, kept.get(robot.serialNumber), robots);
      if (spec) robots.push(spec);
      else log.warn({ robot: robot.serialNumber }, 'the floor has no place for the simulated robot');
    }
    return startFleet({ credentials: { ...broker, robots: site.robots }, robots, maps, seed, log });
  };

  const follow = async (sites: readonly SimulatedSite[]): Promise<void> => {
    const keyOf = (site: SimulatedSite): string =>
      JSON.stringify({ ...site, robots: site.robots.map((robot) => ({ ...robot, pose: null })) });
    const wanted = new Map(sites.map((site) => [site.id, { site, key: keyOf(site) }]));
    for (const [id, group] of groups) if (wanted.get(id)?.key !== group.key) await end(id, group);
    for (const [id, { site, key }] of wanted) if (!groups.has(id)) groups.set(id, { key, fleet: begin(site) });
    const serialNumbers = new Set(sites.flatMap(({ robots }) => robots.map(({ serialNumber }) => serialNumber)));
    for (const serialNumber of kept.keys()) if (!serialNumbers.has(serialNumber)) kept.delete(serialNumber);
  };
  // One after the other: a group must have ended before its robots connect again.
  const queue = (work: () => Promise<void>): Promise<void> => (last = last.then(work));

  return {
    follow: (sites) =>
      queue(() =>
        follow(sites).catch((error: unknown) => log.warn({ err: error }, 'the simulated robots could not be changed')),
      ),
    obey(order) {
      for (const { fleet } of groups.values())
        if (fleet.world.robot(order.serialNumber)) {
          fleet.obey(order);
          return true;
        }
      return false;
    },
    close: () =>
      queue(async () => {
        for (const [id, group] of groups) await end(id, group);
      }),
  };
}

const mapOf = (siteId: string, { mapName, plan, resolution, points }: SimulatedFloor): DemoMap => ({
  id: mapName,
  siteId,
  floor: mapName,
  name: sameInAll(mapName),
  // Their names are on no message of these robots.
  plan: { ...plan, rooms: plan.rooms.map((room) => ({ ...room, name: sameInAll(room.name) })) },
  resolution,
  points: points.map(({ bays, ...point }) => ({
    ...point,
    name: sameInAll(''),
    stayTime: 0,
    departWord: sameInAll(''),
    arrivedWord: sameInAll(''),
    ...(bays.length > 0 && { chargeBase: bays }),
  })),
});

/** @returns null if no floor has a place for the robot */
function specOf(
  { id, floors }: SimulatedSite,
  { serialNumber, manufacturer, model, kind: known, pose }: SimulatedRobot,
  before: Kept | undefined,
  others: readonly DemoRobot[],
): DemoRobot | null {
  const isHere = (mapName: string): boolean => floors.some((floor) => floor.mapName === mapName);
  const stood = before && isHere(before.mapName) ? before : pose && isHere(pose.mapName) ? pose : null;
  const place = stood ?? firstPlace(floors, others);
  if (!place) return null;
  const kind = KIND_OF_MODEL[model] ?? known;
  const { mapName, x, y, theta } = place;
  return {
    serialNumber,
    manufacturer,
    name: sameInAll(serialNumber),
    model,
    kind,
    view: VIEW_OF_KIND[kind],
    siteId: id,
    mapId: mapName,
    pose: { x, y, theta },
    battery: before?.charge ?? CHARGE,
    homePointId: '',
    round: [],
    capabilities: CAPABILITIES,
    softwareVersion: SOFTWARE,
    light: false,
    swapsBattery: floors.every(({ points }) => points.every(({ bays }) => bays.length === 0)),
  };
}

function firstPlace(floors: SimulatedSite['floors'], others: readonly DemoRobot[]) {
  for (const { mapName, plan } of floors) {
    const taken = others.filter(({ mapId }) => mapId === mapName).map(({ pose }): [number, number] => [pose.x, pose.y]);
    const place = startPlace(occupancyOf(plan), taken);
    if (place) return { mapName, ...place };
  }
  return null;
}
