/** Report of a machine's guards: every transition of the active states, innermost first, and the guards that block. */
import { expect, it } from 'vitest';
import { and, createActor, not, setup, stateIn } from 'xstate';
import { candidatesOf } from '../../../src/app/dryRun/candidates.ts';

const machine = setup({
  types: { events: {} as { type: 'go' } | { type: 'door.open' } | { type: 'other' } },
  guards: {
    isNear: () => true,
    isLocked: () => true,
    breaks: () => {
      throw new Error('a mistake');
    },
  },
}).createMachine({
  id: 'm',
  type: 'parallel',
  on: { 'door.*': { guard: 'breaks' } },
  states: {
    door: {
      initial: 'shut',
      on: { go: '.open' },
      states: {
        shut: {
          on: {
            go: [
              { guard: and(['isNear', not('isLocked')]), target: 'open' },
              { guard: stateIn({ light: 'on' }), target: 'open' },
            ],
          },
        },
        open: {},
      },
    },
    light: { initial: 'off', states: { off: {}, on: {} } },
  },
});
const told = (type: 'go' | 'door.open' | 'other') => candidatesOf(createActor(machine).start().getSnapshot(), { type });

it('names every guard in the way, what it is made of, and the transition that is taken in the end', () => {
  expect(told('go')).toEqual([
    {
      state: 'm.door.shut',
      targets: ['m.door.open'],
      guard: { name: 'isNear and not isLocked', holds: false },
      parts: [
        { name: 'isNear', holds: true },
        { name: 'isLocked', holds: true },
      ],
      isTaken: false,
    },
    {
      state: 'm.door.shut',
      targets: ['m.door.open'],
      guard: { name: 'in light.on', holds: false },
      parts: [],
      isTaken: false,
    },
    { state: 'm.door', targets: ['m.door.open'], guard: null, parts: [], isTaken: true },
  ]);
});
it('has nothing to say of an event that no active state knows', () => {
  expect(told('other')).toEqual([]);
});
it('a guard with a mistake in it refuses', () => {
  expect(told('door.open')).toMatchObject([{ state: 'm', guard: { name: 'breaks', holds: false }, isTaken: false }]);
});
