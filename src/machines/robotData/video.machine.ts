/**
 * Live video of one robot, with a distinct state for each way it can fail (design 5, 6).
 *
 *   picture: waiting ─link, robot─▶ watching { connecting ─first picture─▶ flowing ⇄ frozen } ─▶ pausing ─▶ waiting
 *       │ robot gone ▶ offline      │ no camera, too many viewers, access ended ▶ refused      │ six in vain ▶ failed
 *       └ nobody looks for a minute and nothing is recorded ▶ resting (the robot's encoder is not kept busy for a hidden tab)
 *   robot reachable, gone, blind · link open, closed · tab seen, hidden, unseen · recording off, on
 *   sound muted, on · microphone off, wanted { opening, on } · size inline, filled · photo idle, saving
 *
 * Signalling uses MQTT, media comes directly from the robot: a running video survives a broken connection. The stream
 * is never in the context; the screen reads it from the live store by its key.
 */
import { and, assertEvent, assign, stateIn } from 'xstate';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { failure, failureOf } from '../failure.ts';
import { BLANK_FLOW_MS, video } from './video.setup.ts';

const assignFigures = video.assign(({ event }) => {
  assertEvent(event, 'picture.measured');
  // Measured once a second: without a frame since, the picture is as old as before.
  return { figures: event.figures, ...(event.figures.framesPerSecond > 0 ? { pictureAt: event.at } : {}) };
});
const assignSuccess = video.assign(({ context, event }) => {
  assertEvent(event, 'picture.flowing');
  return {
    pictureAt: event.at,
    flowingSince: event.at,
    pictureBefore: context.pictureAt,
    isBlank: false,
    tries: 0,
    refusal: null,
    timeOut: null,
  };
});
const assignBlank = video.assign(({ context: { pictureAt, flowingSince, pictureBefore } }) => ({
  isBlank: true,
  pictureAt: (pictureAt ?? 0) - (flowingSince ?? 0) < BLANK_FLOW_MS ? pictureBefore : pictureAt,
}));
const countTry = video.assign(({ context }) => ({ tries: context.tries + 1, figures: null }));
const resetTries = video.assign({ tries: 0, refusal: null, timeOut: null });
const assignTimeOut = video.assign({ timeOut: failure(ERRORS.streamTimedOut) });
const clearTimeOut = video.assign({ timeOut: null });
const assignQuality = video.assign(({ event }) => {
  assertEvent(event, 'quality.choose');
  return { quality: event.quality };
});
const assignRefusal = video.assign(({ event }) => {
  assertEvent(event, 'viewing.refused');
  return { refusal: event.reason };
});
const notifyQuality = video.sendTo('watch', ({ event }) => event);
const forwardSignal = video.sendTo('watch', ({ event }) => event);

export const videoMachine = video.createMachine({
  id: 'video',
  context: ({ input }) => ({
    ...input,
    quality: '360p',
    tries: 0,
    figures: null,
    pictureAt: null,
    flowingSince: null,
    pictureBefore: null,
    isBlank: false,
    refusal: null,
    isAnswered: false,
    timeOut: null,
    microphoneRefusal: null,
    photoFailure: null,
    photoPlace: null,
  }),
  type: 'parallel',
  on: { 'quality.choose': { actions: assignQuality } },
  states: {
    picture: {
      initial: 'waiting',
      on: { 'video.end': '.off' },
      states: {
        off: { tags: 'off', on: { 'video.start': { target: 'waiting', actions: resetTries } } },
        waiting: {
          tags: 'waiting',
          always: [
            { guard: stateIn({ robot: 'blind' }), target: 'refused', actions: assign({ refusal: 'noCamera' }) },
            { guard: stateIn({ robot: 'gone' }), target: 'offline' },
            { guard: stateIn({ link: 'open' }), target: 'watching' },
          ],
        },
        offline: {
          tags: 'offline',
          always: { guard: stateIn({ robot: 'reachable' }), target: 'waiting', actions: resetTries },
        },
        watching: {
          tags: 'watching',
          entry: assign({ isAnswered: false }),
          invoke: {
            id: 'watch',
            src: 'watch',
            input: ({ context: { serialNumber, quality } }) => ({ serialNumber, quality }),
          },
          always: { guard: and([stateIn({ tab: 'unseen' }), stateIn({ recording: 'off' })]), target: 'resting' },
          on: {
            'signal.heard': { actions: [assign({ isAnswered: true }), forwardSignal] },
            'robot.answered': { actions: assign({ isAnswered: true }) },
            'quality.choose': { actions: [assignQuality, notifyQuality] },
            'viewing.refused': [
              { guard: 'isPassing', target: 'pausing', actions: clearTimeOut },
              { target: 'refused', actions: assignRefusal },
            ],
            'viewing.ended': { target: 'pausing', actions: clearTimeOut },
          },
          initial: 'connecting',
          states: {
            connecting: {
              tags: 'connecting',
              always: { guard: stateIn({ robot: 'gone' }), target: '#video.picture.offline' },
              on: { 'picture.flowing': { target: 'flowing', actions: assignSuccess } },
              after: {
                firstPictureDelay: [
                  { guard: 'isUnanswered', target: '#video.picture.pausing', actions: assignTimeOut },
                  { target: '#video.picture.pausing', actions: clearTimeOut },
                ],
              },
            },
            flowing: {
              tags: 'live',
              on: { 'picture.measured': { actions: assignFigures }, 'picture.frozen': 'frozen' },
            },
            frozen: {
              tags: 'frozen',
              always: { guard: stateIn({ robot: 'gone' }), target: '#video.picture.offline' },
              on: {
                'picture.flowing': { target: 'flowing', actions: assignSuccess },
                'picture.blank': { guard: 'isNotBlank', actions: assignBlank },
              },
              after: { frozenDelay: '#video.picture.pausing' },
            },
          },
        },
        pausing: {
          tags: 'reconnecting',
          entry: countTry,
          always: { guard: 'isSpent', target: 'failed' },
          on: { 'video.retry': { target: 'waiting', actions: resetTries } },
          after: { pauseDelay: 'waiting' },
        },
        refused: {
          tags: 'refused',
          on: { 'video.retry': { target: 'waiting', actions: resetTries } },
          after: { refusedDelay: 'waiting' },
        },
        failed: {
          tags: 'failed',
          on: {
            'video.retry': { target: 'waiting', actions: resetTries },
            'mqttLink.opened': { target: 'waiting', actions: resetTries },
          },
        },
        resting: {
          tags: 'resting',
          always: { guard: stateIn({ tab: 'seen' }), target: 'waiting', actions: resetTries },
        },
      },
    },
    robot: {
      initial: 'reachable',
      on: { 'robot.reachable': '.reachable', 'robot.gone': '.gone', 'camera.missing': '.blind' },
      states: { reachable: {}, gone: {}, blind: {} },
    },
    link: {
      initial: 'closed',
      on: { 'mqttLink.opened': '.open', 'mqttLink.closed': '.closed' },
      states: { closed: {}, open: {} },
    },
    tab: {
      initial: 'seen',
      on: { 'tab.front': '.seen', 'tab.blurred': '.seen' },
      states: {
        seen: { on: { 'tab.hidden': 'hidden' } },
        hidden: { after: { unseenDelay: 'unseen' } },
        unseen: {},
      },
    },
    recording: {
      initial: 'off',
      states: { off: { on: { 'recording.began': 'on' } }, on: { on: { 'recording.ended': 'off' } } },
    },
    sound: {
      initial: 'muted',
      states: { muted: { on: { 'sound.toggle': 'on' } }, on: { on: { 'sound.toggle': 'muted' } } },
    },
    microphone: {
      initial: 'off',
      states: {
        off: { on: { 'microphone.toggle': 'wanted' } },
        // One actor for both states: leaving the page with an open microphone always releases it.
        wanted: {
          entry: assign({ microphoneRefusal: null }),
          invoke: { src: 'speak', input: ({ context: { serialNumber } }) => ({ serialNumber }) },
          on: {
            'microphone.toggle': 'off',
            'video.end': 'off',
            // Closes the microphone when the user's access ends.
            'viewing.refused': { guard: 'isAccessOver', target: 'off' },
            'microphone.refused': {
              target: 'off',
              actions: assign({ microphoneRefusal: ({ event }) => event.refusal }),
            },
          },
          initial: 'opening',
          states: { opening: { on: { 'microphone.opened': 'on' } }, on: {} },
        },
      },
    },
    size: {
      initial: 'inline',
      states: {
        inline: { on: { 'fill.toggle': 'filled' } },
        filled: { on: { 'fill.toggle': 'inline', 'fill.leave': 'inline' } },
      },
    },
    photo: {
      initial: 'idle',
      states: {
        idle: { on: { 'photo.take': 'saving' } },
        saving: {
          entry: assign({ photoFailure: null, photoPlace: null }),
          invoke: {
            src: 'savePhoto',
            input: ({ context: { serialNumber }, event }) => {
              assertEvent(event, 'photo.take');
              return { serialNumber, name: event.name, keep: event.keep };
            },
            onDone: { target: 'idle', actions: assign({ photoPlace: ({ event }) => event.output.place }) },
            onError: { target: 'idle', actions: assign({ photoFailure: ({ event }) => failureOf(event.error) }) },
          },
        },
      },
    },
  },
});
