/** Types, effects and guards of the calls of a signed-in user. The chart is calls.machine.ts. */
import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Call } from '../../../contract/entities/call.ts';
import { CALL_RECONNECT_MS, CALL_REPEAT_MS, type CallPicture } from '../../../contract/rules/call.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { callPath, type CallsEvent, errorNotice, systemActor } from '../app/events.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';
import { callMediaMachine } from './callMedia.machine.ts';
import { callPreviewMachine } from './callPreview.machine.ts';
import { type DrivingSeen, isDriving, watchDriving } from './watchDriving.ts';

/** A phrase or picture on its way: until the robot reports it, it is only sent. */
export interface SentAct {
  callId: string;
  /** '' until the server has answered. */
  actId: string;
  text: string;
  picture: CallPicture | '' | null;
  /** A picture of the site. */
  imageId?: string;
}
export interface AnsweredElsewhere {
  serialNumber: string;
  robotName: string;
  by: string;
  /** How long it rang, ms. */
  afterMs: number;
}
export interface CallsContext {
  userId: string;
  /** Open calls that ring for the user or have the user in them. */
  rows: readonly Call[];
  /** A change arrived while they were being loaded. */
  isStale: boolean;
  /** The robot that this tab calls, is in a call with, or was last; empty for none. */
  serialNumber: string;
  /** The call of this tab, from its begin until it is closed after the end. */
  own: Call | null;
  /** Whether the operator's camera is switched on when the call is answered. */
  camera: boolean;
  /** Why the call did not begin. */
  failure: Failure | null;
  /** What the server is told with the next repeat. */
  hasMedia: boolean;
  roundTrip: number | null;
  /** What became of the last repeat. */
  heard: 'answered' | 'waiting' | 'failed';
  sent: SentAct | null;
  elsewhere: AnsweredElsewhere | null;
  /** What the site of the robot that rings keeps for calls; empty for no robot. */
  phrases: RingPhrases;
  /** The ringing call whose picture is shown; empty for none. */
  previewOf: string;
  /** Ringing calls for which there is a notification of the browser. */
  announced: readonly string[];
  /** This tab drives a robot: its picture has all the bandwidth, and nothing covers its page. */
  isDriving: boolean;
}
export interface RingPhrases {
  serialNumber: string;
  texts: readonly string[];
}
export const NO_PHRASES: RingPhrases = { serialNumber: '', texts: [] };
export interface CallsInput {
  userId: string;
}
export interface ActRequest {
  callId: string;
  text: string;
  picture: CallPicture | '' | null;
  /** A picture of the site, instead of a built-in one. */
  imageId?: string;
}

/** Reloaded without a notice, ms: notices can get lost. */
const POLL_MS = 15_000;
const PAUSE_MS = 500;
const RETRY_MS = 5_000;
const ELSEWHERE_MS = 5_000;

/** Visitors' calls that ring for the user, the oldest first. */
export const ringingOf = ({ rows, own }: Pick<CallsContext, 'rows' | 'own'>): Call[] =>
  rows.filter(
    ({ id, state, origin, isDeclined }) => state === 'ringing' && origin === 'visitor' && !isDeclined && id !== own?.id,
  );

export const callsSetup = setup({
  types: {
    context: {} as CallsContext,
    input: {} as CallsInput,
    events: {} as CallsEvent | DrivingSeen,
    tags: {} as 'starting' | 'answering' | 'inCall' | 'ending' | 'ended' | 'refused' | 'lost',
    children: {} as { media: 'media'; preview: 'preview' },
  },
  actors: {
    loadCalls: promiseEffect<{ calls: readonly Call[] }>('loadCalls'),
    /** Calls a robot. */
    start: promiseEffect<Call, { serialNumber: string }>('start'),
    answer: promiseEffect<Call, { callId: string }>('answer'),
    /** Repeats that the operator is in the call. */
    repeat: promiseEffect<Call, { callId: string; hasMedia: boolean; roundTrip: number | null }>('repeat'),
    end: promiseEffect<void, { callId: string }>('end'),
    /** Declines a call, or asks its visitor to wait. */
    reply: promiseEffect<void, { callId: string; reply: 'decline' | 'askToWait' }>('reply'),
    /** The phrases that the site of a robot keeps for calls. */
    loadPhrases: promiseEffect<{ phrases: readonly string[] }, { serialNumber: string }>('loadPhrases'),
    actInCall: promiseEffect<{ actId: string }, ActRequest>('actInCall'),
    /** Sends `calls.changed` for each notice. */
    watchCalls: callbackEffect('watchCalls'),
    watchDriving,
    /** One tone from one tab of a person, while it is invoked. */
    ringTone: callbackEffect('ringTone'),
    /** A notification of the browser, as long as the call rings. */
    announce: callbackEffect<{ call: Call }>('announce'),
    media: callMediaMachine,
    /** Picture of the robot whose visitor's call rings. */
    preview: callPreviewMachine,
  },
  actions: {
    assignOwn: assign((_, own: Call) => ({ own })),
    assignRows: assign((_, { calls }: { calls: readonly Call[] }) => ({ rows: calls })),
    /** The page of the call is shown. */
    openCallPage: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { serialNumber }: { serialNumber: string }) => ({
        type: 'navigation.go' as const,
        to: callPath(serialNumber),
      }),
    ),
    /** Leaving the robot's page would give the lease back: there the call goes on beside it. */
    openUnlessDriving: enqueueActions(({ context, enqueue, system }) => {
      if (isDriving(system)) return;
      enqueue.sendTo(({ system: all }) => systemActor(all, 'navigation'), {
        type: 'navigation.go',
        to: callPath(context.serialNumber),
      });
    }),
    notifyFailure: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { error }: { error: unknown }) => ({ type: 'notice.show' as const, notice: errorNotice(failureOf(error)) }),
    ),
  },
  guards: {
    isStale: ({ context }) => context.isStale,
    isRinging: ({ context }) => ringingOf(context).length > 0,
    isAnnouncingOther: ({ context }) => String(ringingOf(context).map(({ id }) => id)) !== String(context.announced),
    isPreviewWanted: ({ context }) => !context.isDriving && ringingOf(context).length > 0,
    /** Another call, or none, is the first that rings; or a robot is being driven. */
    isPreviewOver: ({ context }) => context.isDriving || ringingOf(context)[0]?.id !== context.previewOf,
    needsPhrases: ({ context }) => {
      const [first] = ringingOf(context);
      return first !== undefined && first.serialNumber !== context.phrases.serialNumber;
    },
    /** Nothing rings, and those of the last call are there. */
    keepsPhrases: ({ context }) => ringingOf(context).length === 0 && context.phrases.serialNumber !== '',
    isQuiet: ({ context }) => ringingOf(context).length === 0,
    isTalking: ({ context }) => context.own?.state === 'connected' || context.own?.state === 'reconnecting',
    isHeard: ({ context }) => context.heard === 'answered',
    isUnheard: ({ context }) => context.heard !== 'answered',
    isOver: ({ context }) => context.own?.state === 'ended',
    /** The server answered, and the person has no part in the call any more. */
    isWithdrawn: (_, { error }: { error: unknown }) =>
      isFailure(
        failureOf(error),
        ERRORS.robotForeign,
        ERRORS.robotUnknown,
        ERRORS.notAllowed,
        ERRORS.notFound,
        ERRORS.callNotYours,
        ERRORS.callOver,
      ),
    isOwn: ({ context }, { callId }: { callId: string }) => context.own?.id === callId,
    /** Somebody else answered a call that rang here. */
    isTakenElsewhere: ({ context, event }) =>
      event.type === 'calls.changed' &&
      event.answeredBy !== null &&
      event.answeredBy.id !== context.userId &&
      ringingOf(context).some(({ id }) => id === event.callId),
  },
  delays: {
    poll: POLL_MS,
    pause: PAUSE_MS,
    retry: RETRY_MS,
    repeat: CALL_REPEAT_MS,
    linkLost: CALL_RECONNECT_MS,
    elsewhere: ELSEWHERE_MS,
  },
});
