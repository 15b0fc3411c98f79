/** The lifts: one robot at a time, first come, first served; doors and rides take their time. */
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
  /** Seconds until the present move is over. */
  private left = 0;
  private towards: string | null = null;

  constructor({ id, maps }: DemoLift) {
    this.id = id;
    this.cabins = maps;
    this.floors = maps.map(({ mapId }) => mapId);
    this.at = this.floors[0] ?? '';
  }

  /** Calls it to a floor; a second call by the same robot changes nothing but the floor. */
  call(robot: string, mapId: string): void {
    const known = this.queue.find((one) => one.robot === robot);
    if (known) Object.assign(known, { wanted: mapId, abandoned: false });
    else this.queue.push({ robot, wanted: mapId, abandoned: false });
  }

  /** Its robot rides no further; the lift is kept from others until it is out of the cabin. */
  abandon(robot: string): void {
    const known = this.queue.find((one) => one.robot === robot);
    if (known) known.abandoned = true;
  }

  /** Gives the lift back to the others once a robot that abandoned it is out of its door. */
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

  /** The stop whose cabin this place is in. */
  stopAt(mapId: string, x: number, y: number): LiftStop | null {
    return (
      this.cabins.find((stop) => stop.mapId === mapId && Math.hypot(stop.cabin.x - x, stop.cabin.y - y) < SHAFT_M) ??
      null
    );
  }

  leave(robot: string): void {
    const index = this.queue.findIndex((one) => one.robot === robot);
    if (index >= 0) this.queue.splice(index, 1);
  }

  isNext(robot: string): boolean {
    return this.queue[0]?.robot === robot;
  }

  /** It stands at the floor with its doors open, for this robot. */
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

  /** @throws RangeError for a lift that the building does not have */
  get(id: string): Lift {
    const lift = this.lifts.get(id);
    if (!lift) throw new RangeError(`no lift ${id}`);
    return lift;
  }

  /** Lifts with a queue, when there is one without: whoever plans a route looks for another. */
  crowded(): string[] {
    const crowded = [...this.lifts.values()].filter((lift) => lift.waiting() > 0).map(({ id }) => id);
    return crowded.length < this.lifts.size ? crowded : [];
  }

  /** Whether a place lies in a lift whose doors are shut on that floor: nobody drives in there by hand. */
  isShut(mapId: string, x: number, y: number): boolean {
    const inside = this.inside(mapId, x, y);
    return inside !== null && !inside.lift.isOpenAt(mapId);
  }

  /** The lift in whose cabin, or shaft, a place lies. */
  inside(mapId: string, x: number, y: number): { lift: Lift; stop: LiftStop } | null {
    for (const lift of this.lifts.values()) {
      const stop = lift.stopAt(mapId, x, y);
      if (stop) return { lift, stop };
    }
    return null;
  }

  /** @param place of a robot; null when it is none of these */
  step(dt: number, place: (robot: string) => Standing | null = () => null): void {
    for (const lift of this.lifts.values()) {
      lift.step(dt);
      lift.free(place);
    }
  }
}

/** A robot nearer to the cabin's middle than this is in it. */
export const SHAFT_M = 1.7;
/** Out of the cabin and away from its door. */
export const CLEAR_OF_LIFT_M = 2.7;
