/**
 * Worker side of route planning: handles requests one after another, caches the last map, and can be cancelled between
 * two legs.
 */
import { readRosMap } from '../../contract/rules/mapFiles/rosMap.ts';
import type { PlanShape } from '../../contract/rules/planCells.ts';
import type { Place } from '../../contract/entities/floorPlan.ts';
import { gridsOfPicture, gridsOfPlan, legPlanner } from '../../contract/rules/planPath/legPlanner.ts';
import { endsOf, straightLeg, type RouteLeg } from '../../contract/rules/planPath/routePlan.ts';

/** A drawn plan, or a map as ROS files in a zip; both null for the map that was sent last. */
export interface PlanningMap {
  key: string;
  plan: PlanShape | null;
  zip: Blob | null;
}
export type PlanRequest =
  | { about: 'plan'; id: number; floor: PlanningMap; stops: readonly Place[]; loops: boolean }
  | { about: 'cancel'; id: number };
export interface PlanResult {
  id: number;
  legs: readonly RouteLeg[];
}

interface Needs {
  tell(answer: PlanResult): void;
  /** Yields, so that messages of the page are handled. */
  pause(): Promise<void>;
}

type Planner = ReturnType<typeof legPlanner>;

async function plannerOf({ plan, zip }: PlanningMap): Promise<Planner> {
  if (plan) return legPlanner(gridsOfPlan(plan));
  if (!zip) throw new Error('no map to plan on');
  const { picture, meta, resolution, origin } = await readRosMap([
    { name: 'map.zip', bytes: new Uint8Array(await zip.arrayBuffer()) },
  ]);
  return legPlanner(gridsOfPicture(picture, meta, { resolution, origin }));
}

export function createPlanningWorker({ tell, pause }: Needs): (message: PlanRequest) => Promise<void> {
  const cancelled = new Set<number>();
  let held: { key: string; planner: Planner } | null = null;
  let queue = Promise.resolve();

  async function work({ id, floor, ...wish }: PlanRequest & { about: 'plan' }): Promise<void> {
    const ends = endsOf(wish);
    try {
      await pause();
      if (cancelled.has(id)) return;
      // Release the old map first, because two large ones would take too much memory.
      if (held?.key !== floor.key) held = null;
      held ??= { key: floor.key, planner: await plannerOf(floor) };
      const legs: RouteLeg[] = [];
      for (const [from, to] of ends) {
        await pause();
        if (cancelled.has(id)) return;
        legs.push(held.planner(from, to));
      }
      tell({ id, legs });
    } catch {
      // An unreadable map has no paths: return straight lines, marked as such.
      tell({ id, legs: ends.map(([from, to]) => straightLeg(from, to)) });
    } finally {
      cancelled.delete(id);
    }
  }

  return (message) => {
    if (message.about === 'cancel') cancelled.add(message.id);
    else queue = queue.then(() => work(message));
    return queue;
  };
}
