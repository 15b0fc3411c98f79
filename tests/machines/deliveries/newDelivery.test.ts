/** The form for a new delivery: places by typing, the promise, the last recipient, sending once, what stays. */
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, setup, SimulatedClock } from 'xstate';
import type { Delivery, DeliveryPromise } from '../../../contract/entities/delivery.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import {
  selectDraft,
  selectIsPromising,
  selectIsSending,
} from '../../../src/machines/deliveries/deliveries.selectors.ts';
import {
  type DeliveryOrder,
  type KeptChoice,
  type NewDeliveryEvent,
  newDeliveryMachine,
  type NewDeliveryRef,
  type Recipient,
  type SitePlaces,
} from '../../../src/machines/deliveries/newDelivery.machine.ts';
import { AT, PLACES, sampleDelivery } from '../../fakes/deliverySample.ts';
import { settle } from '../../fakes/settle.ts';

const PROMISE: DeliveryPromise = {
  serialNumber: 'P3',
  robotName: 'Porter 3',
  battery: 92,
  compartment: 1,
  isFree: true,
  loadingAt: AT + 60_000,
  arrivalAt: AT + 400_000,
  ahead: 0,
  reason: '',
  tellsRecipient: true,
  tellsLoader: false,
  messageLimit: '',
};

async function start({ kept = null }: { kept?: KeptChoice | null } = {}) {
  const cloud = {
    kept: [] as { siteId: string; kept: KeptChoice }[],
    promised: [] as DeliveryOrder[],
    sent: [] as DeliveryOrder[],
    last: null as Recipient | null,
    refusal: null as Error | null,
    reloads: 0,
  };
  const clock = new SimulatedClock();
  const form = newDeliveryMachine.provide({
    actors: {
      loadPlaces: fromPromise<SitePlaces, { siteId: string }>(async () => {
        return { siteId: 'harbour', places: PLACES, kept };
      }),
      askPromise: fromPromise<{ time: number; promise: DeliveryPromise }, DeliveryOrder>(async ({ input }) => {
        cloud.promised.push(input);
        return { time: AT, promise: PROMISE };
      }),
      lastTo: fromPromise<Recipient | null, { areaId: string }>(async () => cloud.last),
      send: fromPromise<Delivery, DeliveryOrder>(async ({ input }) => {
        cloud.sent.push(input);
        if (cloud.refusal) throw cloud.refusal;
        return sampleDelivery({ status: 'created' });
      }),
    },
    actions: { keepChoice: (_, params) => void cloud.kept.push(params) },
  });
  const root = createActor(
    setup({ actors: { form }, types: { events: {} as { type: 'board.reload' } } }).createMachine({
      invoke: { src: 'form', id: 'form', input: { siteId: '', country: '86' } },
      on: { 'board.reload': { actions: () => void (cloud.reloads += 1) } },
    }),
    { clock },
  ).start();
  await settle();
  const actor = root.getSnapshot().children['form'] as unknown as NewDeliveryRef;
  const send = async (...events: NewDeliveryEvent[]): Promise<void> => {
    for (const event of events) actor.send(event);
    await settle();
  };
  const wait = async (ms: number): Promise<void> => {
    clock.increment(ms);
    await settle();
  };
  return { actor, cloud, send, wait, see: () => selectDraft(actor.getSnapshot()) };
}

describe('the form for a new delivery', () => {
  it('begins with the loading point and compartment of the last one', async () => {
    expect((await start()).see().draft).toMatchObject({ from: 'kitchen', size: 'small' });
    const { see } = await start({ kept: { from: 'desk', size: 'large' } });
    expect(see().draft).toMatchObject({ from: 'desk', size: 'large', country: '86' });
    // A loading point that is gone is replaced by the first one.
    expect((await start({ kept: { from: 'gone', size: 'small' } })).see().draft.from).toBe('kitchen');
  });
  it('promises a robot and times once both places are known, not with every letter, and again as it ages', async () => {
    const { cloud, send, wait, see, actor } = await start();
    await send({ type: 'to.type', text: '2' }, { type: 'to.type', text: '20' }, { type: 'to.type', text: '208' });
    expect([see().draft.to, cloud.promised.length, selectIsPromising(actor.getSnapshot())]).toEqual(['r208', 0, true]);
    await wait(400);
    expect([cloud.promised.length, see().promise?.robotName]).toEqual([1, 'Porter 3']);
    await wait(15_000);
    expect(cloud.promised).toHaveLength(2);
    await send({ type: 'to.type', text: 'nowhere' });
    expect([see().draft.to, see().promise]).toEqual(['', null]);
  });
  it('takes the only match when the field is left, and leaves an ambiguous text alone', async () => {
    const { send, see } = await start();
    await send({ type: 'to.type', text: '211' }, { type: 'to.leave' });
    expect([see().draft.to, see().typed]).toEqual(['r211', 'Room 211']);
    await send({ type: 'to.type', text: 'room' }, { type: 'to.leave' });
    expect([see().draft.to, see().typed]).toEqual(['', 'room']);
  });
  it('fills in the last recipient of the place, and takes it back with another place', async () => {
    const { cloud, send, see } = await start();
    cloud.last = { phoneNumber: '+8613988127718', recipientName: 'Lin', loaderPhoneNumber: '' };
    await send({ type: 'to.choose', areaId: 'r208' });
    expect(see()).toMatchObject({ isRecalled: true, draft: { phoneNumber: '+8613988127718', recipientName: 'Lin' } });
    cloud.last = { phoneNumber: '139 **** 7718', recipientName: '', loaderPhoneNumber: '' };
    await send({ type: 'to.choose', areaId: 'r211' });
    expect(see()).toMatchObject({ isRecalled: false, draft: { phoneNumber: '', recipientName: '' } });
    await send({ type: 'field.change', field: 'phoneNumber', value: '13800000000' });
    cloud.last = { phoneNumber: '+8613988127718', recipientName: '', loaderPhoneNumber: '' };
    await send({ type: 'to.choose', areaId: 'r208' });
    expect(see().draft.phoneNumber).toBe('13800000000');
  });
  it('says what is missing, and sends nothing until it is there', async () => {
    const { cloud, send, see } = await start();
    await send({ type: 'field.change', field: 'phoneNumber', value: '12' }, { type: 'form.submit' });
    expect([see().faults, cloud.sent.length]).toEqual([['to', 'phone'], 0]);
    await send({ type: 'to.choose', areaId: 'kitchen' });
    expect(see().faults).toEqual(['phone']);
    await send({ type: 'form.submit' });
    expect(see().faults).toEqual(['same', 'phone']);
    await send({ type: 'to.choose', areaId: 'r208' }, { type: 'field.change', field: 'phoneNumber', value: '' });
    expect(see().faults).toEqual([]);
  });
  it('sends once for two presses, keeps loading point and compartment, and clears the rest', async () => {
    const { actor, cloud, send, see } = await start();
    await send(
      { type: 'size.choose', size: 'large' },
      { type: 'to.choose', areaId: 'r208' },
      { type: 'field.change', field: 'phoneNumber', value: '13988127718' },
    );
    actor.send({ type: 'form.submit' });
    expect(selectIsSending(actor.getSnapshot())).toBe(true);
    await send({ type: 'form.submit' });
    expect(cloud.sent).toHaveLength(1);
    expect(see()).toMatchObject({
      typed: '',
      sent: { number: 412 },
      draft: { from: 'kitchen', size: 'large', to: '' },
    });
    expect([see().draft.phoneNumber, cloud.reloads]).toEqual(['', 1]);
    expect(cloud.kept).toEqual([{ siteId: 'harbour', kept: { from: 'kitchen', size: 'large' } }]);
  });
  it('keeps what was typed after a refusal, and says when it may have been created all the same', async () => {
    const { cloud, send, see } = await start();
    await send({ type: 'to.choose', areaId: 'r208' });
    cloud.refusal = new ApiError('deliveryQueueFull', { words: { limit: 5 } });
    await send({ type: 'form.submit' });
    expect(see()).toMatchObject({ isUnsure: false, failure: { code: 42213 }, draft: { to: 'r208' } });
    cloud.refusal = new ApiError('networkFailed');
    await send({ type: 'form.submit' });
    expect(see().isUnsure).toBe(true);
    cloud.refusal = null;
    await send({ type: 'form.submit' });
    expect([see().sent?.id, cloud.sent[1]]).toEqual(['d1', cloud.sent[2]]);
  });
  it('loads the places again after a failure', async () => {
    const other = await startFailing();
    expect(other.see().placesFailure?.code).toBe(40501);
    await other.send({ type: 'places.retry' });
    expect(other.see().places).toHaveLength(PLACES.length);
  });
});

/** A form whose places fail the first time. */
async function startFailing() {
  let tries = 0;
  const root = createActor(
    newDeliveryMachine.provide({
      actors: {
        loadPlaces: fromPromise<SitePlaces, { siteId: string }>(async () => {
          tries += 1;
          if (tries === 1) throw new ApiError('networkFailed');
          return { siteId: 'harbour', places: PLACES, kept: null };
        }),
        lastTo: fromPromise<Recipient | null, { areaId: string }>(async () => null),
      },
    }),
    { input: { siteId: 'harbour', country: '86' } },
  ).start();
  await settle();
  return {
    see: () => selectDraft(root.getSnapshot()),
    send: async (event: NewDeliveryEvent) => {
      root.send(event);
      await settle();
    },
  };
}
