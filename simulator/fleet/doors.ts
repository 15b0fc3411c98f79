/** Doors under access control: they open when a robot comes near, stay open for some seconds and shut behind it. */
import type { Place } from '../../contract/entities/floorPlan.ts';
import type { Body } from '../robot/body.ts';
import { placeAt } from '../robot/track.ts';
import type { Track } from '../robot/track.ts';

export interface DoorPlan {
  id: string;
  mapId: string;
  from: Place;
  to: Place;
}

const OPENING_SECONDS = 2.5;
const OPEN_SECONDS = 5;
/** Distances to the door, metres: where a robot requests it, where it waits, and up to which it is in the doorway. */
const ASK_M = 2.2;
const WAIT_M = 0.75;
const IN_DOORWAY_M = 0.5;
const HAND_ASKS_M = 1.2;
const STEP_M = 0.1;

class Door {
  readonly plan: DoorPlan;
  private state: 'shut' | 'opening' | 'open' = 'shut';
  private left = 0;

  constructor(plan: DoorPlan) {
    this.plan = plan;
  }

  get isOpen(): boolean {
    return this.state === 'open';
  }

  distanceTo(x: number, y: number): number {
    const {
      from: [x1, y1],
      to: [x2, y2],
    } = this.plan;
    const [dx, dy] = [x2 - x1, y2 - y1];
    const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
    return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
  }

  ask(): void {
    if (this.state === 'shut') {
      this.state = 'opening';
      this.left = OPENING_SECONDS;
    } else if (this.state === 'open') this.left = OPEN_SECONDS;
  }

  step(dt: number): void {
    if (this.state === 'shut' || (this.left -= dt) > 0) return;
    this.state = this.state === 'opening' ? 'open' : 'shut';
    this.left = OPEN_SECONDS;
  }
}

export class Doors {
  private readonly doors: readonly Door[];
  private readonly bodies: readonly Body[];

  /** @param bodies filled by the world as it creates its robots */
  constructor(plans: readonly DoorPlan[], bodies: readonly Body[]) {
    this.doors = plans.map((plan) => new Door(plan));
    this.bodies = bodies;
  }

  find(id: string, mapId: string): Pick<Door, 'ask' | 'isOpen'> | null {
    return this.doors.find(({ plan }) => plan.id === id && plan.mapId === mapId) ?? null;
  }

  /** Free metres of a track before a shut door; requests opening from doors nearby. */
  ahead(me: Body, track: Track, s: number): number {
    for (const door of this.doors) {
      if (me.light || door.plan.mapId !== me.mapId) continue;
      const distance = door.distanceTo(me.motion.x, me.motion.y);
      if (distance > ASK_M) continue;
      const crossing = this.crossing(door, track, s);
      if (crossing === null) continue;
      door.ask();
      // A robot in the doorway keeps going.
      if (!door.isOpen && distance > IN_DOORWAY_M) return Math.max(0, crossing - WAIT_M);
    }
    return Infinity;
  }

  private crossing(door: Door, track: Track, s: number): number | null {
    const reach = Math.min(track.length - s, ASK_M + 0.5);
    for (let ahead = 0; ahead <= reach; ahead += STEP_M)
      if (door.distanceTo(...placeAt(track, s + ahead)) < STEP_M) return ahead;
    return null;
  }

  /** Whether a step under teleop would lead through a shut door. */
  isBarred({ mapId, motion, radius }: Body, x: number, y: number): boolean {
    return this.doors.some((door) => {
      if (door.plan.mapId !== mapId || door.isOpen) return false;
      const next = door.distanceTo(x, y);
      return next < radius && next < door.distanceTo(motion.x, motion.y);
    });
  }

  step(dt: number): void {
    for (const door of this.doors) {
      door.step(dt);
      // A sensor keeps the door open over a robot in the doorway, and opens it for a robot that approaches under
      // teleop.
      for (const { light, mapId, motion, byHand } of this.bodies) {
        if (light || mapId !== door.plan.mapId) continue;
        const distance = door.distanceTo(motion.x, motion.y);
        if (distance < IN_DOORWAY_M || (byHand && distance < HAND_ASKS_M)) door.ask();
      }
    }
  }
}
