/** The lifts: one robot at a time, in the order of calls, with durations for doors and rides. */
import type { DemoLift, LiftStop } from '../../demo/sites.ts';
import type { Body } from '../robot/body.ts';

type Standing = Pick<Body, 'mapId' | 'motion'>;

const DOOR_SECONDS = 2;
const FLOOR_SECONDS = 7;

export class Lift {
  readonly id: string;
  private readonly floors: readonly string[];
  private at: string;
  private doors: 'open' | 'closed' = 'closed';
  private readonly queue: { robot: string; wanted: string; abandoned: boolean }[] = [];
  private readonly cabins: DemoLift['maps'];
  /** Seconds until the current move is over. */
  private left = 0;
  private towards: string | null = null;

  constructor({ id, maps }: DemoLift) {
    this.id = id;
    this.cabins = maps;
    this.floors = maps.map(({ mapId }) => mapId);
    this.at = this.floors[0] ?? '';
  }

  /** Calls the lift to a floor; a second call by the same robot only changes the floor. */
  call(robot: string, mapId: string): void {
    const known = this.queue.find((one) => one.robot === robot);
    if (known) Object.assign(known, { wanted: mapId, abandoned: false });
    else this.queue.push({ robot, wanted: mapId, abandoned: false });
  }

  /** Cancels the ride of a robot. The lift stays reserved until the robot is out of the cabin. */
  abandon(robot: string): void {
    const known = this.queue.find((one) => one.robot === robot);
    if (known) known.abandoned = true;
  }

  /** Releases the lift once a robot that abandoned it has cleared the door. */
  free(place: (robot: string) => Standing | null): void {
    const gone = this.queue.filter(({ robot, abandoned }) => {
      const at = abandoned ? place(robot) : null;
      return (
        abandoned &&
        (at === null ||
          this.cabins.every(
            ({ mapId, cabin }) =>
              mapId !== at.mapId || Math.hypot(cabin.x - at.motion.x, cabin.y - at.motion.y) > CLEAR_OF_LIFT_M,
          ))
      );
    });
    for (const { robot } of gone) this.leave(robot);
  }

  /** The stop whose cabin contains this place. */
  stopAt(mapId: string, x: number, y: number): LiftStop | null {
    return (
      this.cabins.find((stop) => stop.mapId === mapId && Math.hypot(stop.cabin.x - x, stop.cabin.y - y) < SHAFT_M) ??
      null
    );
  }

  stopsAt(mapId: string): boolean {
    return this.floors.includes(mapId);
  }

  leave(robot: string): void {
    const index = this.queue.findIndex((one) => one.robot === robot);
    if (index >= 0) this.queue.splice(index, 1);
  }

  isNext(robot: string): boolean {
    return this.queue[0]?.robot === robot;
  }

  /** The lift is at the floor with open doors, reserved for this robot. */
  isOpenFor(robot: string, mapId: string): boolean {
    return this.isNext(robot) && this.at === mapId && this.doors === 'open' && this.left <= 0;
  }

  isOpenAt(mapId: string): boolean {
    return this.at === mapId && this.doors === 'open';
  }

  waiting(): number {
    return this.queue.length;
  }

  step(dt: number): void {
    if (this.left > 0) {
      this.left -= dt;
      if (this.left > 0) return;
      if (this.towards !== null) {
        this.at = this.towards;
        this.towards = null;
      }
      if (this.doors === 'closed') {
        this.doors = 'open';
        this.left = DOOR_SECONDS;
      }
      return;
    }
    const first = this.queue[0];
    if (!first || (first.wanted === this.at && this.doors === 'open')) return;
    if (first.wanted === this.at) {
      this.doors = 'open';
      this.left = DOOR_SECONDS;
      return;
    }
    const floors = Math.abs(this.floors.indexOf(first.wanted) - this.floors.indexOf(this.at));
    this.left = (this.doors === 'open' ? DOOR_SECONDS : 0) + FLOOR_SECONDS * Math.max(1, floors);
    this.doors = 'closed';
    this.towards = first.wanted;
  }
}

export class Lifts {
  private readonly lifts: ReadonlyMap<string, Lift>;

  constructor(plans: readonly DemoLift[]) {
    this.lifts = new Map(plans.map((plan) => [plan.id, new Lift(plan)]));
  }

  get(id: string): Lift {
    const lift = this.lifts.get(id);
    if (!lift) throw new RangeError(`no lift ${id}`);
    return lift;
  }

  find(id: string): Lift | null {
    return this.lifts.get(id) ?? null;
  }

  /** Lifts with a queue, to be avoided by route planning; empty if every lift has one. */
  crowded(): string[] {
    const crowded = [...this.lifts.values()].filter((lift) => lift.waiting() > 0).map(({ id }) => id);
    return crowded.length < this.lifts.size ? crowded : [];
  }

  /** Whether a place lies in a lift whose doors are shut on that floor; teleop into it is blocked. */
  isShut(mapId: string, x: number, y: number): boolean {
    const inside = this.inside(mapId, x, y);
    return inside !== null && !inside.lift.isOpenAt(mapId);
  }

  /** The lift whose cabin or shaft contains a place. */
  inside(mapId: string, x: number, y: number): { lift: Lift; stop: LiftStop } | null {
    for (const lift of this.lifts.values()) {
      const stop = lift.stopAt(mapId, x, y);
      if (stop) return { lift, stop };
    }
    return null;
  }

  /** @param place position of a robot; null if it is not one of this site's robots */
  step(dt: number, place: (robot: string) => Standing | null = () => null): void {
    for (const lift of this.lifts.values()) {
      lift.step(dt);
      lift.free(place);
    }
  }
}

/** Within this distance of the cabin's centre a robot is in the cabin, metres. */
export const SHAFT_M = 1.7;
/** Distance from the cabin's centre at which a robot has cleared the door, metres. */
export const CLEAR_OF_LIFT_M = 2.7;
