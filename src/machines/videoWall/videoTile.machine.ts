/**
 * One tile of the video wall: a robot's camera, live or as still pictures. It opens the robot's connection, and runs the
 * robot page's machines for video, Stop and actions of the robot's devices.
 *
 *   mode   live { idle ⇄ keeping } ⇄ still { capturing ─first picture─▶ keeping ─▶ waiting ─interval─▶ capturing }
 *          capturing { choosing ─▶ asking | viewing }: the robot sends one picture, or else the still picture is a short
 *          viewing; both under a media grant. The picture stays in this tab and is never stored
 *          capturing ─in vain, 15 s─▶ waiting, with the reason; without any picture yet, only for 10 s, then 20 s … 60 s
 *   link   closed ⇄ held: the robot's own connection, for a viewing and for its devices
 *   mode and facts: every state ─robot.lost─▶ lost ─robot.seen, retry─▶ first: without access, no picture is kept or asked for
 *   facts  loading ─▶ ready | forbidden ─access.refused─▶ mode lost ;  loading ─other failure─▶ failed ─10 s─▶ loading
 *   others unknown ⇄ reading: who watches, when the robot accepts no more viewers
 *   tab    seen ⇄ hidden: nobody needs still pictures of a hidden tab; seen again, those that are due are taken at once
 *   picture none ⇄ playing ⇄ shown: what the wall counts
 *
 * A slow link lowers the quality, a good one raises it again.
 */
import { and, assertEvent, assign, enqueueActions, not, or, raise, stateIn } from 'xstate';
import { ERRORS } from '../../../contract/wire/errors.ts';
import {
  afterMeasurement,
  FIRST_QUALITY_CONTROL,
  shownQuality,
  TRIED_AGAIN,
} from '../../../contract/rules/videoQuality.ts';
import { failureOf, isFailure } from '../failure.ts';
import { selectVideoState, streamKeyOf } from '../robotData/video.selectors.ts';
import { selectTakenPhotos } from '../robotActions/robotActions.selectors.ts';
import { selectIsBeingSaved, selectNeedsPicture, selectRecorded } from '../videoRecording/videoRecording.selectors.ts';
import { tile, type TileContext, withTaken } from './videoTile.setup.ts';
import { endVideo, startVideo, stillStates } from './still.states.ts';

const FORBIDDEN = [ERRORS.robotForeign, ERRORS.notAllowed, ERRORS.accountNotAuthorized, ERRORS.robotUnknown];

const ofRobot = ({ context: { serialNumber } }: { context: TileContext }) => ({ serialNumber });
const retryVideo = tile.sendTo('video', { type: 'video.retry' });
const notifyQuality = tile.sendTo('video', ({ context }) => ({
  type: 'quality.choose',
  quality: shownQuality(context),
}));
/** What is known of the robot, for the video: a robot without a camera is not asked for a picture. */
const notifyVideo = tile.sendTo('video', ({ context: { facts, isOnline } }) => ({
  type: facts && !facts.abilities.video ? 'camera.missing' : isOnline ? 'robot.reachable' : 'robot.gone',
}));
/** A viewing that began before it was known that there is no camera. */
const endBlind = tile.enqueueActions(({ context: { facts }, enqueue }) => {
  if (facts && !facts.abilities.video) enqueue.sendTo('video', { type: 'video.end' });
});
/** Without access to the robot no connection is opened to it. */
const MAY_VIEW = and([
  not(stateIn({ mode: 'lost' })),
  or(['needsLink', stateIn({ mode: { still: { capturing: 'viewing' } } })]),
]);
const assignSeen = tile.assign(({ event }) => {
  assertEvent(event, 'robot.seen');
  return { isOnline: event.isOnline, now: event.at };
});
const assignReturn = tile.assign(({ event }) => {
  assertEvent(event, ['tab.front', 'tab.blurred']);
  return { now: event.at };
});
const forwardToStop = tile.sendTo('stop', ({ event }) => {
  assertEvent(event, ['robot.seen', 'stop.press']);
  return event.type === 'stop.press'
    ? event
    : { type: 'robot.seen', held: event.held, paused: event.paused, at: event.at };
});
const forwardToVideo = tile.sendTo('video', ({ event }) => {
  assertEvent(event, ['mqttLink.opened', 'mqttLink.closed', 'signal.heard', 'tab.front', 'tab.blurred', 'tab.hidden']);
  return event;
});
const forwardDevices = tile.sendTo('robotActions', ({ event }) => {
  assertEvent(event, 'devices.heard');
  return event;
});
const assignSettings = tile.assign(({ context, event }) => {
  assertEvent(event, 'tile.set');
  const { settings } = event;
  return settings.quality === context.quality ? settings : { ...settings, ...TRIED_AGAIN };
});
/** A tile that begins as a still picture opens no camera. */
const endUnlessLive = tile.enqueueActions(({ context, enqueue }) => {
  if (!context.isLive) enqueue.sendTo('video', { type: 'video.end' });
});
const closeVideoLink = tile.sendTo('video', { type: 'mqttLink.closed' });
/** A tile that becomes a still picture ends its recording before its camera is closed. */
const endRecording = tile.enqueueActions(({ context: { isLive, isRecording }, enqueue }) => {
  if (!isLive && isRecording) enqueue.sendTo('videoRecording', { type: 'recording.stop' });
});
/** The picture of a recording goes on in a hidden tab. */
const notifyRecorded = tile.sendTo('video', ({ context: { isRecording } }) => ({
  type: isRecording ? 'recording.began' : 'recording.ended',
}));
const forgetPicture = tile.enqueueActions(({ context: { isRecording, serialNumber }, enqueue }) => {
  if (isRecording) enqueue.sendTo('videoRecording', { type: 'recording.stop' });
  enqueue.assign({ stillAt: null, problem: null, lateTries: 0, openingSince: null, facts: null, viewers: [] });
  enqueue({ type: 'dropStill', params: { serialNumber } });
});
const stopRecording = tile.sendTo('videoRecording', { type: 'recording.stop' });
const noteMeasurement = tile.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'video.measured');
  const { figures } = event;
  const after = afterMeasurement(context, figures);
  enqueue.assign(after);
  if (after.isLowered !== context.isLowered)
    enqueue.sendTo('video', { type: 'quality.choose', quality: shownQuality({ ...context, ...after }) });
  enqueue({ type: 'notifyRate', params: { kilobits: figures.kilobitsPerSecond } });
});
const noteChange = tile.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'video.changed');
  if (event.state !== 'live' && event.state !== 'frozen') enqueue({ type: 'notifyRate', params: { kilobits: 0 } });
  if (event.state !== 'accessEnded') return;
  // The fleet feed may not have reported it yet: an older picture must not come back when the state changes.
  enqueue.assign({ stillAt: null, viewers: [] });
  enqueue({ type: 'dropStill', params: { serialNumber: context.serialNumber } });
});

export const videoTileMachine = tile.createMachine({
  id: 'videoTile',
  context: ({ input }) => ({
    ...input,
    facts: null,
    isOnline: true,
    now: 0,
    videoState: input.isLive ? 'waiting' : 'off',
    openingSince: null,
    figures: null,
    ...FIRST_QUALITY_CONTROL,
    stillAt: null,
    problem: null,
    lateTries: 0,
    isRecording: false,
    isSaving: false,
    viewers: [],
    taken: [],
  }),
  type: 'parallel',
  invoke: [
    {
      id: 'video',
      src: 'video',
      input: ofRobot,
      onSnapshot: {
        actions: enqueueActions(({ context, event, enqueue }) => {
          const state = selectVideoState(event.snapshot);
          const { figures } = event.snapshot.context;
          if (state !== context.videoState) {
            const isOpening = state === 'connecting' || state === 'waiting' || state === 'reconnecting';
            enqueue.assign({
              videoState: state,
              openingSince:
                isOpening || state === 'off' ? (context.openingSince ?? (isOpening ? context.now : null)) : null,
            });
            enqueue.raise({ type: 'video.changed', state });
          }
          if (figures === context.figures) return;
          enqueue.assign({ figures });
          if (figures) enqueue.raise({ type: 'video.measured', figures });
        }),
      },
    },
    { id: 'stop', src: 'stop', input: ofRobot },
    {
      id: 'robotActions',
      src: 'robotActions',
      input: ({ context: { userId } }) => ({ userId }),
      onSnapshot: {
        actions: assign(({ context: { taken }, event: { snapshot } }) => ({
          taken: selectTakenPhotos(snapshot).reduce(
            (list, photo) => withTaken(list, { ...photo, kind: 'photo', durationMs: null, isGoingOn: false }),
            taken,
          ),
        })),
      },
    },
    {
      id: 'videoRecording',
      src: 'videoRecording',
      input: ({ context: { serialNumber } }) => ({ serialNumber, streamKey: streamKeyOf(serialNumber) }),
      onSnapshot: {
        actions: enqueueActions(({ context: { taken, ...context }, event: { snapshot }, enqueue }) => {
          const recorded = selectRecorded(snapshot);
          if (recorded) enqueue.assign({ taken: withTaken(taken, { ...recorded, kind: 'video', url: null }) });
          const isRecording = selectNeedsPicture(snapshot);
          const isSaving = selectIsBeingSaved(snapshot);
          const { failure } = snapshot.context;
          // One that waits for the person is listed by the wall.
          if (failure && !isSaving && context.isSaving && context.isAway)
            enqueue({ type: 'notifyRecordingFailure', params: { failure } });
          if (isRecording !== context.isRecording || isSaving !== context.isSaving)
            enqueue.raise({ type: 'recording.changed', isRecording, isSaving });
        }),
      },
    },
    { src: 'follow', input: ofRobot },
    { src: 'watchTab' },
  ],
  entry: [notifyQuality, endUnlessLive],
  on: {
    'mqttLink.opened': { actions: forwardToVideo },
    'mqttLink.closed': { actions: forwardToVideo },
    'signal.heard': { actions: forwardToVideo },
    'devices.heard': { actions: forwardDevices },
    'stop.press': { actions: forwardToStop },
  },
  states: {
    robot: {
      on: {
        'robot.seen': { actions: [assignSeen, notifyVideo, forwardToStop] },
        'robot.lost': { actions: forgetPicture },
        'access.refused': { actions: forgetPicture },
      },
    },
    settings: {
      on: {
        'tile.set': { actions: [assignSettings, endRecording, notifyQuality] },
        'recording.changed': {
          actions: [
            assign({
              isRecording: ({ event }) => event.isRecording,
              isSaving: ({ event }) => event.isSaving,
            }),
            notifyRecorded,
            'notifyRecording',
          ],
        },
        'tile.endRecording': { actions: stopRecording },
        'video.measured': { actions: noteMeasurement },
        'video.changed': { actions: noteChange },
      },
    },
    mode: {
      initial: 'first',
      on: { 'robot.lost': '.lost', 'access.refused': '.lost' },
      states: {
        lost: {
          entry: endVideo,
          on: {
            // A person has to ask again about a robot of the fleet whose data is refused.
            'robot.seen': { guard: not(stateIn({ facts: 'forbidden' })), target: 'first' },
            'tile.retry': 'first',
          },
        },
        first: { always: [{ guard: 'isLive', target: 'live' }, { target: 'still' }] },
        live: {
          tags: 'live',
          entry: startVideo,
          always: { guard: 'isStill', target: 'still' },
          on: { 'tile.retry': { actions: retryVideo } },
          initial: 'idle',
          states: {
            idle: {
              on: { 'video.changed': { guard: 'isNowFlowing', target: 'keeping' } },
              after: {
                keepDelay: [
                  { guard: 'isFlowing', target: 'keeping' },
                  { target: 'idle', reenter: true },
                ],
              },
            },
            keeping: {
              on: { 'video.changed': { guard: 'isNowBarred', target: 'idle' } },
              invoke: {
                src: 'keepStill',
                input: ofRobot,
                onDone: { target: 'idle', actions: { type: 'assignStill', params: ({ event }) => event.output } },
                onError: 'idle',
              },
            },
          },
        },
        still: stillStates,
      },
    },
    link: {
      initial: 'closed',
      states: {
        closed: { entry: closeVideoLink, always: { guard: MAY_VIEW, target: 'held' } },
        held: {
          invoke: [
            { src: 'holdKey', input: ({ context }) => ({ key: context.serialNumber }) },
            { src: 'followLink', input: ofRobot },
          ],
          always: { guard: not(MAY_VIEW), target: 'closed' },
        },
      },
    },
    facts: {
      initial: 'loading',
      on: { 'robot.lost': '.lost' },
      states: {
        lost: { tags: 'forbidden', on: { 'robot.seen': 'loading', 'tile.retry': 'loading' } },
        loading: {
          invoke: {
            src: 'loadFacts',
            input: ofRobot,
            onDone: {
              target: 'ready',
              actions: { type: 'assignFacts', params: ({ event }) => event.output },
            },
            onError: [
              { guard: ({ event }) => isFailure(failureOf(event.error), ...FORBIDDEN), target: 'forbidden' },
              { target: 'failed' },
            ],
          },
        },
        ready: { entry: [notifyVideo, endBlind] },
        failed: { after: { factsDelay: 'loading' } },
        forbidden: {
          tags: 'forbidden',
          entry: raise({ type: 'access.refused' }),
          on: { 'tile.retry': 'loading' },
        },
      },
    },
    others: {
      initial: 'unknown',
      on: { 'robot.lost': '.unknown', 'access.refused': '.unknown' },
      states: {
        unknown: { on: { 'video.changed': { guard: 'isFull', target: 'reading' } } },
        reading: {
          invoke: {
            src: 'readViewers',
            input: ofRobot,
            onDone: { target: 'unknown', actions: { type: 'assignViewers', params: ({ event }) => event.output } },
            // The tile then says that there are too many, without names.
            onError: 'unknown',
          },
        },
      },
    },
    tab: {
      initial: 'seen',
      states: {
        seen: {
          on: {
            'tab.front': { actions: forwardToVideo },
            'tab.blurred': { actions: forwardToVideo },
            'tab.hidden': { target: 'hidden', actions: forwardToVideo },
          },
        },
        hidden: {
          on: {
            'tab.front': { target: 'seen', actions: [forwardToVideo, assignReturn, raise({ type: 'tab.returned' })] },
            'tab.blurred': { target: 'seen', actions: [forwardToVideo, assignReturn, raise({ type: 'tab.returned' })] },
          },
        },
      },
    },
    picture: {
      initial: 'none',
      states: {
        none: {
          entry: { type: 'notifyPicture', params: { picture: 'none' } },
          always: [
            { guard: 'isPlaying', target: 'playing' },
            { guard: 'isStillShown', target: 'shown' },
          ],
        },
        playing: {
          entry: { type: 'notifyPicture', params: { picture: 'live' } },
          always: { guard: not('isPlaying'), target: 'none' },
        },
        shown: {
          entry: { type: 'notifyPicture', params: { picture: 'still' } },
          always: { guard: not('isStillShown'), target: 'none' },
        },
      },
    },
  },
});
