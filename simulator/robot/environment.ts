/** What a robot finds around it: the building, the others, the lifts, the chargers, the time. The world provides it. */
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
  /** ms since 1970, by the world's clock. */
  now(): number;
  /** ms that only rise: a clock that somebody sets must not make a late message fresh. */
  ticks(): number;
  point(id: string): PlacedPoint | null;
  /** On the slab of that floor. */
  isInside(mapId: string, x: number, y: number): boolean;
}

export type PlacedPoint = DemoPoint & { readonly mapId: string };
