/** Estimates of the due tasks, worked out before their transaction on a real database of which a part cannot be read. */
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tasksById } from '../../../server/db/repositories/schedules.ts';
import { cruisePaths } from '../../../server/db/schema.ts';
import { createScheduleAttempt } from '../../../server/features/scheduleAttempt.ts';
import { createScheduleEstimates } from '../../../server/features/scheduleEstimates.ts';
import { createScheduleHandlers } from '../../../server/features/schedules.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { roundTask } from '../../fakes/roundTask.ts';
import { routeRunWorld, type RouteRunWorld } from '../../fakes/routeRunWorld.ts';

let world: RouteRunWorld;
beforeEach(async () => void (world = await routeRunWorld()));
afterEach(() => world.close());

/** The tasks of the routes, all of one robot. */
async function tasksOf(...pathIds: string[]) {
  const log = pino({ level: 'silent' });
  const needs = { ...world.deps, now: Date.now, log, store: createFolderStore(world.deps.settings.dataFolder) };
  const saved = await world.within('lin', (context) => createScheduleHandlers(needs).save(roundTask(), context));
  const [task] = await tasksById(world.db, [saved.id]);
  if (!task) throw new Error('no task');
  return { needs, tasks: pathIds.map((pathId) => ({ ...task, id: pathId, pathId })) };
}

describe('an estimate that fails', () => {
  it('is the error of its task; those of the others are worked out', async () => {
    await world.ready();
    const [round] = await world.db.select().from(cruisePaths);
    if (!round) throw new Error('no route');
    await world.db.insert(cruisePaths).values({ ...round, id: 'torn', name: 'Torn' });
    const { needs, tasks } = await tasksOf('torn', 'round');
    const estimates = createScheduleEstimates(needs);
    const done: string[] = [];
    const { prepare } = createScheduleAttempt({
      ...needs,
      estimates: {
        ...estimates,
        of: async (db, asked) => {
          if (asked.route.id === 'torn') throw new Error('torn');
          done.push(asked.route.id);
          return estimates.of(db, asked);
        },
      },
    });
    const failed: string[] = [];
    await prepare(world.db, tasks, ({ id }) => void failed.push(id));
    expect({ failed, done }).toEqual({ failed: ['torn'], done: ['round'] });
  });
});
