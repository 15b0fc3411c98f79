/** Events, effects and constants of teleop. The chart is drive.machine.ts. */
import { setup } from 'xstate';
import { TELEOP_SPEED, TELEOP_ECHOED_MS, TELEOP_INTERVAL_MS } from '../../../contract/rules/limits.ts';
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
import { isNeutral, mixed, NO_INPUTS, type StickSource, type Sticks } from './inputs.ts';

/** Causes for which motion is stopped or forbidden, ordered by how urgently the operator must know them. */
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

/** One teleop message to the robot. */
export interface TeleopPulse {
  serialNumber: string;
  lease: number;
  sequence: number;
  /** The newest stamp received from the robot; -1 before the first. */
  stamp: number;
  vx: number;
  wz: number;
}
export interface TeleopInput {
  serialNumber: string;
  /** m/s, from the factsheet. */
  maxSpeed: number;
}
export interface TeleopContext extends TeleopInput {
  lease: number;
  inputs: Sticks;
  /** m/s at full deflection. */
  speed: number;
  sequence: number;
  echo: TeleopEcho | null;
  /** Age of the newest echoed sequence at its first echo, ms since it was sent. */
  echoedAge: number;
  /** The number of echoes since then without a newer sequence. */
  unanswered: number;
  roundTrips: RoundTrips;
  /** The first sequence of this motion: echoes of earlier ones are ignored. */
  drivenFrom: number;
  /** The row of robotCan that forbids teleop; null while it is allowed. */
  obstacle: ErrorName | null;
  /** The cause that ended the last motion, kept until the next one begins; null after a plain release. */
  ended: HaltCause | null;
}
export type TeleopRequest =
  { type: 'stick.set'; source: StickSource; forward: number; turn: number } | { type: 'speed.set'; speed: number };
/** Visibility of this tab: focused, visible without focus, or hidden. */
export type TabReport = { type: 'tab.front' } | { type: 'tab.blurred' } | { type: 'tab.hidden' };
/** Monotonic times: arrival of the echo, and sending of the message that it echoes; null when that is not known. */
export interface EchoReport {
  type: 'echo.heard';
  echo: TeleopEcho;
  at: number;
  leftAt: number | null;
}
export type TeleopReport =
  | { type: 'lease.gained'; number: number }
  | { type: 'lease.gone' }
  | TabReport
  | { type: 'mqttLink.opened' }
  | { type: 'mqttLink.closed' }
  | { type: 'robot.stopped' }
  | { type: 'robot.released' }
  | { type: 'obstacle.found'; obstacle: ErrorName | null }
  | EchoReport;

/** From this number of echoes on, the robot is reachable and only the path to it is broken. */
const STILL_ECHOING = 3;

/** Limits the speed to at least the slowest useful speed, and to at most what the robot can do. */
export const speedWithin = (speed: number, maxSpeed: number): number =>
  Math.min(
    Math.max(Number.isFinite(speed) ? speed : TELEOP_SPEED.first, TELEOP_SPEED.min),
    Math.max(TELEOP_SPEED.min, Math.min(TELEOP_SPEED.max, maxSpeed)),
  );

/** The inputs after an event; shared by the guard that checks and the action that stores. */
export const afterInput = (
  context: TeleopContext,
  event: TeleopRequest | TeleopReport,
): Pick<TeleopContext, 'inputs'> =>
  event.type === 'stick.set'
    ? { inputs: { ...context.inputs, [event.source]: { forward: event.forward, turn: event.turn } } }
    : { inputs: context.inputs };

type DriveEvent = TeleopRequest | TeleopReport;
const isProgress = (context: TeleopContext, event: DriveEvent): boolean =>
  event.type === 'echo.heard' &&
  event.leftAt !== null &&
  event.echo.lease === context.lease &&
  event.echo.sequence > (context.echo?.sequence ?? -1);
/** ms since the echoed message was sent. */
const ageOf = (event: DriveEvent): number =>
  event.type === 'echo.heard' && event.leftAt !== null ? event.at - event.leftAt : Infinity;

/** The changes by an echo of our lease. Its stamp is always stored, because the next message must carry it. */
export function afterEcho(context: TeleopContext, event: DriveEvent): Partial<TeleopContext> {
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

/** m/s at full deflection: the chosen speed, limited by the network. */
export const speedOf = ({ speed, roundTrips }: TeleopContext): number =>
  Math.min(speed, speedLimitOf(medianRoundTrip(roundTrips) ?? Infinity));

export const teleop = setup({
  types: {
    context: {} as TeleopContext,
    input: {} as TeleopInput,
    events: {} as TeleopRequest | TeleopReport,
    tags: {} as 'driving' | 'ready' | 'refused' | HaltCause,
  },
  actors: {
    /** Keys on the window; reports `stick.set` of `keyboard`. */
    keyboard: callbackEffect('keyboard'),
    /** The left stick of any gamepad; reports `stick.set` of `gamepad`, and `stop.press` of its red button. */
    gamepad: callbackEffect('gamepad'),
  },
  actions: {
    /** Sent at once or dropped: while the socket has bytes buffered, only a zero is sent. */
    sendPulse: effect<TeleopPulse>('sendPulse'),
  },
  guards: {
    isSteering: ({ context }) => !isNeutral(mixed(context.inputs)),
    isLettingGo: ({ context }) => isNeutral(mixed(context.inputs)),
    isOurEcho: ({ context, event }) => event.type === 'echo.heard' && event.echo.lease === context.lease,
    /** A newer sequence, which was sent recently enough. */
    isFreshProgress: ({ context, event }) => isProgress(context, event) && ageOf(event) < TELEOP_ECHOED_MS,
    isProgress: ({ context, event }) => isProgress(context, event),
    isStillEchoing: ({ context }) => context.unanswered >= STILL_ECHOING,
    isMeasuredSlow: ({ context: { roundTrips } }) => isMeasured(roundTrips) && isTooSlow(roundTrips),
    isMeasured: ({ context }) => isMeasured(context.roundTrips),
    isTooSlow: ({ context }) => isTooSlow(context.roundTrips),
    /** The robot stopped by itself during this motion, and waits until the input is released. */
    stoodByItself: ({ context, event }) =>
      event.type === 'echo.heard' &&
      event.echo.lease === context.lease &&
      event.echo.sequence >= context.drivenFrom &&
      (event.echo.halted === 'lag' || event.echo.halted === 'silence'),
    /** A renewal keeps the lease's number and has no effect. */
    isOtherLease: ({ context, event }) => event.type === 'lease.gained' && event.number !== context.lease,
    isObstacle: ({ event }) => event.type === 'obstacle.found' && event.obstacle !== null,
    changesVelocity: ({ context, event }) => {
      const after = mixed(afterInput(context, event).inputs);
      const before = mixed(context.inputs);
      return !isNeutral(after) && (after.forward !== before.forward || after.turn !== before.turn);
    },
  },
  delays: {
    pulseDelay: TELEOP_INTERVAL_MS,
    /** Until the newest echoed sequence is too old. */
    echoedDelay: ({ context }) => Math.max(0, TELEOP_ECHOED_MS - context.echoedAge),
  },
});

export const firstContext = ({ input }: { input: TeleopInput }): TeleopContext => ({
  ...input,
  lease: 0,
  inputs: NO_INPUTS,
  speed: speedWithin(TELEOP_SPEED.first, input.maxSpeed),
  sequence: 0,
  echo: null,
  echoedAge: 0,
  unanswered: 0,
  roundTrips: NO_ROUND_TRIPS,
  drivenFrom: 0,
  obstacle: null,
  ended: null,
});
