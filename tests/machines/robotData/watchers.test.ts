/** Who watches a robot, by name: read while the list is open, and never an old list. */
import { expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  type Watcher,
  WATCHERS_REFRESH_MS,
  watchersMachine,
  type WatchersInput,
} from '../../../src/machines/robotData/watchers.machine.ts';
import {
  selectIsWatchersOpen,
  selectWatchers,
  selectWatchersFailure,
} from '../../../src/machines/robotData/watchers.selectors.ts';
import { settle } from '../../fakes/settle.ts';

it('is read when opened and again while it is open, names nobody from an old list, and ends when closed', async () => {
  const clock = new SimulatedClock();
  const cloud = { asked: [] as string[], refusal: null as Error | null };
  const people = [{ name: 'Chen Yu', isSelf: false }];
  const actor = createActor(
    watchersMachine.provide({
      actors: {
        readWatchers: fromPromise<readonly Watcher[], WatchersInput>(async ({ input }) => {
          cloud.asked.push(input.serialNumber);
          if (cloud.refusal) throw cloud.refusal;
          return people;
        }),
      },
    }),
    { clock, input: { serialNumber: 'A-1' } },
  ).start();
  const read = () => actor.getSnapshot();
  const pass = async (): Promise<void> => {
    clock.increment(WATCHERS_REFRESH_MS);
    await settle();
  };
  await pass();
  expect([cloud.asked, selectIsWatchersOpen(read())]).toEqual([[], false]);
  actor.send({ type: 'watchers.open' });
  await settle();
  expect([cloud.asked, selectIsWatchersOpen(read()), selectWatchers(read())]).toEqual([['A-1'], true, people]);
  cloud.refusal = new ApiError('networkFailed');
  await pass();
  expect([selectWatchers(read()), selectWatchersFailure(read())?.code]).toEqual([null, ERRORS.networkFailed]);
  cloud.refusal = null;
  await pass();
  expect([selectWatchers(read()), selectWatchersFailure(read())]).toEqual([people, null]);
  actor.send({ type: 'watchers.close' });
  await pass();
  expect([cloud.asked.length, selectWatchers(read())]).toEqual([3, null]);
});
