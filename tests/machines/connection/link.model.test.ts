/**
 * Model-based: the requirement of the spec as a small model, written without looking at the code. Every simple path is
 * walked on the real machine, and the expectations of each state are checked on the fake broker.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { settle } from '../../fakes/settle.ts';
import { KEY, startLink } from '../../fakes/startLink.ts';
import { walk } from '../../fakes/walkModel.ts';

const spec = setup({
  types: {
    events: {} as {
      type:
        'broker accepts' | 'broker drops' | '4999 ms pass' | '1 ms passes' | 'the network is back' | 'rights change';
    },
  },
}).createMachine({
  initial: 'connecting',
  states: {
    connecting: { on: { 'broker accepts': 'open', 'broker drops': 'pausing', 'rights change': 'connecting' } },
    open: { on: { 'broker drops': 'pausing', 'rights change': 'connecting', 'the network is back': 'open' } },
    pausing: {
      on: { '4999 ms pass': 'almostDue', 'the network is back': 'connecting', 'rights change': 'connecting' },
    },
    almostDue: { on: { 'broker drops': 'almostDue', '1 ms passes': 'connecting' } },
  },
});

const reached = new Set<string>();

describe('a link to the broker', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const { actor, broker, clock } = startLink();
      actor.subscribe(({ value }) => reached.add(JSON.stringify(value)));

      await walk(
        path,
        { model: 'link', actor },
        {
          events: {
            'broker accepts': () => broker.accept(KEY),
            'broker drops': () => {
              broker.drop(KEY);
              actor.send({ type: 'mqttLink.closed' }); // a broker can report the close twice
            },
            '4999 ms pass': () => clock.increment(4_999),
            '1 ms passes': () => clock.increment(1),
            'the network is back': () => actor.send({ type: 'mqttLink.hurry' }),
            'rights change': () => actor.send({ type: 'mqttLink.renew' }),
          },
          states: {
            connecting: () => {
              expect(broker.live()).toEqual([KEY]);
              expect(actor.getSnapshot().hasTag('online')).toBe(false);
            },
            open: async () => {
              await settle();
              expect(actor.getSnapshot().hasTag('online')).toBe(true);
              expect(broker.subscribes.at(-1)).toBe('robot/pub');
            },
            pausing: () => expect(broker.live()).toEqual([]),
            almostDue: () => expect(broker.live()).toEqual([]),
          },
        },
      );
    });
  }

  afterAll(() => {
    expect([...reached].sort()).toEqual(['"waitingToReconnect"', '{"linked":"connecting"}', '{"linked":"open"}']);
  });
});
