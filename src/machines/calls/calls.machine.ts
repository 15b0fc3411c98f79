/**
 * Exists while a user is signed in: the calls that ring for the user, and the call of this tab, which goes on whatever
 * page is shown. Parallel regions:
 *
 *   list:      loading ─▶ shown ⇄ refreshing ;  failed ─▶ loading ;  reloaded on each notice, and now and then
 *   ring:      quiet ⇄ ringing, while a visitor's call waits for the user
 *   notifications: one of the browser for each call that rings, with its robot's name
 *   preview:   none ⇄ shown, the robot's picture of the first call that rings, while this tab does not drive a robot
 *   phrases:   of the site whose robot rings (callPhrases.states.ts)
 *   elsewhere: none ─somebody else answered─▶ shown ─5 s─▶ none
 *   reply:     idle ─decline | ask to wait─▶ replying ─▶ idle
 *   act:       idle ─say | show─▶ acting ─▶ idle
 *   own:       idle ─start─▶ starting ─▶ inCall ─▶ ending | ended ─close─▶ idle ;  starting ─▶ refused
 *              idle ─answer─▶ answering ─▶ inCall
 *              starting and answering: wanted ─hangUp─▶ withdrawn, ended as soon as the server has begun it
 *              inCall { presence: pausing ⇄ repeating ; link: ringing ─▶ talking, with picture and sound ;
 *                       contact: heard ⇄ unheard ─60 s─▶ lost }
 *              lost:   waiting ⇄ closing ─▶ reading ─▶ ended ;  no device is open, the record comes with the server
 *
 * Whether a call exists is decided by the server: each repeat returns the call, and its end is taken from there. Without
 * an answer for as long as the server keeps a call, it is over here too.
 */
import { assertEvent, assign, stateIn } from 'xstate';
import { failureOf } from '../failure.ts';
import { selectCallMedia, selectHasMedia } from './callMedia.selectors.ts';
import { callPhrasesStates } from './callPhrases.states.ts';
import { callsSetup, NO_PHRASES, ringingOf } from './calls.setup.ts';
import {
  announceRinging,
  assignAnswered,
  assignElsewhere,
  begin,
  forget,
  markStale,
  takesCalls,
} from './calls.steps.ts';

export const callsMachine = callsSetup.createMachine({
  id: 'calls',
  context: ({ input }) => ({
    userId: input.userId,
    rows: [],
    isStale: false,
    serialNumber: '',
    camera: true,
    elsewhere: null,
    previewOf: '',
    announced: [],
    phrases: NO_PHRASES,
    isDriving: true, // until the page is known
    ...begin,
  }),
  type: 'parallel',
  invoke: [{ src: 'watchCalls' }, { src: 'watchDriving' }],
  on: { 'driving.seen': { actions: assign({ isDriving: ({ event }) => event.isDriving }) } },
  states: {
    list: {
      initial: 'loading',
      states: {
        loading: {
          on: { 'calls.changed': { actions: markStale } },
          invoke: {
            src: 'loadCalls',
            onDone: { target: 'shown', actions: { type: 'assignRows', params: ({ event }) => event.output } },
            onError: 'failed',
          },
        },
        failed: { after: { retry: 'loading' }, on: { 'calls.changed': 'loading', 'calls.reload': 'loading' } },
        shown: {
          always: { guard: 'isStale', target: 'pausing' },
          after: { poll: 'refreshing' },
          on: { 'calls.changed': 'refreshing', 'calls.reload': 'refreshing' },
        },
        pausing: { after: { pause: 'refreshing' }, on: { 'calls.changed': {} } },
        refreshing: {
          entry: assign({ isStale: false }),
          on: { 'calls.changed': { actions: markStale } },
          invoke: {
            src: 'loadCalls',
            onDone: { target: 'shown', actions: { type: 'assignRows', params: ({ event }) => event.output } },
            // What is shown stays; the next change or poll loads again.
            onError: 'shown',
          },
        },
      },
    },
    ring: {
      initial: 'quiet',
      states: {
        quiet: { always: { guard: 'isRinging', target: 'ringing' } },
        ringing: {
          always: { guard: 'isQuiet', target: 'quiet' },
          invoke: { src: 'ringTone' },
        },
      },
    },
    preview: {
      initial: 'none',
      states: {
        none: {
          always: {
            guard: 'isPreviewWanted',
            target: 'shown',
            actions: assign(({ context }) => ({ previewOf: ringingOf(context)[0]?.id ?? '' })),
          },
        },
        shown: {
          always: { guard: 'isPreviewOver', target: 'none' },
          exit: assign({ previewOf: '' }),
          invoke: {
            id: 'preview',
            src: 'preview',
            input: ({ context }) => ({
              callId: context.previewOf,
              serialNumber: context.rows.find(({ id }) => id === context.previewOf)?.serialNumber ?? '',
            }),
          },
        },
      },
    },
    notifications: { always: { guard: 'isAnnouncingOther', actions: announceRinging } },
    phrases: callPhrasesStates,
    elsewhere: {
      initial: 'none',
      states: {
        none: { on: { 'calls.changed': { guard: 'isTakenElsewhere', target: 'shown', actions: assignElsewhere } } },
        shown: {
          exit: assign({ elsewhere: null }),
          after: { elsewhere: 'none' },
          on: {
            'calls.changed': { guard: 'isTakenElsewhere', target: 'shown', reenter: true, actions: assignElsewhere },
            'calls.closeElsewhere': 'none',
          },
        },
      },
    },
    reply: {
      initial: 'idle',
      states: {
        idle: { on: { 'calls.decline': 'replying', 'calls.askToWait': 'replying' } },
        replying: {
          // Not to be rung again until the server has answered.
          entry: assign(({ context, event }) =>
            event.type === 'calls.decline' ? { rows: context.rows.filter(({ id }) => id !== event.callId) } : {},
          ),
          invoke: {
            src: 'reply',
            input: ({ event }) => {
              assertEvent(event, ['calls.decline', 'calls.askToWait']);
              return { callId: event.callId, reply: event.type === 'calls.decline' ? 'decline' : 'askToWait' };
            },
            onDone: 'idle',
            onError: { target: 'idle', actions: { type: 'notifyFailure', params: ({ event }) => event } },
          },
        },
      },
    },
    act: {
      initial: 'idle',
      states: {
        idle: { on: { 'calls.act': 'acting' } },
        acting: {
          entry: assign(({ event }) => {
            assertEvent(event, 'calls.act');
            const { callId, text, picture, imageId } = event;
            return { sent: { callId, actId: '', text, picture, ...(imageId !== undefined && { imageId }) } };
          }),
          on: { 'calls.act': { target: 'acting', reenter: true } },
          invoke: {
            src: 'actInCall',
            input: ({ event }) => {
              assertEvent(event, 'calls.act');
              const { callId, text, picture, imageId } = event;
              return { callId, text, picture, ...(imageId !== undefined && { imageId }) };
            },
            onDone: {
              target: 'idle',
              actions: assign(({ context, event }) => ({
                sent: context.sent && { ...context.sent, actId: event.output.actId },
              })),
            },
            onError: {
              target: 'idle',
              actions: [assign({ sent: null }), { type: 'notifyFailure', params: ({ event }) => event }],
            },
          },
        },
      },
    },
    own: {
      initial: 'idle',
      states: {
        idle: { on: takesCalls },
        starting: {
          initial: 'wanted',
          states: {
            wanted: { tags: 'starting', on: { 'calls.hangUp': 'withdrawn' } },
            withdrawn: { id: 'startWithdrawn', tags: 'ending' },
          },
          invoke: {
            src: 'start',
            input: ({ context: { serialNumber } }) => ({ serialNumber }),
            onDone: [
              // The server may have begun it: it must not go on ringing.
              { guard: stateIn('#startWithdrawn'), target: 'ending', actions: assignAnswered },
              { target: 'inCall', actions: assignAnswered },
            ],
            onError: [
              { guard: stateIn('#startWithdrawn'), target: 'idle', actions: forget },
              { target: 'refused', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
            ],
          },
        },
        refused: { tags: 'refused', on: { ...takesCalls, 'calls.close': { target: 'idle', actions: forget } } },
        answering: {
          initial: 'wanted',
          states: {
            wanted: { tags: 'answering', on: { 'calls.hangUp': 'withdrawn' } },
            withdrawn: { id: 'answerWithdrawn', tags: 'ending' },
          },
          invoke: {
            src: 'answer',
            input: ({ context }) => ({ callId: context.own?.id ?? '' }),
            onDone: [
              { guard: stateIn('#answerWithdrawn'), target: 'ending', actions: assignAnswered },
              { target: 'inCall', actions: [assignAnswered, 'openUnlessDriving'] },
            ],
            onError: {
              target: 'idle',
              actions: [
                { type: 'notifyFailure', params: ({ event }) => event },
                assign({ ...begin, serialNumber: '' }),
              ],
            },
          },
        },
        inCall: {
          tags: 'inCall',
          type: 'parallel',
          always: { guard: 'isOver', target: 'ended' },
          on: { 'calls.hangUp': 'ending' },
          states: {
            presence: {
              initial: 'pausing',
              states: {
                pausing: {
                  after: { repeat: 'repeating' },
                  on: {
                    'calls.changed': {
                      guard: { type: 'isOwn', params: ({ event }) => event },
                      target: 'repeating',
                    },
                  },
                },
                repeating: {
                  // Counted from here: an answer that never comes is as bad as an error.
                  entry: assign(({ context }) => (context.heard === 'answered' ? { heard: 'waiting' } : {})),
                  invoke: {
                    src: 'repeat',
                    input: ({ context: { own, hasMedia, roundTrip } }) => ({
                      callId: own?.id ?? '',
                      hasMedia,
                      roundTrip,
                    }),
                    onDone: {
                      target: 'pausing',
                      actions: [
                        { type: 'assignOwn', params: ({ event }) => event.output },
                        assign({ heard: 'answered' }),
                      ],
                    },
                    onError: [
                      // The server has ended the call, and no longer tells this person: microphone and camera end too.
                      {
                        guard: { type: 'isWithdrawn', params: ({ event }) => event },
                        target: '#calls.own.ended',
                        actions: { type: 'notifyFailure', params: ({ event }) => event },
                      },
                      // Without the server the call goes on for a while: picture and sound come from the robot.
                      { target: 'pausing', actions: assign({ heard: 'failed' }) },
                    ],
                  },
                  on: {
                    'calls.changed': {
                      guard: { type: 'isOwn', params: ({ event }) => event },
                      target: 'repeating',
                      reenter: true,
                    },
                  },
                },
              },
            },
            contact: {
              initial: 'heard',
              states: {
                heard: { always: { guard: 'isUnheard', target: 'unheard' } },
                unheard: {
                  always: { guard: 'isHeard', target: 'heard' },
                  after: { linkLost: '#calls.own.lost' },
                },
              },
            },
            link: {
              initial: 'ringing',
              states: {
                ringing: { always: { guard: 'isTalking', target: 'talking' } },
                talking: {
                  invoke: {
                    id: 'media',
                    src: 'media',
                    input: ({ context: { own, camera, serialNumber } }) => ({
                      serialNumber,
                      callId: own?.id ?? '',
                      camera,
                    }),
                    onSnapshot: {
                      actions: assign(({ event: { snapshot } }) => ({
                        hasMedia: selectHasMedia(snapshot),
                        roundTrip: selectCallMedia(snapshot).figures?.roundTrip ?? null,
                      })),
                    },
                  },
                },
              },
            },
          },
        },
        ending: {
          tags: 'ending',
          invoke: {
            src: 'end',
            input: ({ context }) => ({ callId: context.own?.id ?? '' }),
            onDone: 'reading',
            // Without repeats the server ends the call by itself.
            onError: { target: 'reading', actions: { type: 'notifyFailure', params: ({ event }) => event } },
          },
        },
        reading: {
          tags: 'ending',
          invoke: {
            src: 'repeat',
            input: ({ context: { own } }) => ({ callId: own?.id ?? '', hasMedia: false, roundTrip: null }),
            onDone: { target: 'ended', actions: { type: 'assignOwn', params: ({ event }) => event.output } },
            onError: 'ended',
          },
        },
        lost: {
          tags: 'lost',
          initial: 'waiting',
          on: { ...takesCalls, 'calls.close': { target: 'idle', actions: forget } },
          states: {
            waiting: {
              after: { repeat: 'closing' },
              on: { 'calls.changed': { guard: { type: 'isOwn', params: ({ event }) => event }, target: 'closing' } },
            },
            // A repeat alone would bring a call back that the server still has.
            closing: {
              invoke: {
                src: 'end',
                input: ({ context }) => ({ callId: context.own?.id ?? '' }),
                onDone: 'reading',
                onError: [
                  { guard: { type: 'isWithdrawn', params: ({ event }) => event }, target: 'reading' },
                  'waiting',
                ],
              },
            },
            reading: {
              invoke: {
                src: 'repeat',
                input: ({ context: { own } }) => ({ callId: own?.id ?? '', hasMedia: false, roundTrip: null }),
                onDone: {
                  target: '#calls.own.ended',
                  actions: { type: 'assignOwn', params: ({ event }) => event.output },
                },
                onError: [
                  {
                    guard: { type: 'isWithdrawn', params: ({ event }) => event },
                    target: '#calls.own.ended',
                    actions: { type: 'notifyFailure', params: ({ event }) => event },
                  },
                  'waiting',
                ],
              },
            },
          },
        },
        ended: { tags: 'ended', on: { ...takesCalls, 'calls.close': { target: 'idle', actions: forget } } },
      },
    },
  },
});
