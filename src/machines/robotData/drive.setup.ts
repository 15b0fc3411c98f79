/** What driving by hand is made of: events, effects, the numbers. The chart is drive.machine.ts. */
import { setup } from 'xstate';
import { DRIVE_SPEED, TELEOP_DEADMAN_MS, TELEOP_ECHO_LOST_MS, TELEOP_INTERVAL_MS } from '../../../contract/rules/limits.ts';
import type { TeleopEcho } from '../../../contract/wire/actions.ts';
import type { ErrorName } from '../../../contract/wire/errors.ts';
import { callbackEffect, effect } from '../notProvided.ts';
import { isNeutral, mixed, NO_HANDS, type StickSource, type Sticks } from './sticks.ts';

/** Why the wheels stand although a hand drives, or may not drive at all. In order of what a person must know first. */
export const HALT_CAUSES = ['noLease', 'stopped', 'blocked', 'hidden', 'blur', 'linkStale', 'awaitingEcho', 'echoLost', 'notObeyed'] as const;
export type HaltCause = (typeof HALT_CAUSES)[number];

/** One message towards the robot; the effect adds the time it leaves. */
export interface TeleopPulse {
  serialNumber: string;
  lease: number;
  sequence: number;
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
  /** The row of robotCan that forbids driving, null while it may be driven. */
  obstacle: ErrorName | null;
  /** What ended the last drive, kept until the next one begins; null after a plain letting go. */
  ended: HaltCause | null;
}
export type DriveWish =
  | { type: 'stick.set'; source: StickSource; forward: number; turn: number }
  | { type: 'speed.set'; speed: number };
/** How this tab is seen: in front with the keyboard, visible without it, or not at all. */
export type TabReport = { type: 'tab.front' } | { type: 'tab.blurred' } | { type: 'tab.hidden' };
export type DriveReport =
  | { type: 'lease.gained'; number: number }
  | { type: 'lease.gone' }
  | TabReport
  | { type: 'link.opened' }
  | { type: 'link.closed' }
  | { type: 'robot.stopped' }
  | { type: 'robot.released' }
  | { type: 'obstacle.found'; obstacle: ErrorName | null }
  | { type: 'echo.heard'; echo: TeleopEcho }
  /** Said by the chart to itself: the robot's echo no longer follows what is sent. */
  | { type: 'echo.ignored' };

/** Zeros while nobody steers: they keep the robot's measure of the least lag and the echo's of the way there. */
const HEARTBEAT_MS = 1_000;
/** After letting go zeros follow at full rate, in case the first found the socket busy. */
const SETTLE_MS = 500;

/** A pad slower than the slowest robot helps nobody; one faster than the robot lies. */
export const speedWithin = (speed: number, maxSpeed: number): number =>
  Math.min(Math.max(Number.isFinite(speed) ? speed : DRIVE_SPEED.first, DRIVE_SPEED.min), Math.max(DRIVE_SPEED.min, Math.min(DRIVE_SPEED.max, maxSpeed)));

/** The hands after an event, the same for the guard that asks and the action that keeps. */
export const afterHand = (context: DriveContext, event: DriveWish | DriveReport): Pick<DriveContext, 'sticks'> =>
  event.type === 'stick.set'
    ? { sticks: { ...context.sticks, [event.source]: { forward: event.forward, turn: event.turn } } }
    : { sticks: context.sticks };

export const drive = setup({
  types: {
    context: {} as DriveContext,
    input: {} as DriveInput,
    events: {} as DriveWish | DriveReport,
    tags: {} as 'driving' | 'ready' | HaltCause,
  },
  actors: {
    /** Keys on the window; reports `stick.set` of `keyboard`. */
    keyboard: callbackEffect('keyboard'),
    /** The left stick of any gamepad; reports `stick.set` of `gamepad`, and `stop.press` of its red button. */
    gamepad: callbackEffect('gamepad'),
  },
  actions: {
    /** Sent at once or not at all: nothing while the socket has bytes waiting. */
    sendPulse: effect<TeleopPulse>('sendPulse'),
  },
  guards: {
    isSteering: ({ context }) => !isNeutral(mixed(context.sticks)),
    isLettingGo: ({ context }) => isNeutral(mixed(context.sticks)),
    isOurEcho: ({ context, event }) => event.type === 'echo.heard' && event.echo.lease === context.lease,
    isProgress: ({ context, event }) =>
      event.type === 'echo.heard' && event.echo.lease === context.lease && event.echo.sequence > (context.echo?.sequence ?? -1),
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
    echoLostDelay: TELEOP_ECHO_LOST_MS,
    ignoredDelay: TELEOP_DEADMAN_MS,
    heartbeatDelay: HEARTBEAT_MS,
    settleDelay: SETTLE_MS,
  },
});

export const firstContext = ({ input }: { input: DriveInput }): DriveContext => ({
  ...input,
  lease: 0,
  sticks: NO_HANDS,
  speed: speedWithin(DRIVE_SPEED.first, input.maxSpeed),
  sequence: 0,
  echo: null,
  obstacle: null,
  ended: null,
});
