/**
 * Requirement (design 5): live video shows whether it is connecting, playing, frozen, without a camera, waiting for the
 * robot or retrying.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { selectVideoState } from '../../../src/machines/robotData/video.selectors.ts';
import { startVideo } from '../../fakes/startVideo.ts';
import { walk } from '../../fakes/walkModel.ts';

type Event =
  | 'link opens'
  | 'first picture'
  | 'no picture for 8 s'
  | 'pictures stop'
  | 'pictures go on'
  | '6 s still'
  | 'robot ends it'
  | 'pause over'
  | 'no camera'
  | 'too many viewers'
  | 'access ends'
  | '15 s pass'
  | 'robot offline'
  | 'robot online'
  | 'hidden for a minute'
  | 'tab back'
  | 'switched off'
  | 'switched on';

const spec = setup({ types: { events: {} as { type: Event } } }).createMachine({
  initial: 'waiting',
  states: {
    waiting: { on: { 'link opens': 'connecting', 'robot offline': 'offline' } },
    offline: { on: { 'robot online': 'waitingAgain' } },
    waitingAgain: {},
    connecting: {
      on: {
        'first picture': 'live',
        'no picture for 8 s': 'reconnecting',
        'no camera': 'refused',
        'too many viewers': 'refused',
        'robot offline': 'gone',
      },
    },
    gone: {},
    live: {
      on: {
        'access ends': 'accessEnded',
        'pictures stop': 'frozen',
        'robot ends it': 'reconnecting',
        'hidden for a minute': 'resting',
        'switched off': 'off',
      },
    },
    frozen: { on: { 'pictures go on': 'liveAgain', '6 s still': 'reconnecting' } },
    liveAgain: {},
    reconnecting: { on: { 'pause over': 'connectingAgain' } },
    connectingAgain: {},
    refused: { on: { '15 s pass': 'connectingAgain' } },
    accessEnded: { on: { '15 s pass': 'connectingAgain' } },
    resting: { on: { 'tab back': 'connectingAgain' } },
    off: { on: { 'switched on': 'connectingAgain' } },
  },
});

const reached = new Set<string>();

describe('live video', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const { actor, clock, camera, report, says } = startVideo();
      actor.subscribe(({ value }) => reached.add(JSON.stringify((value as { picture: unknown }).picture)));
      await walk(
        path,
        { model: 'video', actor },
        {
          events: {
            'link opens': () => actor.send({ type: 'mqttLink.opened' }),
            'first picture': () => report({ type: 'picture.flowing', at: 5 }),
            'no picture for 8 s': () => clock.increment(8_000),
            'pictures stop': () => report({ type: 'picture.frozen', at: 9 }),
            'pictures go on': () => report({ type: 'picture.flowing', at: 12 }),
            '6 s still': () => clock.increment(6_000),
            'robot ends it': () => report({ type: 'viewing.ended' }),
            'pause over': () => clock.increment(500),
            'no camera': () => report({ type: 'viewing.refused', reason: 'noCamera' }),
            'access ends': () => report({ type: 'viewing.refused', reason: 'notAllowed' }),
            'too many viewers': () => report({ type: 'viewing.refused', reason: 'tooManyViewers' }),
            '15 s pass': () => clock.increment(15_000),
            'robot offline': () => actor.send({ type: 'robot.gone' }),
            'robot online': () => actor.send({ type: 'robot.reachable' }),
            'hidden for a minute': () => {
              actor.send({ type: 'tab.hidden' });
              clock.increment(60_000);
            },
            'tab back': () => actor.send({ type: 'tab.front' }),
            'switched off': () => actor.send({ type: 'video.end' }),
            'switched on': () => actor.send({ type: 'video.start' }),
          },
          states: {
            waiting: () => {
              expect(says('waiting')).toBe(true);
              expect(camera.live).toBe(0);
            },
            waitingAgain: () => expect(says('waiting')).toBe(true),
            offline: () => {
              expect(says('offline')).toBe(true);
              expect(camera.live).toBe(0);
            },
            gone: () => {
              expect(says('offline')).toBe(true);
              expect(camera.live).toBe(0);
            },
            connecting: () => {
              expect(says('connecting')).toBe(true);
              expect(camera.live).toBe(1);
            },
            connectingAgain: () => {
              expect(says('connecting')).toBe(true);
              expect(camera.live).toBe(1);
            },
            live: () => {
              expect(says('live')).toBe(true);
              expect(actor.getSnapshot().context.tries).toBe(0);
            },
            liveAgain: () => {
              expect(says('live')).toBe(true);
              expect(camera.viewings).toHaveLength(1);
            },
            frozen: () => {
              expect(says('frozen')).toBe(true);
              expect(actor.getSnapshot().context.pictureAt).not.toBeNull();
            },
            reconnecting: () => {
              expect(says('reconnecting')).toBe(true);
              expect(camera.live).toBe(0);
            },
            refused: () => {
              expect(says('refused')).toBe(true);
              expect(camera.live).toBe(0);
            },
            accessEnded: () => {
              expect(selectVideoState(actor.getSnapshot())).toBe('accessEnded');
              expect(camera.live).toBe(0);
            },
            resting: () => {
              expect(says('resting')).toBe(true);
              expect(camera.live).toBe(0);
            },
            off: () => {
              expect(says('off')).toBe(true);
              expect(camera.live).toBe(0);
            },
          },
        },
      );
    });
  }

  afterAll(() => {
    for (const state of [
      'waiting',
      'offline',
      'connecting',
      'flowing',
      'frozen',
      'pausing',
      'refused',
      'resting',
      'off',
    ])
      expect(
        [...reached].some((value) => value.includes(state)),
        state,
      ).toBe(true);
  });
});
