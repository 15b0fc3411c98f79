/**
 * The simulated world: sites, lifts, robots and time, stepped from outside. It has no clock or timer, so that a test
 * runs a day in seconds, and the same seed gives the same day whatever the step sizes.
 */
import type { DemoRobot } from '../../demo/roster.ts';
import { ACCESS_DOORS, LIFTS, MAPS } from '../../demo/sites.ts';
import type { DemoMap } from '../../demo/sites.ts';
import { type Incident, Incidents } from '../alarms/incidents.ts';
import { buildingOf } from '../building/building.ts';
import type { Environment, PlacedPoint } from '../robot/environment.ts';
import { Robot } from '../robot/robot.ts';
import { Bays } from './bays.ts';
import { Doors } from './doors.ts';
import type { DoorPlan } from './doors.ts';
import { Lifts } from './lifts.ts';
import { Traffic } from './traffic.ts';

/** Tick of a full robot in seconds, and ticks per step of a light robot. */
export const TICK = 0.05;
const LIGHT_EVERY = 20;
/** A light robot's step of one second is divided into this many parts. */
const LIGHT_PIECES = 4;

export interface EquipmentCall {
  kind: 'lift' | 'door';
  id: string;
  /** The floor that the lift is called to, or the floor of the door. */
  mapId: string;
}

export interface WorldOptions {
  robots: readonly DemoRobot[];
  /** The floors of a site without lifts and doors; the demo's sites by default. */
  maps?: readonly DemoMap[] | undefined;
  seed: number;
  /** ms since 1970 */
  startAt: number;
  /** Multiplies the rates at which robots raise alarms; 0 by default: none except on demand. */
  alarmRate?: number;
  /** The robots' monotonic clock for deadlines, ms; simulated time by default. */
  ticks?: () => number;
}

/** The moving parts of a site besides its robots. */
type SiteEquipment = Pick<Environment, 'lifts' | 'doors' | 'traffic' | 'incidents'>;

export class World {
  readonly robots: readonly Robot[];
  private readonly bySerial: ReadonlyMap<string, Robot>;
  private readonly works: readonly SiteEquipment[];
  private readonly startAt: number;
  private ticks = 0;
  /** Requested seconds that are not stepped yet; negative after stepping too far. */
  private rest = 0;
  /** Time skipped without simulation, ms. */
  private skipped = 0;
  /** Lifts and doors that were called from the console: each is looked at on every tick until it returns true. */
  private calls = 0;
  private readonly called = new Set<() => boolean>();

  constructor({ robots, maps = MAPS, seed, startAt, alarmRate = 0, ticks = () => this.now() }: WorldOptions) {
    this.startAt = startAt;
    const works: SiteEquipment[] = [];
    const made: Robot[] = [];
    for (const siteId of new Set(robots.map((robot) => robot.siteId))) {
      const here = robots.filter((robot) => robot.siteId === siteId);
      const bodies: Robot['body'][] = [];
      const site: SiteEquipment = {
        lifts: new Lifts(LIFTS.filter((lift) => lift.siteId === siteId)),
        doors: new Doors(doorsOf(siteId), bodies),
        traffic: new Traffic(bodies),
        incidents: new Incidents(bodies),
      };
      const environment = environmentOf(
        siteId,
        maps.filter((map) => map.siteId === siteId),
        site,
        () => this.now(),
        ticks,
      );
      for (const spec of here) {
        const robot = new Robot(spec, environment, seed, alarmRate);
        bodies.push(robot.body);
        made.push(robot);
      }
      works.push(site);
    }
    this.works = works;
    this.bySerial = new Map(made.map((robot) => [robot.spec.serialNumber, robot]));
    this.robots = robots.map(({ serialNumber }) => this.robot(serialNumber)).filter((robot) => robot !== null);
  }

  /** Simulated time, ms since 1970. */
  now(): number {
    return this.startAt + this.skipped + this.ticks * TICK * 1000;
  }

  robot(serialNumber: string): Robot | null {
    return this.bySerial.get(serialNumber) ?? null;
  }

  /** What is wrong on that floor and visible to cameras. */
  incidentsOn(mapId: string): Incident[] {
    return this.works.flatMap(({ incidents }) => incidents.on(mapId));
  }

  /**
   * Calls a lift to a floor or opens a door, as a person at the button would: the lift comes in the order of calls.
   * @param done with true when it is open; at once with false when there is none
   */
  openEquipment({ kind, id, mapId }: EquipmentCall, done: (opened: boolean) => void): void {
    if (kind === 'lift') {
      const lift = this.works.map(({ lifts }) => lifts.find(id)).find((one) => one !== null);
      if (!lift?.stopsAt(mapId)) return done(false);
      const caller = `button ${++this.calls}`;
      lift.call(caller, mapId);
      this.called.add(() => {
        if (!lift.isOpenFor(caller, mapId)) return false;
        lift.leave(caller);
        done(true);
        return true;
      });
      return;
    }
    const door = this.works.map(({ doors }) => doors.find(id, mapId)).find((one) => one !== null);
    if (!door) return done(false);
    door.ask();
    this.called.add(() => {
      if (door.isOpen) done(true);
      return door.isOpen;
    });
  }

  /** Advances the world in whole ticks; the remainder is kept for the next call. */
  step(seconds: number): void {
    for (this.rest += seconds; this.rest >= TICK - 1e-9; this.rest -= TICK) this.tick();
  }

  /** Advances the world to this simulated time (ms since 1970), as far as whole ticks go. */
  stepTo(time: number): void {
    this.step((time - this.now()) / 1000 - this.rest);
  }

  /** Advances the clock without simulating the gap, for example after the machine slept. */
  skip(ms: number): void {
    this.skipped += ms;
  }

  private tick(): void {
    this.ticks++;
    for (const { lifts, doors, traffic } of this.works) {
      lifts.step(TICK, (robot) => traffic.find(robot));
      doors.step(TICK);
    }
    for (const isDone of this.called) if (isDone()) this.called.delete(isDone);
    this.robots.forEach((robot, i) => {
      // Light robots step once a second, distributed over the ticks; under teleop they step on every tick.
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

function environmentOf(
  siteId: string,
  maps: readonly DemoMap[],
  works: SiteEquipment,
  now: () => number,
  ticks: () => number,
): Environment {
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
