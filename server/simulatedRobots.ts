/**
 * Keeps the simulator informed of the robots that people added as simulated ones: who they are, their floors, and where
 * they were last. Looks every FOLLOW_MS, because another server can have added or changed them; without such robots that
 * reads nothing from the database, and starts no simulator.
 */
import type { SimulatedRobot, SimulatedSite } from '../contract/wire/simulator.ts';
import type { AppDeps } from './appDeps.ts';
import { hashOf, robotUserName } from './broker/credentials.ts';
import { nameIn } from './db/localName.ts';
import { plansOfMaps, revisionsOfMaps, simulatedInUse } from './db/repositories/simulatedRobots.ts';
import { pointsOfMaps, type Point } from './db/repositories/maps.ts';
import type { RobotRow } from './db/repositories/robots.ts';
import { isAddedSimulated, passwordIssuer } from './security/simulatedPassword.ts';
import type { Simulator } from './simulator.ts';

const FOLLOW_MS = 2_000;

type Needs = Pick<AppDeps, 'db' | 'fleet' | 'log'> & {
  /** Starts it if it is not running. */
  simulator: () => Promise<Pick<Simulator, 'simulate'>>;
};

export interface FollowedRobots {
  /** Looks at once. */
  look(): void;
  stop(): Promise<void>;
}

export function followSimulatedRobots({ db, fleet, log, simulator }: Needs): FollowedRobots {
  let last = '';
  let looking: Promise<void> | null = null;
  /** Somebody asked while it was looking. */
  let again = false;
  let isStopped = false;
  const { fleetCache } = fleet;

  const follow = async (): Promise<void> => {
    if (last === '' && ![...fleetCache.robots()].some(isAddedSimulated)) return;
    // From the database: the cache does not follow new passwords.
    const robots = await simulatedInUse(db);
    const mapIds = [...new Set(robots.flatMap(({ serialNumber }) => fleetCache.mapsOf(serialNumber)))].sort();
    const revisions = mapIds.length === 0 ? [] : await revisionsOfMaps(db, mapIds);
    const mark = JSON.stringify([
      revisions,
      robots.map(({ serialNumber, model, kind, siteId, passwordHash }) => [
        ...[serialNumber, model, kind, siteId, passwordHash],
        namesOf(serialNumber),
      ]),
    ]);
    if (mark === last) return;
    const sites = await sitesOf(robots, mapIds);
    (await simulator()).simulate(sites);
    last = robots.length === 0 ? '' : mark;
  };
  const namesOf = (serialNumber: string): [mapId: string, robotMapName: string][] =>
    fleetCache
      .mapsOf(serialNumber)
      .map((mapId): [string, string] => [mapId, fleetCache.robotMapNameOf(serialNumber, mapId) ?? mapId]);

  /** Robots with the same names for the same floors share them. */
  const sitesOf = async (robots: readonly RobotRow[], mapIds: readonly string[]): Promise<SimulatedSite[]> => {
    const issue = await passwordIssuer(db);
    const floors = mapIds.length === 0 ? [] : await plansOfMaps(db, mapIds);
    const points = await pointsOfMaps(db, mapIds);
    const sites = new Map<string, SimulatedSite>();
    for (const robot of robots) {
      const { serialNumber, siteId, passwordHash, passwordIssuedAt } = robot;
      const password = passwordIssuedAt && issue(robot, passwordIssuedAt);
      // Somebody gave it a password by other means, so that a real robot can take its place.
      if (password === null || hashOf(password) !== passwordHash) continue;
      const names = namesOf(serialNumber);
      const id = JSON.stringify([siteId, names]);
      const site = sites.get(id) ?? {
        id,
        floors: names.flatMap(([mapId, mapName]) =>
          floors
            .filter((floor) => floor.id === mapId)
            .map(({ plan, resolution }) => ({
              mapName,
              plan: { ...plan, rooms: plan.rooms.map((room) => ({ ...room, name: nameIn(room.name, 'enUS') })) },
              resolution,
              // Others come with each order, and their changes must not interrupt a drive.
              points: points.filter((point) => point.mapId === mapId && point.chargeBase.length > 0).map(placeOf),
            })),
        ),
        robots: [],
      };
      sites.set(id, site);
      site.robots.push({ ...signInOf(robot, password), pose: poseOf(serialNumber) });
    }
    return [...sites.values()];
  };
  const poseOf = (serialNumber: string): SimulatedRobot['pose'] => {
    const pose = fleet.live(serialNumber, 'enUS').pose;
    if (!pose) return null;
    const { mapId, x, y, theta } = pose;
    return { mapName: fleetCache.robotMapNameOf(serialNumber, mapId) ?? mapId, x, y, theta };
  };

  const look = (): void => {
    if (isStopped) return;
    if (looking) {
      again = true;
      return;
    }
    again = false;
    looking = follow()
      .catch((error: unknown) => log.warn({ err: error }, 'the simulated robots could not be read'))
      .finally(() => {
        looking = null;
        if (again) look();
      });
  };
  const timer = setInterval(() => {
    if (!looking) look();
  }, FOLLOW_MS);
  look();
  return {
    look,
    async stop() {
      clearInterval(timer);
      isStopped = true;
      await looking;
    },
  };
}

const placeOf = ({ areaId, x, y, theta, attributes, chargeBase }: Point) => ({
  ...{ id: areaId, x, y, theta, attributes },
  bays: chargeBase.map((bay) => ({ id: bay.id, x: bay.x, y: bay.y, theta: bay.theta })),
});
const signInOf = ({ serialNumber, manufacturer, interfaceName, model, kind }: RobotRow, password: string) => ({
  ...{ serialNumber, manufacturer, interfaceName, model, kind, password },
  username: robotUserName(serialNumber),
});
