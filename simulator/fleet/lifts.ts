/** The lifts: one robot at a time, first come, first served; doors and rides take their time. */
import type { DemoLift } from '../../demo/sites.ts';

const DOOR_SECONDS = 2;
const FLOOR_SECONDS = 7;

export class Lift {
  readonly id: string;
  private readonly floors: readonly string[];
  private at: string;
  private doors: 'open' | 'closed' = 'closed';
  private readonly queue: { robot: string; wanted: string; riding: boolean }[] = [];
  /** Seconds until the present move is over. */
  private left = 0;
  private towards: string | null = null;

  constructor({ id, maps }: DemoLift) {
    this.id = id;
    this.floors = maps.map(({ mapId }) => mapId);
    this.at = this.floors[0] ?? '';
  }

  /** Calls it to a floor; a second call by the same robot changes nothing but the floor. */
  call(robot: string, mapId: string): void {
    const known = this.queue.find((one) => one.robot === robot);
    if (known) known.wanted = mapId;
    else this.queue.push({ robot, wanted: mapId, riding: false });
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
  private readonly plans: readonly DemoLift[];

  constructor(plans: readonly DemoLift[]) {
    this.plans = plans;
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
    return this.plans.some((plan) => plan.maps.some((stop) =>
      stop.mapId === mapId && Math.hypot(stop.cabin.x - x, stop.cabin.y - y) < SHAFT_M && !this.get(plan.id).isOpenAt(mapId)));
  }

  step(dt: number): void {
    for (const lift of this.lifts.values()) lift.step(dt);
  }
}

/** A robot nearer to the cabin's middle than this is in it. */
export const SHAFT_M = 1.7;
