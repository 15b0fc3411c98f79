/** The places of a new delivery are asked for once the fleet is known: a page that is opened by its address starts before. */
import { expect, it } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import { settledFleet, type System } from '../../src/app/wiring/deliverySites.ts';
import { settle } from '../fakes/settle.ts';

function fleetAtStart() {
  const fleet = createActor(
    setup({
      types: { context: {} as { failure: object | null }, events: {} as { type: 'loaded' | 'refused' } },
    }).createMachine({
      context: { failure: null },
      initial: 'loading',
      states: {
        loading: { on: { loaded: 'ready', refused: { actions: assign({ failure: { said: 'networkFailed' } }) } } },
        ready: {},
      },
    }),
  ).start();
  const settled: string[] = [];
  const leave = new AbortController();
  void settledFleet({ get: () => fleet } as unknown as System, leave.signal).then(
    () => settled.push('settled'),
    () => settled.push('left'),
  );
  return { fleet, settled, leave };
}

it('waits until the fleet is loaded', async () => {
  const { fleet, settled } = fleetAtStart();
  await settle();
  expect(settled).toEqual([]);
  fleet.send({ type: 'loaded' });
  await settle();
  expect(settled).toEqual(['settled']);
});

it('or cannot be loaded, or the page is left', async () => {
  const refused = fleetAtStart();
  refused.fleet.send({ type: 'refused' });
  await settle();
  expect(refused.settled).toEqual(['settled']);
  const left = fleetAtStart();
  left.leave.abort();
  await settle();
  expect(left.settled).toEqual(['left']);
});

it('does not wait where there is no fleet', async () => {
  await settledFleet({ get: () => undefined } as unknown as System, new AbortController().signal);
});
