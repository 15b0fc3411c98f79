/**
 * The whole server with the demo's sites and the given simulated robots in this process, on the real broker, with the
 * test's own routes and an accelerated simulation. The robots' self-assigned tasks are off.
 */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { expect, vi } from 'vitest';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import type { RobotFault } from '../../contract/endpoints/faults.ts';
import type { RouteRun, CruiseVisit } from '../../contract/entities/routeRun.ts';
import type { RobotLive } from '../../contract/entities/robot.ts';
import { isSilent } from '../../contract/rules/robotStatus.ts';
import { errorNameOf } from '../../contract/wire/errors.ts';
import { robotCredentials } from '../../contract/wire/simulator.ts';
import { demoFleet, ROBOTS, type DemoRobot } from '../../demo/roster.ts';
import { pointOf } from '../../demo/sites.ts';
import { writeRobotCredentials } from '../../server/db/seed/robotCredentials.ts';
import { cruisePaths, relations } from '../../server/db/schema.ts';
import { startFleet } from '../../simulator/fleet/fleet.ts';
import type { Robot } from '../../simulator/robot/robot.ts';
import { startTestServer, type Person } from './testServer.ts';

/** Simulated seconds per real second. */
const PACE = 8;
/** The user who starts route runs. */
const OPERATOR: Person = 'superAdmin';
const PATIENCE_MS = 50_000;

export interface Cast {
  serialNumber: string;
  /** The initial point, and the robot's offset from it to the east, m. */
  at: string;
  east?: number;
}
export interface StopOf {
  areaId: string;
  /** No stay by default. */
  stayTime?: number;
  speech?: string;
  takePhoto?: boolean;
}

/** Assertions that are retried until they hold; `expect.poll` cannot be used in concurrent tests. */
function soon<Value>(read: () => Value | Promise<Value>) {
  const when = (holds: (value: Value) => void): Promise<void> =>
    vi.waitFor(async () => holds(await read()), { timeout: PATIENCE_MS, interval: 50 });
  return {
    toBe: (value: Value) => when((found) => expect(found).toBe(value)),
    notToBe: (value: Value) => when((found) => expect(found).not.toBe(value)),
    toEqual: (value: Value) => when((found) => expect(found).toEqual(value)),
    toMatchObject: (value: object) => when((found) => expect(found).toMatchObject(value)),
    toBeAtLeast: (least: number) => when((found) => expect(found).toBeGreaterThanOrEqual(least)),
  };
}

export async function drivingFleet(cast: readonly Cast[]) {
  const test = await startTestServer({
    environment: { ROUNDHOUSE_ROBOTS: String(ROBOTS.length), LOG_LEVEL: 'silent' },
  });
  const { server, db } = test;
  await db.insert(relations).values(
    cast.map(({ serialNumber }) => ({
      id: `drives-${serialNumber}`,
      userId: OPERATOR,
      serialNumber,
      isAuth: true,
      isRobotAdmin: true,
      isSuperAdmin: true,
    })),
  );
  const file = await writeRobotCredentials(db, demoFleet(), {
    dataFolder: test.folder,
    url: `${server.url.replace(/^http/u, 'ws')}/mqtt`,
  });
  await server.deps.fleet.refresh();
  const credentials = v.parse(robotCredentials, JSON.parse(await readFile(file, 'utf8')));
  const robots = cast.map(({ serialNumber, at, east = 0 }): DemoRobot => {
    const spec = ROBOTS.find((robot) => robot.serialNumber === serialNumber);
    if (!spec) throw new Error(`no robot ${serialNumber}`);
    const { x, y, mapId } = pointOf(at);
    return { ...spec, battery: 90, round: [], mapId, pose: { x: x + east, y, theta: 0 } };
  });
  const fleet = startFleet({
    credentials,
    robots,
    seed: 1,
    log: { info: () => undefined, warn: () => undefined },
    pace: PACE,
  });
  const live = (serialNumber: string): RobotLive => server.deps.fleet.live(serialNumber, 'enUS');
  // Its factsheet says what it can do.
  const canAct = (serialNumber: string): boolean => server.deps.fleet.fleetCache.robot(serialNumber)?.factsheet != null;
  await soon(() =>
    cast.every(
      ({ serialNumber }) =>
        live(serialNumber).connection === 'online' && live(serialNumber).located && canAct(serialNumber),
    ),
  ).toBe(true);

  const ask = async <Data>(path: string, data: object): Promise<Data> => {
    const reply = await test.as(OPERATOR, path, data);
    expect(reply, path).toMatchObject({ code: 0 });
    return reply.data as Data;
  };
  const calls = catalogue.routeRuns;
  const now = async (serialNumber: string): Promise<RouteRun> => {
    const { drive } = await ask<{ drive: RouteRun | null }>(calls.current.path, { serialNumber });
    if (!drive) throw new Error(`${serialNumber} is on no drive`);
    return drive;
  };

  return {
    test,
    server,
    ask,
    live,
    soon,
    now,
    /** Name of the error with which a call is refused. */
    refusal: async (path: string, data: object) => errorNameOf((await test.as(OPERATOR, path, data)).code),
    /** Creates a route. */
    async route(
      mapId: string,
      name: string,
      stops: readonly (string | StopOf)[],
      speeches: { startSpeech?: string; endSpeech?: string } = {},
    ): Promise<string> {
      const id = `route-${name}`;
      await db.insert(cruisePaths).values({
        id,
        mapId,
        name,
        ...speeches,
        createdBy: OPERATOR,
        createdAt: new Date(),
        stops: stops.map((stop) => ({
          stayTime: 0,
          speech: '',
          angle: null,
          ...(typeof stop === 'string' ? { areaId: stop } : stop),
        })),
      });
      return id;
    },
    async start(serialNumber: string, pathId: string, cycleType: 'single' | 'loop' = 'single'): Promise<RouteRun> {
      const robot = { serialNumber, pathId, cycleType };
      let reply = await test.as(OPERATOR, calls.start.path, robot);
      // All robots and the server share this process: on a busy machine its own messages can be delayed by seconds.
      await soon(async () =>
        errorNameOf(reply.code) === 'robotSilent'
          ? errorNameOf((reply = await test.as(OPERATOR, calls.start.path, robot)).code)
          : undefined,
      ).notToBe('robotSilent');
      expect(reply).toMatchObject({ code: 0 });
      return reply.data as RouteRun;
    },
    end: (serialNumber: string, driveId: string) => ask<RouteRun>(calls.end.path, { serialNumber, driveId }),
    skip: (serialNumber: string, driveId: string, stop: number) =>
      ask<RouteRun>(calls.skip.path, { serialNumber, driveId, stop }),
    /** The robot is offline or has been silent for too long. */
    isGone: (serialNumber: string) =>
      live(serialNumber).connection !== 'online' || isSilent(live(serialNumber), server.deps.now()),
    /** Waits until the robot has reached this number of further stops. */
    async comesOn(serialNumber: string, stops: number): Promise<void> {
      const { arrived } = await now(serialNumber);
      await soon(async () => (await now(serialNumber)).arrived).toBeAtLeast(arrived + stops);
    },
    /** Waits until the route run has ended. @returns its record: result, reason and visits */
    async record(driveId: string) {
      const details = () =>
        ask<{ drive: RouteRun; rows: CruiseVisit[] }>(catalogue.cruiseRecords.details.path, {
          performId: driveId,
          page: 1,
          limit: 100,
        });
      await soon(async () => (await details()).drive.state).notToBe('inProgress');
      const { drive, rows } = await details();
      return {
        state: drive.state,
        reason: drive.reason?.type ?? null,
        said: drive.reason?.description ?? '',
        drive,
        visits: rows.map(({ loop, stop, state }) => `${loop}.${stop} ${state}`),
      };
    },
    robot(serialNumber: string): Robot {
      const robot = fleet.world.robot(serialNumber);
      if (!robot) throw new Error(`no robot ${serialNumber} here`);
      return robot;
    },
    fault: (serialNumber: string, fault: RobotFault, on: boolean) =>
      fleet.obey({ type: 'fault', serialNumber, fault, on }),
    async close() {
      await fleet.close();
      await test.close();
    },
  };
}
export type DrivingFleet = Awaited<ReturnType<typeof drivingFleet>>;
