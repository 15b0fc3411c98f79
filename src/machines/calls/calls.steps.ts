/** Steps of the calls of a user that several states of the chart take. The chart is calls.machine.ts. */
import { assertEvent, type DoneActorEvent } from 'xstate';
import type { Call } from '../../../contract/entities/call.ts';
import { callsSetup, ringingOf } from './calls.setup.ts';

const announcementOf = (callId: string): string => `announcement-${callId}`;
/** Starts the notifications of calls that began to ring, and ends those of the others. */
export const announceRinging = callsSetup.enqueueActions(({ context, enqueue }) => {
  const ringing = ringingOf(context);
  const ids = ringing.map(({ id }) => id);
  for (const id of context.announced) if (!ids.includes(id)) enqueue.stopChild(announcementOf(id));
  for (const call of ringing)
    if (!context.announced.includes(call.id))
      enqueue.spawnChild('announce', { id: announcementOf(call.id), input: { call } });
  enqueue.assign({ announced: ids });
});
export const markStale = callsSetup.assign({ isStale: true });
export const begin = {
  own: null,
  failure: null,
  hasMedia: true,
  roundTrip: null,
  heard: 'answered',
  sent: null,
} as const;
const assignStart = callsSetup.assign(({ event }) => {
  assertEvent(event, 'calls.start');
  return { ...begin, serialNumber: event.serialNumber, camera: true };
});
const assignAnswer = callsSetup.assign(({ context, event }) => {
  assertEvent(event, 'calls.answer');
  const row = context.rows.find(({ id }) => id === event.callId);
  return { ...begin, own: row ?? null, serialNumber: row?.serialNumber ?? '', camera: event.camera };
});
export const forget = callsSetup.assign({ ...begin, serialNumber: '' });
const openPage = {
  type: 'openCallPage',
  params: ({ context }: { context: { serialNumber: string } }) => ({ serialNumber: context.serialNumber }),
} as const;
export const assignElsewhere = callsSetup.assign(({ context, event }) => {
  assertEvent(event, 'calls.changed');
  const row = context.rows.find(({ id }) => id === event.callId);
  return {
    elsewhere: {
      serialNumber: row?.serialNumber ?? '',
      robotName: row?.robotName ?? '',
      by: event.answeredBy?.name ?? '',
      afterMs: event.at - (row?.createdAt ?? event.at),
    },
    rows: context.rows.filter(({ id }) => id !== event.callId),
  };
});
export const assignAnswered = {
  type: 'assignOwn',
  params: ({ event }: { event: DoneActorEvent<Call> }) => event.output,
} as const;
export const takesCalls = {
  'calls.start': { target: '#calls.own.starting', actions: [assignStart, openPage] },
  'calls.answer': { target: '#calls.own.answering', actions: assignAnswer },
} as const;
