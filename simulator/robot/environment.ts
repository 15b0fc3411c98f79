/** The robot's surroundings, provided by the world: building, other robots, lifts, chargers, time. */
import type { Incidents } from '../alarms/incidents.ts';
import type { Building } from '../building/building.ts';
import type { DemoPoint } from '../../demo/points.ts';
import type { Doors } from '../fleet/doors.ts';
import type { Lifts } from '../fleet/lifts.ts';
import type { Traffic } from '../fleet/traffic.ts';
import type { Bays } from '../fleet/bays.ts';

export interface Environment {
  readonly building: Building;
  readonly traffic: Traffic;
  readonly lifts: Lifts;
  readonly bays: Bays;
  readonly doors: Doors;
  readonly incidents: Incidents;
  /** Simulated time, ms since 1970. */
  now(): number;
  /** Monotonic ms: setting the system clock must not make a late message fresh. */
  ticks(): number;
  point(id: string): PlacedPoint | null;
  /** Whether a place lies on the slab of that floor. */
  isInside(mapId: string, x: number, y: number): boolean;
}

export type PlacedPoint = DemoPoint & { readonly mapId: string };
