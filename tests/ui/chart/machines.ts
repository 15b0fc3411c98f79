/** Small machines with every kind of state and transition that a chart supports. */
import {
  and,
  assign,
  emit,
  enqueueActions,
  fromPromise,
  not,
  or,
  raise,
  sendTo,
  setup,
  stateIn,
  stopChild,
} from 'xstate';

const made = setup({
  types: {
    context: {} as { count: number },
    events: {} as { type: 'go' } | { type: 'stay' } | { type: 'again' } | { type: 'off' },
  },
  actors: { load: fromPromise(async () => 1) },
  actions: { beep: () => {}, log: () => {} },
  guards: { isReady: () => true, isFew: ({ context }) => context.count < 3 },
  delays: { pause: 50 },
});

/** One of each kind. */
export const everyKind = made.createMachine({
  id: 'every',
  context: { count: 0 },
  initial: 'idle',
  on: { off: '.done', '*': { actions: 'log' } },
  states: {
    idle: {
      tags: ['calm', 'first'],
      entry: 'beep',
      exit: [{ type: 'log' }, assign({ count: 1 })],
      on: {
        go: [{ guard: 'isReady', target: 'busy.loading', actions: ['beep', assign({ count: 2 })] }, { target: 'busy' }],
        stay: { actions: raise({ type: 'go' }) },
        again: { target: 'idle', reenter: true },
      },
      after: { pause: 'busy', 1500: { guard: 'isFew', target: 'done' } },
    },
    busy: {
      initial: 'loading',
      onDone: 'sides',
      states: {
        loading: {
          invoke: [
            { src: 'load', onDone: 'ready', onError: { target: '#every.idle' } },
            { src: 'load', id: 'second', onSnapshot: { actions: 'log' } },
          ],
        },
        ready: { type: 'final' },
        back: { type: 'history', history: 'deep' },
      },
    },
    sides: {
      type: 'parallel',
      always: { guard: and([not('isReady'), or(['isFew', stateIn({ sides: { left: 'on' } })])]), target: 'done' },
      states: {
        left: { initial: 'on', states: { on: { on: { go: 'off' } }, off: { on: { go: 'on' } } } },
        // `off` is never entered; its actions only appear in the chart.
        right: {
          initial: 'on',
          states: {
            on: { on: { stay: {} } },
            off: {
              entry: [
                sendTo('elsewhere', { type: 'hello' }),
                stopChild('second'),
                enqueueActions(() => {}),
                emit({ type: 'told' } as never),
                () => {},
              ],
            },
          },
        },
      },
      on: { again: 'busy.back' },
    },
    done: { type: 'final' },
  },
});

/** Independent regions. */
export const regions = setup({ types: { events: {} as { type: 'turn' } } }).createMachine({
  id: 'regions',
  type: 'parallel',
  states: Object.fromEntries(
    ['one', 'two', 'three', 'four', 'five'].map((key) => [
      key,
      { initial: 'on', states: { on: { on: { turn: 'off' } }, off: { on: { turn: 'on' } } } },
    ]),
  ),
});
