/**
 * Requirement (look/notes: states of a tile): each tile says whether it opens the camera, is live, frozen, a still
 * picture, offline, without a camera, not allowed, or has too many viewers; and a still picture is a short viewing.
 */
import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { selectTileLook, type TileLook } from '../../../src/machines/videoWall/videoTile.selectors.ts';
import { TILE, startVideoTile } from '../../fakes/startVideoWall.ts';
import { settle } from '../../fakes/settle.ts';
import { walk } from '../../fakes/walkModel.ts';

type Event =
  | 'first picture'
  | 'pictures stop'
  | 'pictures go on'
  | 'robot offline'
  | 'robot back'
  | 'unplugged'
  | 'too many viewers'
  | 'right lost'
  | 'made a still'
  | 'made live'
  | 'interval over'
  | 'no picture for 15 s';

const spec = setup({ types: { events: {} as { type: Event } } }).createMachine({
  initial: 'opening',
  states: {
    opening: {
      on: {
        'first picture': 'live',
        unplugged: 'unplugged',
        'too many viewers': 'full',
        'right lost': 'forbidden',
        'robot offline': 'offline',
        'made a still': 'capturing',
      },
    },
    live: {
      on: { 'pictures stop': 'frozen', 'right lost': 'forbidden', 'made a still': 'still', unplugged: 'unplugged' },
    },
    frozen: { on: { 'pictures go on': 'liveAgain' } },
    liveAgain: {},
    offline: { on: { 'robot back': 'openingAgain' } },
    openingAgain: {},
    unplugged: {},
    full: {},
    forbidden: {},
    capturing: { on: { 'first picture': 'still', 'no picture for 15 s': 'failed', unplugged: 'unplugged' } },
    still: { on: { 'interval over': 'stillRenewing', 'made live': 'openingAgain', 'robot offline': 'stillOffline' } },
    stillRenewing: { on: { 'no picture for 15 s': 'stillStays' } },
    stillStays: {},
    stillOffline: { on: { 'robot back': 'stillRenewing' } },
    failed: {},
  },
});

describe('a tile', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const { actor, world, camera, seen, after, stop } = await startVideoTile();
      seen();
      const says = (look: TileLook): void => expect(selectTileLook(actor.getSnapshot())).toBe(look);
      const watching = (isOpen: boolean): void => expect(world.watching.has('SN')).toBe(isOpen);
      const set = async (isLive: boolean): Promise<void> => {
        actor.send({ type: 'tile.set', settings: { ...TILE, isLive } });
        await settle();
      };
      await walk(
        path,
        { model: 'videoTile', actor },
        {
          events: {
            'first picture': async () => {
              camera({ type: 'picture.flowing', at: 5_000 });
              await settle();
            },
            'pictures stop': () => void camera({ type: 'picture.frozen', at: 6_000 }),
            'pictures go on': () => void camera({ type: 'picture.flowing', at: 7_000 }),
            'robot offline': () => seen(false),
            'robot back': async () => {
              seen(true);
              await settle();
            },
            unplugged: () => void camera({ type: 'viewing.refused', reason: 'noCamera' }),
            'too many viewers': () => void camera({ type: 'viewing.refused', reason: 'tooManyViewers' }),
            'right lost': () => void camera({ type: 'viewing.refused', reason: 'notAllowed' }),
            'made a still': () => set(false),
            'made live': () => set(true),
            'interval over': () => after(TILE.stillSeconds * 1_000),
            // The video gives up earlier, and is refused or fails; either way there is no newer picture.
            'no picture for 15 s': () => after(15_000),
          },
          states: {
            opening: () => {
              says('opening');
              watching(true);
            },
            openingAgain: () => {
              says('opening');
              watching(true);
            },
            live: () => {
              says('live');
              watching(true);
            },
            liveAgain: () => says('live'),
            frozen: () => says('frozen'),
            offline: () => says('offline'),
            unplugged: () => says('unplugged'),
            full: () => says('full'),
            forbidden: () => says('forbidden'),
            capturing: () => {
              says('opening');
              watching(true);
            },
            still: () => {
              says('still');
              watching(false);
            },
            stillRenewing: () => {
              says('still');
              watching(true);
            },
            stillStays: () => {
              says('still');
              watching(false);
            },
            stillOffline: () => {
              says('offline');
              watching(false);
            },
            failed: () => {
              says('failed');
              watching(false);
            },
          },
        },
      );
      stop();
    });
  }
});
