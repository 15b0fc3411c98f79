/** What driving by hand is made of: events, effects, the numbers. The chart is drive.machine.ts. */
import { setup } from 'xstate';
import { DRIVE_SPEED, TELEOP_ECHOED_MS, TELEOP_INTERVAL_MS } from '../../../contract/rules/limits.ts';
import {
  isMeasured,
  isTooSlow,
  medianRoundTrip,
  NO_ROUND_TRIPS,
  type RoundTrips,
  speedLimitOf,
  withRoundTrip,
} from '../../../contract/rules/roundTrip.ts';
import type { TeleopEcho } from '../../../contract/wire/actions.ts';
import type { ErrorName } from '../../../contract/wire/errors.ts';
import { callbackEffect, effect } from '../effectStubs.ts';
import { isNeutral, mixed, NO_HANDS, type StickSource, type Sticks } from './inputs.ts';

/** Why the wheels stand although a hand drives, or may not drive at all. In order of what a person must know first. */
export const HALT_CAUSES = [
  'noLease',
  'stopped',
  'blocked',
  'hidden',
  'blur',
  'linkStale',
  'awaitingEcho',
  'tooSlow',
  'echoLost',
  'notObeyed',
  'late',
  'measuring',
] as const;
export type HaltCause = (typeof HALT_CAUSES)[number];

/** One message towards the robot. */
export interface TeleopPulse {
  serialNumber: string;
  lease: number;
  sequence: number;
  /** The newest heard of the robot; -1 before the first. */
  stamp: number;
  vx: number;
  wz: number;
}
export interface DriveInput {
  serialNumber: string;
  /** m/s, of the factsheet. */
  maxSpeed: number;
}
export interface DriveContext extends DriveInput {
  lease: number;
  sticks: Sticks;
  /** m/s at full stick. */
  speed: number;
  sequence: number;
  echo: TeleopEcho | null;
  /** How old the newest echoed sequence was when it was first echoed, ms since it left. */
  echoedAge: number;
  /** Echoes since then that told of no newer one. */
  unanswered: number;
  roundTrips: RoundTrips;
  /** The first sequence of this drive: what the robot says of earlier ones is over. */
  drivenFrom: number;
  /** The row of robotCan that forbids driving, null while it may be driven. */
  obstacle: ErrorName | null;
  /** What ended the last drive, kept until the next one begins; null after a plain letting go. */
  ended: HaltCause | null;
}
export type DriveWish =
  { type: 'stick.set'; source: StickSource; forward: number; turn: number } | { type: 'speed.set'; speed: number };
/** How this tab is seen: in front with the keyboard, visible without it, or not at all. */
export type TabReport = { type: 'tab.front' } | { type: 'tab.blurred' } | { type: 'tab.hidden' };
/** Times are ticks, which only rise: when it came, and when what it answers had left; null when that is not known. */
export interface EchoReport {
  type: 'echo.heard';
  echo: TeleopEcho;
  at: number;
  leftAt: number | null;
}
export type DriveReport =
  | { type: 'lease.gained'; number: number }
  | { type: 'lease.gone' }
  | TabReport
  | { type: 'link.opened' }
  | { type: 'link.closed' }
  | { type: 'robot.stopped' }
  | { type: 'robot.released' }
  | { type: 'obstacle.found'; obstacle: ErrorName | null }
  | EchoReport;

/** From so many echoes on the robot is heard, and only the way to it is broken. */
const STILL_ECHOING = 3;

/** A pad slower than the slowest robot helps nobody; one faster than the robot lies. */
export const speedWithin = (speed: number, maxSpeed: number): number =>
  Math.min(
    Math.max(Number.isFinite(speed) ? speed : DRIVE_SPEED.first, DRIVE_SPEED.min),
    Math.max(DRIVE_SPEED.min, Math.min(DRIVE_SPEED.max, maxSpeed)),
  );

/** The hands after an event, the same for the guard that asks and the action that keeps. */
export const afterHand = (context: DriveContext, event: DriveWish | DriveReport): Pick<DriveContext, 'sticks'> =>
  event.type === 'stick.set'
    ? { sticks: { ...context.sticks, [event.source]: { forward: event.forward, turn: event.turn } } }
    : { sticks: context.sticks };

type DriveEvent = DriveWish | DriveReport;
const isProgress = (context: DriveContext, event: DriveEvent): boolean =>
  event.type === 'echo.heard' &&
  event.leftAt !== null &&
  event.echo.lease === context.lease &&
  event.echo.sequence > (context.echo?.sequence ?? -1);
/** ms since what is echoed left. */
const ageOf = (event: DriveEvent): number =>
  event.type === 'echo.heard' && event.leftAt !== null ? event.at - event.leftAt : Infinity;

/** What an echo of our lease changes. Its stamp is the one to answer with, whatever else it tells. */
export function afterEcho(context: DriveContext, event: DriveEvent): Partial<DriveContext> {
  if (event.type !== 'echo.heard') return {};
  const { echo, at } = event;
  if (!isProgress(context, event)) return { echo, unanswered: context.unanswered + 1 };
  const echoedAge = ageOf(event);
  return {
    echo,
    echoedAge,
    unanswered: 0,
    roundTrips: withRoundTrip(context.roundTrips, at, Math.max(0, echoedAge - echo.waited)),
  };
}

/** m/s at full stick: what was chosen, and no more than the network allows. */
export const speedOf = ({ speed, roundTrips }: DriveContext): number =>
  Math.min(speed, speedLimitOf(medianRoundTrip(roundTrips) ?? Infinity));

export const drive = setup({
  types: {
    context: {} as DriveContext,
    input: {} as DriveInput,
    events: {} as DriveWish | DriveReport,
    tags: {} as 'driving' | 'ready' | 'refused' | HaltCause,
  },
  actors: {
    /** Keys on the window; reports `stick.set` of `keyboard`. */
    keyboard: callbackEffect('keyboard'),
    /** The left stick of any gamepad; reports `stick.set` of `gamepad`, and `stop.press` of its red button. */
    gamepad: callbackEffect('gamepad'),
  },
  actions: {
    /** Sent at once or not at all: nothing but a zero while the socket has bytes waiting. */
    sendPulse: effect<TeleopPulse>('sendPulse'),
  },
  guards: {
    isSteering: ({ context }) => !isNeutral(mixed(context.sticks)),
    isLettingGo: ({ context }) => isNeutral(mixed(context.sticks)),
    isOurEcho: ({ context, event }) => event.type === 'echo.heard' && event.echo.lease === context.lease,
    /** It tells of something newer, and that had not left too long ago. */
    isFreshProgress: ({ context, event }) => isProgress(context, event) && ageOf(event) < TELEOP_ECHOED_MS,
    isProgress: ({ context, event }) => isProgress(context, event),
    isStillEchoing: ({ context }) => context.unanswered >= STILL_ECHOING,
    isMeasuredSlow: ({ context: { roundTrips } }) => isMeasured(roundTrips) && isTooSlow(roundTrips),
    isMeasured: ({ context }) => isMeasured(context.roundTrips),
    isTooSlow: ({ context }) => isTooSlow(context.roundTrips),
    /** The robot stood by itself during this drive, and waits until the hand has let go. */
    stoodByItself: ({ context, event }) =>
      event.type === 'echo.heard' &&
      event.echo.lease === context.lease &&
      event.echo.sequence >= context.drivenFrom &&
      (event.echo.halted === 'lag' || event.echo.halted === 'silence'),
    /** A renewal is the same lease: it disturbs nothing. */
    isOtherLease: ({ context, event }) => event.type === 'lease.gained' && event.number !== context.lease,
    isObstacle: ({ event }) => event.type === 'obstacle.found' && event.obstacle !== null,
    changesWheels: ({ context, event }) => {
      const after = mixed(afterHand(context, event).sticks);
      const before = mixed(context.sticks);
      return !isNeutral(after) && (after.forward !== before.forward || after.turn !== before.turn);
    },
  },
  delays: {
    pulseDelay: TELEOP_INTERVAL_MS,
    /** Until the newest echoed sequence is too old. */
    echoedDelay: ({ context }) => Math.max(0, TELEOP_ECHOED_MS - context.echoedAge),
  },
});

export const firstContext = ({ input }: { input: DriveInput }): DriveContext => ({
  ...input,
  lease: 0,
  sticks: NO_HANDS,
  speed: speedWithin(DRIVE_SPEED.first, input.maxSpeed),
  sequence: 0,
  echo: null,
  echoedAge: 0,
  unanswered: 0,
  roundTrips: NO_ROUND_TRIPS,
  drivenFrom: 0,
  obstacle: null,
  ended: null,
});
