/** What the page of a scheduled task loads first: one site, one route of three stops, and the task or none. */
import { fromPromise } from 'xstate';
import type { CruisePathChoice } from '../../contract/entities/cruisePath.ts';
import type { ScheduledTask } from '../../contract/entities/schedule.ts';
import type { LoadedTask } from '../../src/machines/scheduledTask/scheduledTask.context.ts';
import { sampleTimetable, ZONE } from './scheduleSample.ts';

export const taskActors = (task: ScheduledTask | null) => ({
  loadTask: fromPromise<LoadedTask, { taskId: string; serialNumber: string; userId: string }>(async () => ({
    sites: [{ siteId: 'h1', name: 'Harbour Hotel', timeZone: ZONE, robots: sampleTimetable().robots }],
    task,
    kept: null,
    seed: 'seed',
    ahead: { runs: 3, isUnderWay: false },
  })),
  loadRoutes: fromPromise<{ paths: readonly CruisePathChoice[] }, { serialNumber: string }>(async () => ({
    paths: [
      {
        pathId: 'p1',
        pathName: 'Lobby round',
        mapId: 'm1',
        mapName: 'Floor 1',
        floor: 'F1',
        isDefault: true,
        missing: [],
        stopCount: 3,
      },
    ],
  })),
});
