/**
 * Plans the paths between a route's stops in a worker, so that the page stays responsive and planning can be cancelled.
 */
import {
  endsOf,
  straightLeg,
  type PlannedMap,
  type RoutePlan,
  type RoutePlanRequest,
} from '../../contract/rules/planPath/routePlan.ts';
import type { PlanResult, PlanRequest } from './planningWorker.ts';

export interface RoutePlanner {
  /** Legs without a path are straight lines. Rejects only when aborted by the signal. */
  plan(wish: RoutePlanRequest, options: { signal: AbortSignal }): Promise<RoutePlan>;
}
export interface PlanningWorker {
  postMessage(message: PlanRequest): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<PlanResult>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}
interface Needs {
  /** null if the browser has no workers; all legs are straight lines then. */
  start(): PlanningWorker | null;
  /** A map with a picture, as ROS files in a zip. */
  fetchMap(map: PlannedMap, options: { signal: AbortSignal }): Promise<Blob>;
  log(error: unknown): void;
}

/** An idle worker is terminated to free its memory. */
const IDLE_MS = 60_000;

/** A changed picture has a new id; a changed scale or origin changes the key as well. */
const keyOf = ({ id, plan, picture, resolution, origin }: PlannedMap): string =>
  JSON.stringify(
    picture === null
      ? [id, plan.walls.length, plan.furniture.length, plan.width, plan.height]
      : [id, picture.id, resolution, origin],
  );

export function createRoutePlanner({ start, fetchMap, log }: Needs): RoutePlanner {
  const waiting = new Map<number, (plan: RoutePlan | null) => void>();
  let worker: PlanningWorker | null = null;
  /** Key of the map that the worker has. */
  let told = '';
  let counted = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    worker?.terminate();
    worker = null;
    told = '';
    for (const settle of waiting.values()) settle(null);
  }
  function runningWorker(): PlanningWorker | null {
    if (worker) return worker;
    worker = start();
    if (!worker) return null;
    worker.onmessage = ({ data: { id, legs } }) => waiting.get(id)?.({ legs });
    worker.onerror = (event) => {
      log(event.message);
      stop();
    };
    return worker;
  }

  async function ask(wish: RoutePlanRequest, signal: AbortSignal): Promise<RoutePlan | null> {
    const { map, stops, loops } = wish;
    const key = keyOf(map);
    const zip = map.picture === null || told === key ? null : await fetchMap(map, { signal });
    const asked = runningWorker();
    if (!asked) return null;
    signal.throwIfAborted();
    const id = ++counted;
    told = key;
    return new Promise((resolve, reject) => {
      const settle = (plan: RoutePlan | null): void => {
        waiting.delete(id);
        signal.removeEventListener('abort', giveUp);
        resolve(plan);
      };
      const giveUp = (): void => {
        waiting.delete(id);
        asked.postMessage({ about: 'cancel', id });
        reject(signal.reason as Error);
      };
      waiting.set(id, settle);
      signal.addEventListener('abort', giveUp, { once: true });
      asked.postMessage({
        about: 'plan',
        id,
        floor: { key, plan: map.picture === null ? map.plan : null, zip },
        stops,
        loops,
      });
    });
  }

  return {
    async plan(wish, { signal }) {
      signal.throwIfAborted();
      clearTimeout(idle);
      let plan: RoutePlan | null = null;
      try {
        if (wish.stops.length > 1) plan = await ask(wish, signal);
      } catch (error) {
        signal.throwIfAborted();
        log(error);
      } finally {
        clearTimeout(idle);
        idle = setTimeout(() => {
          if (waiting.size === 0) stop();
        }, IDLE_MS);
      }
      return plan ?? { legs: endsOf(wish).map(([from, to]) => straightLeg(from, to)) };
    },
  };
}
