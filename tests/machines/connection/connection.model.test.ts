/**
 * Model-based: the requirements of design 6 on the links, as a small model written without looking at the code. Every
 * simple path is walked on the real machine. Each state is what the top bar shows to an operator.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { selectBrokerLink, selectCloudLink } from '../../../src/machines/connection/connection.selectors.ts';
import { startConnection } from '../../fakes/startConnection.ts';
import { walk } from '../../fakes/walkModel.ts';

type Happening = 'a beat' | '2.5 s of silence' | 'the cloud is gone' | 'the cloud is back' | 'the cable is pulled';

const spec = setup({ types: { events: {} as { type: Happening } } }).createMachine({
  initial: 'not heard yet',
  states: {
    'not heard yet': {
      on: { 'a beat': 'all is well', '2.5 s of silence': 'broker away', 'the cable is pulled': 'cut off' },
    },
    'all is well': {
      on: { 'a beat': 'all is well', '2.5 s of silence': 'broker away', 'the cable is pulled': 'cut off' },
    },
    'broker away': {
      on: { 'a beat': 'all is well', 'the cloud is gone': 'cloud away', 'the cable is pulled': 'cut off' },
    },
    'cloud away': { on: { 'the cloud is back': 'broker away', 'a beat': 'all is well' } },
    'cut off': { on: { 'a beat': 'all is well', 'the cloud is back': 'broker away' } },
  },
});

const reached = new Set<string>();

describe('the three links', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const started = startConnection();
      started.actor.subscribe(({ value }) =>
        reached.add(typeof value === 'string' ? value : (Object.keys(value)[0] ?? '')),
      );
      const words = () =>
        `${selectCloudLink(started.actor.getSnapshot())} ${selectBrokerLink(started.actor.getSnapshot())}`;
      await walk(
        path,
        { model: 'connection', actor: started.actor },
        {
          events: {
            'a beat': () => {
              started.cloud.answers = true;
              started.beat();
            },
            '2.5 s of silence': async () => {
              await started.pass(1_600);
              await started.pass(900);
            },
            'the cloud is gone': async () => {
              started.cloud.answers = false;
              await started.pass(2_000);
            },
            'the cloud is back': async () => {
              started.cloud.answers = true;
              await started.pass(2_000);
            },
            'the cable is pulled': () => {
              started.cloud.answers = false;
              started.actor.send({ type: 'network.lost' });
            },
          },
          states: {
            'not heard yet': () => expect(words()).toBe('connecting unknown'),
            'all is well': () => expect(words()).toBe('ok ok'),
            'broker away': () => expect(words()).toBe('ok down'),
            'cloud away': () => expect(words()).toBe('down unknown'),
            'cut off': () => expect(words()).toBe('down unknown'),
          },
        },
      );
    });
  }

  afterAll(() => {
    expect([...reached].sort()).toEqual(['asking', 'checking', 'feedless', 'heard', 'unreachable']);
  });
});
