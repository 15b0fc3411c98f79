/** A simulated robot instead of a real one, in the first set-up. */
import { expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { Checklist } from '../../../contract/entities/checklist.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { POLL_MS } from '../../../src/machines/checklist/checklist.machine.ts';
import {
  selectChecklistForm,
  selectIsSimulating,
  selectOpenStep,
} from '../../../src/machines/checklist/checklist.selectors.ts';
import { checklistServer, WITH_FLOOR, WITH_SITE } from '../../fakes/checklistServer.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

async function start(first: Checklist) {
  const clock = new SimulatedClock();
  const { server, machine } = checklistServer(first);
  const { actor, toldTo } = startUnderApp(machine, {
    as: 'screen',
    clock,
    input: { page: 'checklist', params: {}, query: {}, user: userOf(), serialNumber: '', language: 'enUS' },
  });
  await settle();
  return { actor, toldTo, server, clock, see: () => actor.getSnapshot() };
}

it('is added to the first floor, and closes the form of the real one', async () => {
  const { actor, server, see, toldTo } = await start(WITH_FLOOR);
  selectChecklistForm(see())?.send({ type: 'field.change', field: 'serialNumber', value: 'K-7' });
  actor.send({ type: 'robot.simulate' });
  expect(selectIsSimulating(see())).toBe(true);
  // A second press while it is being added.
  actor.send({ type: 'robot.simulate' });
  await settle();
  expect(server.simulatedOn).toEqual(['map-1']);
  expect(selectIsSimulating(see())).toBe(false);
  expect(selectChecklistForm(see())).toBeNull();
  expect(selectOpenStep(see())).toBe('firstMessage');
  expect(toldTo('notices')).toMatchObject([
    { notice: { tone: 'success', key: 'checklist.saved.simulated', params: { serialNumber: 'SIM-0001' } } },
  ]);
});

it('that is refused leaves the form as it was typed, and says why', async () => {
  const { actor, server, see, toldTo, clock } = await start(WITH_FLOOR);
  selectChecklistForm(see())?.send({ type: 'field.change', field: 'serialNumber', value: 'K-7' });
  server.error = new ApiError('floorNotSimulable');
  actor.send({ type: 'robot.simulate' });
  await settle();
  clock.increment(POLL_MS);
  await settle();
  expect(selectChecklistForm(see())?.getSnapshot().context.draft.serialNumber).toBe('K-7');
  expect(toldTo('notices')).toMatchObject([{ notice: { tone: 'error' } }]);
});

it('needs a floor', async () => {
  const { actor, server } = await start(WITH_SITE);
  actor.send({ type: 'robot.simulate' });
  await settle();
  expect(server.simulatedOn).toEqual([]);
});
