/**
 * A tile of the video wall that shows still pictures (videoTile.machine.ts): how each is taken, and the wait for the next.
 *
 *   capturing { choosing ─robot announces them─▶ announcing ─▶ asking ; ─otherwise─▶ viewing ─first frame─▶ keeping }
 *   ─▶ waiting
 *
 * announcing: the server is told, and grants it. asking { queued ─turn came─▶ fetching }: the robot sends one picture over
 * the account's own connection, which carries few at once. viewing: a short viewing over a connection to that robot. Either
 * needs a media grant.
 */
import { assign, enqueueActions, stateIn } from 'xstate';
import { problemOf, refusedState, stillInput, tile, type TileContext } from './videoTile.setup.ts';

const ofRobot = ({ context: { serialNumber } }: { context: TileContext }) => ({ serialNumber });
export const startVideo = tile.sendTo('video', { type: 'video.start' });
export const endVideo = tile.sendTo('video', { type: 'video.end' });
const assignProblem = tile.assign(({ context }) => problemOf(context));
const forgetLateTries = tile.assign({ lateTries: 0 });
const assignOpening = tile.assign(({ context: { openingSince, now } }) => ({ openingSince: openingSince ?? now }));
const AS_OFFLINE = { type: 'assignRefusal', params: { state: 'offline' } } as const;
const AS_ENDED = [
  { type: 'assignRefusal', params: { state: 'accessEnded' } },
  tile.raise({ type: 'video.changed', state: 'accessEnded' }),
] as const;
/** Nobody sees the picture; one that is due is taken when the tab is seen again. */
const HIDDEN = { guard: stateIn({ tab: 'hidden' }), target: '#stillWaiting' } as const;
const IN_TIME = { captureDelay: { target: '#stillWaiting', actions: assignProblem } } as const;

export const stillStates = tile.createStateConfig({
  tags: 'still',
  always: { guard: 'isLive', target: 'live' },
  initial: 'first',
  states: {
    // A live picture that becomes a still one is kept at once.
    first: { always: [{ guard: 'isFlowing', target: 'keeping' }, { target: 'capturing' }] },
    capturing: {
      tags: 'capturing',
      initial: 'choosing',
      states: {
        // Waits until it is known how the robot sends pictures.
        choosing: {
          after: IN_TIME,
          always: [
            HIDDEN,
            { guard: 'isOffline', target: '#stillWaiting', actions: AS_OFFLINE },
            { guard: 'sendsStills', target: 'announcing' },
            { guard: 'hasViewingOnly', target: 'viewing' },
            { guard: stateIn({ facts: 'failed' }), target: 'viewing' },
          ],
        },
        announcing: {
          entry: [endVideo, assignOpening],
          after: IN_TIME,
          always: [HIDDEN, { guard: 'isOffline', target: '#stillWaiting', actions: AS_OFFLINE }],
          invoke: {
            src: 'announceStill',
            input: stillInput,
            onDone: [
              { guard: ({ event }) => event.output.refusal === null, target: 'asking' },
              { target: '#stillWaiting', actions: AS_ENDED },
            ],
            onError: { target: '#stillWaiting', actions: 'assignMiss' },
          },
        },
        asking: {
          always: [HIDDEN, { guard: 'isOffline', target: '#stillWaiting', actions: AS_OFFLINE }],
          invoke: { src: 'takeStillTurn' },
          initial: 'queued',
          states: {
            queued: { on: { 'turn.came': 'fetching' } },
            fetching: {
              after: IN_TIME,
              invoke: {
                src: 'fetchStill',
                input: stillInput,
                onDone: {
                  target: '#stillWaiting',
                  actions: enqueueActions(({ event: { output }, enqueue }) => {
                    const state = refusedState(output);
                    if (state) {
                      enqueue({ type: 'assignRefusal', params: { state } });
                      enqueue.raise({ type: 'video.changed', state });
                    } else if ('at' in output) enqueue({ type: 'assignStill', params: output });
                  }),
                },
                onError: { target: '#stillWaiting', actions: 'assignMiss' },
              },
            },
          },
        },
        viewing: {
          after: IN_TIME,
          entry: startVideo,
          on: {
            'video.changed': [
              { guard: 'isNowFlowing', target: '#stillKeeping' },
              { guard: 'isInVain', target: '#stillWaiting', actions: assignProblem },
            ],
          },
        },
      },
    },
    keeping: {
      id: 'stillKeeping',
      tags: 'capturing',
      on: { 'video.changed': { guard: 'isNowBarred', target: 'waiting', actions: assignProblem } },
      invoke: {
        src: 'keepStill',
        input: ofRobot,
        onDone: {
          target: 'waiting',
          actions: { type: 'assignStill', params: ({ event }) => event.output },
        },
        onError: { target: 'waiting', actions: assignProblem },
      },
    },
    waiting: {
      id: 'stillWaiting',
      entry: [endVideo, assign({ openingSince: null })],
      on: {
        'robot.seen': { guard: 'isBack', target: 'capturing', actions: forgetLateTries },
        'tile.retry': { target: 'capturing', actions: forgetLateTries },
        'tab.returned': { guard: 'isDue', target: 'capturing', actions: forgetLateTries },
        'tile.set': { guard: 'isOtherInterval', target: 'waiting', reenter: true },
      },
      after: { stillDelay: 'capturing' },
    },
  },
});
