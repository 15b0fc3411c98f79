/** Redaction rules of pending Stops (machines/recording/redaction.ts): not the requester. */
import { defineRedaction } from '../recording/redaction.ts';
import type { PendingStopContext, PendingStopEvent, PendingStopInput } from './pendingStop.machine.ts';
import type { PendingStopsContext, PendingStopsMachineEvent } from './pendingStops.machine.ts';

const STOP = { serialNumber: true, name: true, askedBy: { userId: true }, askedAt: true, sentAt: true } as const;
const USER = { userId: true } as const;

export const pendingStopRedaction = defineRedaction<PendingStopContext, PendingStopEvent, PendingStopInput>()({
  context: { stop: STOP, user: USER, age: true, failure: 'failure', online: true, deliveredAt: true },
  input: { stop: STOP, user: USER, age: true },
  events: {
    'stop.press': { at: true },
    'stop.withdraw': { at: true },
    'user.changed': { user: USER },
    'robot.seen': { held: true, paused: true, online: true, at: true },
    'stop.kept': { stop: STOP, age: true },
  },
  outputs: { sendStop: { result: true, at: true } },
  telemetry: ['robot.seen'],
});

const ENTRY = { stop: STOP, stage: true, failure: 'failure', online: true, deliveredAt: true } as const;
export const pendingStopsRedaction = defineRedaction<PendingStopsContext, PendingStopsMachineEvent>()({
  context: { user: USER, hasNetwork: true, entries: { '*': ENTRY } },
  events: {
    'stop.ask': { serialNumber: true, at: true },
    'stop.withdraw': { serialNumber: true, at: true },
    'stop.keptElsewhere': { serialNumber: true, found: { stop: STOP, age: true } },
    'user.changed': { user: USER },
    'robots.seen': { robots: true, at: true },
  },
  outputs: { readKept: { '*': { stop: STOP, age: true } } },
  telemetry: ['robots.seen'],
});
