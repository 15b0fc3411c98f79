/** The route planner as used by the pages, connected in memory to the real worker logic. */
import { describe, expect, it, vi } from 'vitest';
import type { FloorPlan, Place } from '../../contract/entities/floorPlan.ts';
import { PLAN_META } from '../../contract/rules/mapFiles/planPicture.ts';
import { rosMapFiles } from '../../contract/rules/mapFiles/rosMap.ts';
import { zipOf } from '../../server/files/zip.ts';
import type { PlannedMap } from '../../contract/rules/planPath/routePlan.ts';
import { createPlanningWorker, type PlanRequest } from '../../src/services/planningWorker.ts';
import { createRoutePlanner, type PlanningWorker } from '../../src/services/routePlanner.ts';

const plan: FloorPlan = {
  width: 10,
  height: 6,
  outline: [
    [
      [0, 0],
      [10, 0],
      [10, 6],
      [0, 6],
    ],
  ],
  rooms: [],
  walls: [{ from: [5, 0], to: [5, 4] }],
  outerWalls: [],
  windows: [],
  doors: [],
  columns: [],
  furniture: [],
};
const drawn: PlannedMap = { id: 'map-1', plan, picture: null, resolution: 0.05, origin: { x: 0, y: 0, yaw: 0 } };
const pictured: PlannedMap = {
  ...drawn,
  id: 'map-2',
  picture: { id: 'pic-1', width: 100, height: 60 },
  resolution: 0.1,
};
const stops: Place[] = [
  [1, 1],
  [9, 1],
];

function setUp({ without = false } = {}) {
  const workers: (PlanningWorker & { heard: PlanRequest[]; ended: boolean })[] = [];
  const fetchMap = vi.fn(async (): Promise<Blob> => {
    const data = new Uint8Array(6_000).fill(254);
    for (let row = 20; row < 60; row++) data.fill(0, row * 100 + 49, row * 100 + 51);
    return new Blob([
      new Uint8Array(
        zipOf(
          rosMapFiles({
            picture: { width: 100, height: 60, channels: 1, data },
            resolution: 0.1,
            origin: pictured.origin,
            meta: PLAN_META,
            title: 'map',
          }),
        ),
      ),
    ]);
  });
  const log = vi.fn();
  let gate: Promise<void> = Promise.resolve();
  const planner = createRoutePlanner({
    start() {
      if (without) return null;
      const worker: (typeof workers)[number] = {
        heard: [],
        ended: false,
        onmessage: null,
        onerror: null,
        postMessage(message) {
          worker.heard.push(message);
          void hear(message);
        },
        terminate: () => void (worker.ended = true),
      };
      const hear = createPlanningWorker({
        tell: (data) => {
          if (!worker.ended) worker.onmessage?.({ data } as MessageEvent);
        },
        pause: () => gate,
      });
      workers.push(worker);
      return worker;
    },
    fetchMap,
    log,
  });
  return {
    planner,
    workers,
    fetchMap,
    log,
    hold(until: Promise<void>) {
      gate = until;
    },
  };
}
const going = () => ({ signal: new AbortController().signal });

describe('the planner of routes', () => {
  it('plans a drawn floor round its walls, one leg a stop, one more for a loop', async () => {
    const { planner } = setUp();
    const { legs } = await planner.plan({ map: drawn, stops, loops: true }, going());
    expect(legs).toHaveLength(2);
    expect(legs.every(({ isStraight, metres }) => !isStraight && metres > 10)).toBe(true);
    expect(legs[1]?.path[0]).toEqual([9, 1]);
  });

  it('fetches a map with a picture once, as long as it is the last one', async () => {
    const { planner, workers, fetchMap } = setUp();
    const first = await planner.plan({ map: pictured, stops, loops: false }, going());
    expect(first.legs[0]).toMatchObject({ isStraight: false });
    expect(first.legs[0]?.metres).toBeGreaterThan(10);
    await planner.plan({ map: pictured, stops: [...stops, [9, 5]], loops: false }, going());
    expect(fetchMap).toHaveBeenCalledTimes(1);
    await planner.plan(
      { map: { ...pictured, picture: { id: 'pic-2', width: 100, height: 60 } }, stops, loops: false },
      going(),
    );
    expect(fetchMap).toHaveBeenCalledTimes(2);
    expect(workers).toHaveLength(1);
  });

  it('answers nothing once it is given up, and goes on with what is asked next', async () => {
    const { planner, workers, hold } = setUp();
    let open = (): void => undefined;
    hold(
      new Promise((resolve) => {
        open = resolve;
      }),
    );
    const giving = new AbortController();
    const first = planner.plan({ map: drawn, stops, loops: false }, { signal: giving.signal });
    await vi.waitFor(() => expect(workers[0]?.heard).toHaveLength(1));
    giving.abort();
    await expect(first).rejects.toThrow();
    expect(workers[0]?.heard.at(-1)).toEqual({ about: 'cancel', id: 1 });
    const second = planner.plan({ map: drawn, stops, loops: false }, going());
    open();
    expect((await second).legs).toHaveLength(1);
    await expect(planner.plan({ map: drawn, stops, loops: false }, { signal: AbortSignal.abort() })).rejects.toThrow();
  });

  it('answers straight lines, told as such, where it cannot plan: no worker, no map, a worker that broke', async () => {
    const straight = { legs: [{ path: stops, metres: 8, isStraight: true }] };
    expect(await setUp({ without: true }).planner.plan({ map: drawn, stops, loops: false }, going())).toEqual(straight);

    const lost = setUp();
    lost.fetchMap.mockRejectedValueOnce(new Error('no network'));
    expect(await lost.planner.plan({ map: pictured, stops, loops: false }, going())).toEqual(straight);
    expect(lost.log).toHaveBeenCalled();
    // The next request succeeds.
    expect((await lost.planner.plan({ map: pictured, stops, loops: false }, going())).legs[0]?.isStraight).toBe(false);

    const wrong = setUp();
    wrong.fetchMap.mockResolvedValueOnce(new Blob(['no zip']));
    expect(await wrong.planner.plan({ map: pictured, stops, loops: false }, going())).toEqual(straight);

    const broken = setUp();
    broken.hold(new Promise(() => undefined));
    const answer = broken.planner.plan({ map: drawn, stops, loops: false }, going());
    await vi.waitFor(() => expect(broken.workers[0]?.heard).toHaveLength(1));
    broken.workers[0]?.onerror?.({ message: 'out of memory' } as ErrorEvent);
    expect(await answer).toEqual(straight);
    expect(broken.workers[0]?.ended).toBe(true);
  });

  it('has no legs for fewer than two stops', async () => {
    const { planner, workers } = setUp();
    expect(await planner.plan({ map: drawn, stops: [[1, 1]], loops: true }, going())).toEqual({ legs: [] });
    expect(workers).toHaveLength(0);
  });
});
