/**
 * The life cycle of a command (design 6): asked -> sent -> accepted -> running -> finished, or failed with a reason, or
 * expired. Only messages from the robot advance it beyond `sent`; the end states are final.
 */
import { ROBOT_ACTIONS } from './robotActions.ts';

export const COMMAND_KINDS = [
  'goTo',
  'stop',
  'resume',
  'cancel',
  'charge',
  'relocate',
  'drive',
  'cruise',
  'buildMap',
  ...ROBOT_ACTIONS,
] as const;
export type CommandKind = (typeof COMMAND_KINDS)[number];

/** Commands that are orders: a robot carries out one at a time. */
const ORDERS: readonly CommandKind[] = ['goTo', 'charge', 'cruise', 'buildMap'];
export const isOrder = (kind: CommandKind): boolean => ORDERS.includes(kind);

export const COMMAND_STATES = ['asked', 'sent', 'accepted', 'running', 'finished', 'failed', 'expired'] as const;
export type CommandState = (typeof COMMAND_STATES)[number];
/** The stages shown on the progress track, in order. */
export const COMMAND_STATIONS = [
  'asked',
  'sent',
  'accepted',
  'running',
  'finished',
] as const satisfies readonly CommandState[];

const NEXT: Record<CommandState, readonly CommandState[]> = {
  asked: ['sent', 'accepted', 'running', 'finished', 'failed', 'expired'],
  sent: ['accepted', 'running', 'finished', 'failed', 'expired'],
  accepted: ['running', 'finished', 'failed'],
  running: ['finished', 'failed'],
  finished: [],
  failed: [],
  expired: [],
};

export const canBecome = (from: CommandState, to: CommandState): boolean => NEXT[from].includes(to);
export const hasEnded = (state: CommandState): boolean => NEXT[state].length === 0;

export interface CommandTimes {
  askedAt: number;
  sentAt: number | null;
  acceptedAt: number | null;
  runningAt: number | null;
}
/** Index of the last stage that a command reached, also if it then failed or expired. */
export const stationReached = (state: CommandState, times: CommandTimes): number => {
  const index = (COMMAND_STATIONS as readonly CommandState[]).indexOf(state);
  if (index >= 0) return index;
  return times.runningAt !== null ? 3 : times.acceptedAt !== null ? 2 : times.sentAt !== null ? 1 : 0;
};
