/** The charging bays and their reservations by robots. */
import type { Bay, DemoPoint } from '../../demo/points.ts';

export type PlacedBay = Bay & { readonly mapId: string };

export class Bays {
  readonly all: readonly PlacedBay[];
  private readonly taken = new Map<string, string>();

  constructor(points: readonly (Pick<DemoPoint, 'chargeBase'> & { readonly mapId: string })[]) {
    this.all = points.flatMap(({ mapId, chargeBase = [] }) => chargeBase.map((bay) => ({ ...bay, mapId })));
  }

  find(id: string): PlacedBay | null {
    return this.all.find((bay) => bay.id === id) ?? null;
  }

  /** The bay whose contacts a robot at this place touches. */
  at(mapId: string, x: number, y: number): PlacedBay | null {
    return this.all.find((bay) => bay.mapId === mapId && Math.hypot(bay.x - x, bay.y - y) < CONTACT_M) ?? null;
  }

  isFree(id: string, robot: string): boolean {
    const owner = this.taken.get(id);
    return owner === undefined || owner === robot;
  }

  /** Reserves a bay and releases any other of this robot. @returns false if another robot has reserved it */
  take(id: string, robot: string): boolean {
    if (!this.isFree(id, robot)) return false;
    this.release(robot);
    this.taken.set(id, robot);
    return true;
  }

  release(robot: string): void {
    for (const [id, owner] of this.taken) if (owner === robot) this.taken.delete(id);
  }
}

const CONTACT_M = 0.25;
