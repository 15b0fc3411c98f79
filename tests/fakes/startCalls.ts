/** The calls machine with a cloud, a robot's media and devices that tests set. */
import { type AnyActorRef, fromCallback, fromPromise, SimulatedClock, type EventObject } from 'xstate';
import type { Call } from '../../contract/entities/call.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { callMediaMachine } from '../../src/machines/calls/callMedia.machine.ts';
import type { CallMediaEvent, CarryInput } from '../../src/machines/calls/callMedia.setup.ts';
import { callPreviewMachine } from '../../src/machines/calls/callPreview.machine.ts';
import { callsMachine } from '../../src/machines/calls/calls.machine.ts';
import type { ActRequest } from '../../src/machines/calls/calls.setup.ts';
import { selectMediaRef } from '../../src/machines/calls/calls.selectors.ts';
import { connectedCall, endedCall, SAMPLE_AT, sampleCall } from './callSample.ts';
import { settle } from './settle.ts';
import { startUnderApp } from './startWithSiblings.ts';

interface Opened {
  device: string;
  send(event: CallMediaEvent): void;
  isOpen: boolean;
}

export async function startCalls(rows: Call[] = [], page = 'home') {
  const cloud = {
    rows,
    own: sampleCall(),
    refusal: null as Error | null,
    repeats: [] as { hasMedia: boolean; roundTrip: number | null }[],
    replies: [] as string[],
    acts: [] as ActRequest[],
    ended: 0,
    rings: 0,
    announced: [] as string[],
    /** Calls whose picture is being shown. */
    previews: [] as string[],
    /** Robots whose phrases were read. */
    phrasesOf: [] as string[],
    phrasesRefused: false,
  };
  const carried: { send(event: CallMediaEvent): void; isOpen: boolean }[] = [];
  const devices: Opened[] = [];
  const clock = new SimulatedClock();
  const refuse = (): void => {
    if (cloud.refusal) throw cloud.refusal;
  };
  const media = callMediaMachine.provide({
    actors: {
      carry: fromCallback<EventObject, CarryInput>(({ sendBack }) => {
        const one = { send: sendBack as (event: CallMediaEvent) => void, isOpen: true };
        carried.push(one);
        return () => void (one.isOpen = false);
      }),
      openDevice: fromCallback<EventObject, { callId: string; device: 'microphone' | 'camera' }>(
        ({ input: { device }, sendBack }) => {
          const one = { device, send: sendBack as (event: CallMediaEvent) => void, isOpen: true };
          devices.push(one);
          return () => void (one.isOpen = false);
        },
      ),
    },
  });
  const shown = { page: { page } };
  const { actor, toldTo, stop } = startUnderApp(
    callsMachine.provide({
      actors: {
        loadCalls: fromPromise<{ calls: readonly Call[] }>(async () => ({ calls: cloud.rows })),
        start: fromPromise<Call, { serialNumber: string }>(async () => (refuse(), cloud.own)),
        answer: fromPromise<Call, { callId: string }>(async () => (refuse(), cloud.own)),
        repeat: fromPromise<Call, { callId: string; hasMedia: boolean; roundTrip: number | null }>(
          async ({ input: { hasMedia, roundTrip } }) => {
            cloud.repeats.push({ hasMedia, roundTrip });
            refuse();
            return cloud.own;
          },
        ),
        end: fromPromise<void, { callId: string }>(async () => {
          cloud.ended += 1;
          cloud.own = endedCall({ id: cloud.own.id });
        }),
        reply: fromPromise<void, { callId: string; reply: 'decline' | 'askToWait' }>(async ({ input }) => {
          cloud.replies.push(`${input.reply} ${input.callId}`);
          refuse();
        }),
        loadPhrases: fromPromise<{ phrases: readonly string[] }, { serialNumber: string }>(async ({ input }) => {
          cloud.phrasesOf.push(input.serialNumber);
          if (cloud.phrasesRefused) throw new ApiError('networkFailed');
          return { phrases: [`Hello from ${input.serialNumber}`] };
        }),
        actInCall: fromPromise<{ actId: string }, ActRequest>(async ({ input }) => {
          cloud.acts.push(input);
          refuse();
          return { actId: `act-${cloud.acts.length}` };
        }),
        watchCalls: fromCallback<EventObject>(() => () => undefined),
        announce: fromCallback<EventObject, { call: Call }>(({ input: { call } }) => {
          cloud.announced.push(call.robotName);
          return () => void cloud.announced.splice(cloud.announced.indexOf(call.robotName), 1);
        }),
        ringTone: fromCallback(() => {
          cloud.rings += 1;
          return () => void (cloud.rings -= 1);
        }),
        media,
        preview: callPreviewMachine.provide({
          actors: {
            carry: fromCallback<EventObject, CarryInput>(({ input: { callId } }) => {
              cloud.previews.push(callId);
              return () => void cloud.previews.splice(cloud.previews.indexOf(callId), 1);
            }),
            watchTab: fromCallback(() => () => undefined),
          },
        }),
      },
    }),
    { as: 'calls', input: { userId: 'me' }, clock, app: shown },
  );
  await settle();
  const read = () => actor.getSnapshot();
  const mediaRef = () => {
    const ref = selectMediaRef(read());
    if (!ref) throw new Error('no media');
    return ref;
  };
  return {
    actor,
    clock,
    cloud,
    carried,
    devices,
    read,
    mediaRef,
    toldTo,
    stop,
    /** Shows another page of the console. */
    show(next: string) {
      shown.page = { page: next };
      (actor.system.get('app') as AnyActorRef).send({ type: 'shown' });
    },
    /** Lets the next repeat happen. */
    async repeat() {
      clock.increment(4_000);
      await settle();
    },
    changed: async (callId: string, by?: { id: string; name: string }) => {
      actor.send({ type: 'calls.changed', callId, at: SAMPLE_AT + 8_000, answeredBy: by ?? null });
      await settle();
    },
    async connect() {
      actor.send({ type: 'calls.start', serialNumber: 'U1' });
      await settle();
      cloud.own = connectedCall();
      actor.send({ type: 'calls.changed', callId: 'call-1', at: SAMPLE_AT, answeredBy: null });
      await settle();
    },
  };
}
