/**
 * The simulated world: sites, lifts, robots and the time, stepped from outside. It has no clock and no timer of its
 * own, so that a test runs a day in seconds, and the same seed gives the same day however the steps are cut.
 */
import type { DemoRobot } from '../../demo/roster.ts';
import { ACCESS_DOORS, LIFTS, MAPS } from '../../demo/sites.ts';
import { buildingOf } from '../building/building.ts';
import type { Environment, PlacedPoint } from '../robot/environment.ts';
import { Robot } from '../robot/robot.ts';
import { Bays } from './bays.ts';
import { Doors } from './doors.ts';
import type { DoorPlan } from './doors.ts';
import { Lifts } from './lifts.ts';
import { Traffic } from './traffic.ts';

/** Seconds of one tick of a full robot, and of a light one. */
export const TICK = 0.05;
const LIGHT_EVERY = 20;
/** A light robot's second is cut into so many pieces. */
const LIGHT_PIECES = 4;

export interface WorldOptions {
  robots: readonly DemoRobot[];
  seed: number;
  /** ms since 1970 */
  startAt: number;
  /** The robots' own clock for what must not be late, ms that only rise; this world's time unless told. */
  ticks?: () => number;
}

/** What of a site moves beside its robots. */
type Works = Pick<Environment, 'lifts' | 'doors' | 'traffic'>;

export class World {
  readonly robots: readonly Robot[];
  private readonly bySerial: ReadonlyMap<string, Robot>;
  private readonly works: readonly Works[];
  private readonly startAt: number;
  private ticks = 0;
  /** Seconds asked for and not yet stepped; below nothing when it was stepped too far. */
  private rest = 0;
  /** ms by which the clock was put forward. */
  private skipped = 0;

  constructor({ robots, seed, startAt, ticks = () => this.now() }: WorldOptions) {
    this.startAt = startAt;
    const works: Works[] = [];
    const made: Robot[] = [];
    for (const siteId of new Set(robots.map((robot) => robot.siteId))) {
      const here = robots.filter((robot) => robot.siteId === siteId);
      const bodies: Robot['body'][] = [];
      const site: Works = {
        lifts: new Lifts(LIFTS.filter((lift) => lift.siteId === siteId)),
        doors: new Doors(doorsOf(siteId), bodies),
        traffic: new Traffic(bodies),
      };
      const ground = groundOf(siteId, site, () => this.now(), ticks);
      for (const spec of here) {
        const robot = new Robot(spec, ground, seed);
        bodies.push(robot.body);
        made.push(robot);
      }
      works.push(site);
    }
    this.works = works;
    this.bySerial = new Map(made.map((robot) => [robot.spec.serialNumber, robot]));
    this.robots = robots.map(({ serialNumber }) => this.robot(serialNumber)).filter((robot) => robot !== null);
  }

  /** ms since 1970, by this world's clock. */
  now(): number {
    return this.startAt + this.skipped + this.ticks * TICK * 1000;
  }

  robot(serialNumber: string): Robot | null {
    return this.bySerial.get(serialNumber) ?? null;
  }

  /** Moves the world on, in whole ticks; what is left of one waits for the next call. */
  step(seconds: number): void {
    for (this.rest += seconds; this.rest >= TICK - 1e-9; this.rest -= TICK) this.tick();
  }

  /** Moves the world on to where its clock says so many ms since 1970, as far as whole ticks go. */
  stepTo(time: number): void {
    this.step((time - this.now()) / 1000 - this.rest);
  }

  /** Puts the clock forward without living through it: the machine slept. */
  skip(ms: number): void {
    this.skipped += ms;
  }

  private tick(): void {
    this.ticks++;
    for (const { lifts, doors, traffic } of this.works) {
      lifts.step(TICK, (robot) => traffic.find(robot));
      doors.step(TICK);
    }
    this.robots.forEach((robot, i) => {
      // A light robot moves once a second, a few of them at every tick; one that a hand drives moves like any.
      if (!robot.spec.light || robot.lease !== 0) robot.step(TICK);
      else if ((this.ticks + i) % LIGHT_EVERY === 0)
        for (let piece = 0; piece < LIGHT_PIECES; piece++) robot.step((TICK * LIGHT_EVERY) / LIGHT_PIECES);
    });
  }
}

function doorsOf(siteId: string): DoorPlan[] {
  return MAPS.filter((map) => map.siteId === siteId).flatMap(({ id: mapId, plan }) =>
    plan.doors
      .filter(({ id }) => ACCESS_DOORS.some((door) => door.mapId === mapId && door.id === id))
      .map(({ id, from, to }) => ({ id, mapId, from, to })),
  );
}

function groundOf(siteId: string, works: Works, now: () => number, ticks: () => number): Environment {
  const maps = MAPS.filter((map) => map.siteId === siteId);
  const points = new Map<string, PlacedPoint>(
    maps.flatMap((map) => map.points.map((point) => [point.id, { ...point, mapId: map.id }] as const)),
  );
  const outlines = new Map(maps.map((map) => [map.id, map.plan.outline]));
  return {
    building: buildingOf({ maps, lifts: LIFTS.filter((lift) => lift.siteId === siteId) }),
    ...works,
    now,
    ticks,
    bays: new Bays([...points.values()]),
    point: (id) => points.get(id) ?? null,
    isInside: (mapId, x, y) => (outlines.get(mapId) ?? []).some((ring) => isIn(ring, x, y)),
  };
}

function isIn(ring: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let inside = false;
  ring.forEach(([x1, y1], i) => {
    const [x2, y2] = ring.at(i - 1) ?? [x1, y1];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}
