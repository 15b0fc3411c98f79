/**
 * The video wall: 1, 4 or 9 robots, each in a tile (videoTile.machine.ts), which this machine starts, sets and stops.
 * With three robots or fewer all are live, with more the chosen ones; the others are still pictures. Parallel regions:
 *
 *   layouts    loading ─▶ ready | failed; the page of one robot has none
 *   wall       places, picking, large, undo. Everything applies at once, and is kept in this browser until it is saved
 *   saving     idle ─▶ saving | asking ─yes─▶ deleting
 *   dialog     closed, naming, help
 *   bandwidth  within ⇄ over ─3 s─▶ the last live tile becomes a still picture, but not one that is recorded
 *              within { unlimited ⇄ pausing ─30 s, doubled if in vain─▶ one is live again, if its bit rate fits }
 *   pictures   what the tiles show, for the head
 *   recordings a change, or leaving the page, that would end recordings is asked about (recordings.states.ts)
 *
 * Alarms are shown by the page; they never change the wall.
 */
import { assertEvent, assign } from 'xstate';
import type { VideoLayout } from '../../../contract/entities/videoLayout.ts';
import { questionWith } from '../factories/confirm.machine.ts';
import { EMPTY_WALL } from './arrangement.ts';
import {
  assignPhone,
  assignPicture,
  assignRate,
  changeOneTile,
  chooseGrid,
  chooseQuality,
  chooseStills,
  clearTile,
  leave,
  limitOne,
  offerPlace,
  openFirst,
  openLayout,
  openSingle,
  pick,
  placeRobot,
  returnOne,
  step,
  toggleLarge,
  toggleSound,
  undo,
} from './videoWall.actions.ts';
import { recordingStates } from './recordings.states.ts';
import { UNLIMITED, videoWall, type VideoWallContext } from './videoWall.setup.ts';

const layoutOf = ({ layouts, layoutId }: VideoWallContext): VideoLayout | undefined =>
  layouts.find(({ id }) => id === layoutId);
/** Saves into the opened layout, if it is the user's own. */
const intoOpened = ({ context }: { context: VideoWallContext }) => {
  const { name, isShared } = layoutOf(context) ?? { name: '', isShared: false };
  return { layoutId: context.layoutId, name, isShared, wall: context.wall };
};
const asNamed = ({ context: { name, isShared, wall } }: { context: VideoWallContext }) => ({
  layoutId: '',
  name: name.trim(),
  isShared,
  wall,
});
const startNaming = videoWall.assign(({ context }) => ({
  name: '',
  isShared: layoutOf(context)?.isShared ?? false,
  saveFailure: null,
}));
const loadInput = ({ context: { userId, placing } }: { context: VideoWallContext }) => ({ userId, first: placing });

export const videoWallMachine = videoWall.createMachine({
  id: 'videoWall',
  context: ({ input }) => ({
    userId: input.user?.id ?? '',
    isSingle: input.page === 'videoControl',
    wall: EMPTY_WALL,
    past: [],
    layouts: [],
    kept: null,
    cameras: [],
    layoutId: '',
    layoutsFailure: null,
    saveFailure: null,
    name: '',
    isShared: false,
    picked: 0,
    placing: input.query['serialNumber'] || input.serialNumber,
    draggedOver: 0,
    isLarge: false,
    isFilled: false,
    hasSound: false,
    isPhone: false,
    running: [],
    rates: {},
    ...UNLIMITED,
    pictures: {},
    recording: [],
    saving: [],
    held: null,
    leaveTo: '',
  }),
  type: 'parallel',
  states: {
    layouts: {
      initial: 'first',
      states: {
        // The current robot waits in `placing` until it is known what the wall shows.
        first: {
          always: [
            {
              guard: 'isSingle',
              target: 'ready',
              actions: openSingle,
            },
            { target: 'loading' },
          ],
        },
        loading: {
          tags: 'loading',
          invoke: {
            src: 'loadLayouts',
            input: loadInput,
            onDone: { target: 'opening', actions: { type: 'assignLoaded', params: ({ event }) => event.output } },
            onError: { target: 'failed', actions: { type: 'assignLayoutsFailure', params: ({ event }) => event } },
          },
        },
        opening: { entry: openFirst, always: 'ready' },
        failed: { on: { 'layouts.retry': 'loading', 'page.resumed': 'loading' } },
        ready: { on: { 'page.languageChanged': { guard: ({ context }) => !context.isSingle, target: 'refetching' } } },
        refetching: {
          invoke: {
            src: 'loadLayouts',
            input: loadInput,
            onDone: { target: 'ready', actions: { type: 'assignLayouts', params: ({ event }) => event.output } },
            // The names stay in the other language until the next visit.
            onError: 'ready',
          },
        },
      },
    },
    wall: {
      on: {
        'grid.choose': { actions: chooseGrid },
        'quality.choose': { actions: chooseQuality },
        'stills.choose': { actions: chooseStills },
        'tile.pick': { actions: pick },
        'digit.press': { actions: pick },
        'tile.step': { actions: step },
        'tile.place': { actions: placeRobot },
        'tile.clear': { actions: clearTile },
        'tile.quality': { actions: changeOneTile },
        'tile.live': { actions: changeOneTile },
        'robot.place': { actions: offerPlace },
        'page.robotChanged': { actions: offerPlace },
        'large.toggle': { actions: toggleLarge },
        'fill.toggle': { actions: assign({ isFilled: ({ context }) => !context.isFilled }) },
        'sound.toggle': { actions: toggleSound },
        'escape.press': { actions: leave },
        'undo.press': { actions: undo },
        'drag.over': {
          actions: videoWall.assign(({ event }) => {
            assertEvent(event, 'drag.over');
            return { draggedOver: event.slot };
          }),
        },
        'phone.changed': { actions: assignPhone },
        'layout.open': { actions: openLayout },
        'layout.empty': { actions: openLayout },
      },
    },
    saving: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'layout.save': { guard: 'hasOwnLayout', target: 'saving' },
            'layout.submit': { guard: 'hasName', target: 'naming' },
            'layout.delete': { guard: 'hasOwnLayout', target: 'asking' },
          },
        },
        saving: {
          tags: 'saving',
          entry: 'clearSaveFailure',
          invoke: {
            src: 'saveLayout',
            input: intoOpened,
            onDone: {
              target: 'idle',
              actions: { type: 'assignSaved', params: ({ event }) => event.output },
            },
            onError: { target: 'idle', actions: { type: 'assignSaveFailure', params: ({ event }) => event } },
          },
        },
        naming: {
          tags: 'saving',
          entry: 'clearSaveFailure',
          invoke: {
            src: 'saveLayout',
            input: asNamed,
            onDone: {
              target: 'idle',
              actions: [{ type: 'assignSaved', params: ({ event }) => event.output }, 'closeDialog'],
            },
            onError: { target: 'idle', actions: { type: 'assignSaveFailure', params: ({ event }) => event } },
          },
        },
        asking: {
          invoke: {
            src: 'confirm',
            id: 'confirm',
            input: ({ context }) =>
              questionWith(['videoWall.layout.deleteTitle', 'videoWall.layout.deleteText', 'shared.delete'], {
                name: layoutOf(context)?.name ?? '',
              }),
            onDone: [{ guard: ({ event }) => event.output.confirmed, target: 'deleting' }, { target: 'idle' }],
          },
        },
        deleting: {
          tags: 'saving',
          entry: 'clearSaveFailure',
          invoke: {
            src: 'deleteLayout',
            input: ({ context: { layoutId } }) => ({ layoutId }),
            onDone: {
              target: 'idle',
              actions: { type: 'assignDeleted', params: ({ event }) => event.output },
            },
            onError: { target: 'idle', actions: { type: 'assignSaveFailure', params: ({ event }) => event } },
          },
        },
      },
    },
    dialog: {
      initial: 'closed',
      on: { 'dialog.close': '.closed' },
      states: {
        closed: {
          on: {
            'layout.save': {
              guard: ({ context }) => layoutOf(context)?.isOwn !== true,
              target: 'naming',
              actions: startNaming,
            },
            'layout.saveAs': { target: 'naming', actions: startNaming },
            'help.open': 'help',
          },
        },
        naming: {
          tags: 'naming',
          on: {
            'layout.name': {
              actions: videoWall.assign(({ event }) => {
                assertEvent(event, 'layout.name');
                return { name: event.name, saveFailure: null };
              }),
            },
            'layout.share': {
              actions: videoWall.assign(({ event }) => {
                assertEvent(event, 'layout.share');
                return { isShared: event.isShared };
              }),
            },
          },
        },
        help: { tags: 'help', on: { 'help.open': 'closed', 'escape.press': 'closed' } },
      },
    },
    pictures: { on: { 'tile.shown': { actions: assignPicture } } },
    recordings: recordingStates,
    bandwidth: {
      initial: 'within',
      on: { 'tile.rate': { actions: assignRate } },
      states: {
        within: {
          always: { guard: 'isOver', target: 'over' },
          initial: 'unlimited',
          states: {
            unlimited: { always: { guard: 'isLimited', target: 'pausing' } },
            pausing: {
              always: { guard: 'isUnlimited', target: 'unlimited' },
              after: { returnDelay: { target: 'pausing', reenter: true, actions: returnOne } },
            },
          },
        },
        over: {
          always: { guard: 'isWithin', target: 'within' },
          after: { overDelay: { target: 'over', reenter: true, actions: limitOne } },
        },
      },
    },
  },
});
