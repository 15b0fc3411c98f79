/**
 * Requirement (design 6): Stop never asks for confirmation and never expires; it is resent until the server has it,
 * only the robot's own state proves it, and only a user's Resume lifts it.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { settle } from '../../fakes/settle.ts';
import { startStop } from '../../fakes/startStop.ts';
import { walk } from '../../fakes/walkModel.ts';

type Event =
  | 'press, cloud there'
  | 'press, cloud away'
  | 'press, not allowed'
  | 'cloud back'
  | 'robot paused'
  | 'robot drives on'
  | 'somebody resumes'
  | 'somebody else stops it';

const spec = setup({ types: { events: {} as { type: Event } } }).createMachine({
  initial: 'ready',
  states: {
    ready: {
      on: {
        'press, cloud there': 'sent',
        'press, cloud away': 'asking',
        'press, not allowed': 'refused',
        'somebody else stops it': 'heldByOther',
      },
    },
    asking: { on: { 'cloud back': 'sent' } },
    sent: { on: { 'robot paused': 'stopped', 'robot drives on': 'seenHeld' } },
    heldByOther: { on: { 'robot paused': 'stopped', 'somebody resumes': 'lifted' } },
    seenHeld: { on: { 'robot paused': 'stopped', 'somebody resumes': 'lifted' } },
    stopped: { on: { 'somebody resumes': 'lifted', 'robot drives on': 'heldAgain' } },
    heldAgain: {},
    lifted: {},
    refused: {},
  },
});

const reached = new Set<string>();

describe('Stop', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const stop = startStop();
      const { actor, clock, cloud, look } = stop;
      actor.subscribe(({ value }) => reached.add(JSON.stringify(value)));
      await walk(
        path,
        { model: 'stop', actor: stop.actor },
        {
          events: {
            'press, cloud there': async () => {
              stop.press();
              await settle();
            },
            'press, cloud away': async () => {
              cloud.answers = false;
              stop.press();
              await settle();
            },
            'press, not allowed': async () => {
              cloud.no = 'notAllowed';
              stop.press();
              await settle();
            },
            'cloud back': async () => {
              cloud.answers = true;
              clock.increment(1_000);
              await settle();
            },
            'robot paused': () => stop.seen({ held: true, paused: true }),
            'robot drives on': () => stop.seen({ held: true, paused: false }),
            'somebody resumes': () => stop.seen({ held: false, paused: false }),
            'somebody else stops it': () => stop.seen({ held: true, paused: false }),
          },
          states: {
            ready: () => expect(look()).toBe('ready'),
            asking: async () => {
              expect(look()).toBe('sent');
              const before = cloud.asked.length;
              for (let second = 0; second < 20; second += 1) {
                clock.increment(1_000);
                await settle();
              }
              expect(cloud.asked).toHaveLength(before + 20);
            },
            sent: () => {
              expect(look()).toBe('sent');
              expect(actor.getSnapshot().context.since).not.toBeNull();
            },
            heldByOther: () => expect(look()).toBe('sent'),
            seenHeld: () => expect(look()).toBe('sent'),
            heldAgain: () => expect(look()).toBe('sent'),
            stopped: () => expect(look()).toBe('stopped'),
            lifted: () => expect(look()).toBe('ready'),
            refused: () => {
              expect(look()).toBe('refused');
              expect(actor.getSnapshot().context.failure?.code).toBe(40016);
            },
          },
        },
      );
    });
  }

  afterAll(() => {
    for (const state of ['ready', 'waiting', 'unseen', 'seen', 'stopped', 'refused'])
      expect(
        [...reached].some((value) => value.includes(state)),
        state,
      ).toBe(true);
  });
});
