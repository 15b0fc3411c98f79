/** One delivery: kept current, acts with their answers, a cancellation with its question or its undo, codes. */
import { describe, expect, it } from 'vitest';
import { createActor, type EventObject, fromCallback, fromPromise, setup, SimulatedClock } from 'xstate';
import type { CodeType, Delivery, DeliveryPerson } from '../../../contract/entities/delivery.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { UNDO_MS } from '../../../src/machines/factories/undo.ts';
import {
  selectCancelQuestion,
  selectDetail,
  selectIsActing,
  selectIsChoosing,
  selectIsPhoneRevealing,
  selectIsRevealing,
  selectIsUndoable,
} from '../../../src/machines/deliveries/deliveries.selectors.ts';
import {
  type DeliveryDetailEvent,
  deliveryDetailMachine,
  type DeliveryDetailInput,
  type DeliveryDetailRef,
  type DeliveryDetails,
  type DeliveryTask,
} from '../../../src/machines/deliveries/deliveryDetail.machine.ts';
import type { DeliveryPlaceChoice } from '../../../src/machines/deliveries/places.ts';
import { AT, PLACES, queuedDelivery, sampleDelivery } from '../../fakes/deliverySample.ts';
import { settle } from '../../fakes/settle.ts';

async function start(found: Delivery = sampleDelivery()) {
  const cloud = {
    found,
    fails: false,
    loads: 0,
    tasks: [] as DeliveryTask[],
    looks: [] as CodeType[],
    phones: [] as DeliveryPerson[],
    copied: [] as string[],
    canCopy: true,
    refusal: null as Error | null,
    cancelled: 0,
    reloads: 0,
  };
  const clock = new SimulatedClock();
  const detail = deliveryDetailMachine.provide({
    actors: {
      loadDetails: fromPromise<DeliveryDetails, DeliveryDetailInput>(async () => {
        cloud.loads += 1;
        if (cloud.fails) throw new ApiError('networkFailed');
        return { time: AT, delivery: cloud.found, steps: [], track: [], map: null, photoUrl: '' };
      }),
      loadPlaces: fromPromise<{ places: readonly DeliveryPlaceChoice[] }, { siteId: string }>(async () => {
        if (cloud.fails) throw new ApiError('networkFailed');
        return { places: PLACES };
      }),
      act: fromPromise<{ changed: Delivery; at: number }, { deliveryId: string; task: DeliveryTask }>(
        async ({ input }) => {
          cloud.tasks.push(input.task);
          if (cloud.refusal) throw cloud.refusal;
          return { changed: { ...cloud.found, hasMoreTime: true }, at: AT };
        },
      ),
      revealCode: fromPromise<{ code: string }, { deliveryId: string; code: CodeType }>(async ({ input }) => {
        cloud.looks.push(input.code);
        if (cloud.refusal) throw cloud.refusal;
        return { code: '903215' };
      }),
      revealPhone: fromPromise<{ phoneNumber: string }, { deliveryId: string; person: DeliveryPerson }>(
        async ({ input }) => {
          cloud.phones.push(input.person);
          if (cloud.refusal) throw cloud.refusal;
          return { phoneNumber: '+12025550100' };
        },
      ),
      copyPhone: fromPromise<{ isCopied: boolean }, { phone: string }>(async ({ input }) => {
        cloud.copied.push(input.phone);
        return { isCopied: cloud.canCopy };
      }),
      cancelLater: fromCallback<EventObject, { deliveryId: string; afterMs: number }>(
        ({ sendBack, receive, input }) => {
          let isOpen = true;
          const send = (): void => {
            if (isOpen) cloud.cancelled += 1;
            isOpen = false;
          };
          const timer = clock.setTimeout(() => {
            send();
            sendBack({ type: 'cancel.ended', changed: null, failure: null, at: AT } satisfies DeliveryDetailEvent);
          }, input.afterMs);
          receive(() => {
            isOpen = false;
            sendBack({ type: 'cancel.undone' });
          });
          sendBack({ type: 'cancel.begun', at: AT });
          return () => {
            clock.clearTimeout(timer);
            send();
          };
        },
      ),
    },
  });
  const root = createActor(
    setup({ actors: { detail }, types: { events: {} as { type: 'board.reload' } | { type: 'close' } } }).createMachine({
      initial: 'open',
      states: {
        open: { invoke: { src: 'detail', id: 'detail', input: { deliveryId: 'd1' } }, on: { close: 'closed' } },
        closed: {},
      },
      on: { 'board.reload': { actions: () => void (cloud.reloads += 1) } },
    }),
    { clock },
  ).start();
  await settle();
  const actor = root.getSnapshot().children['detail'] as unknown as DeliveryDetailRef;
  const send = async (event: DeliveryDetailEvent): Promise<void> => {
    actor.send(event);
    await settle();
  };
  const wait = async (ms: number): Promise<void> => {
    clock.increment(ms);
    await settle();
  };
  return { actor, cloud, send, wait, root, see: () => selectDetail(actor.getSnapshot()) };
}

describe('what is shown of a delivery', () => {
  it('is loaded once for several changes, again after 10 s, and stays when a load fails', async () => {
    const { cloud, send, wait, see } = await start();
    await send({ type: 'detail.changed' });
    await send({ type: 'detail.changed' });
    await wait(300);
    expect(cloud.loads).toBe(2);
    cloud.fails = true;
    await wait(10_000);
    expect([see().failure?.code, see().details?.delivery.id]).toEqual([40501, 'd1']);
    cloud.fails = false;
    await wait(10_000);
    expect(see().failure).toBeNull();
  });
});

describe('acts on a delivery', () => {
  it('show their answer, and the board is loaded again', async () => {
    const { actor, cloud, send, see } = await start();
    actor.send({ type: 'act.do', task: { type: 'moreTime' } });
    expect([selectIsActing(actor.getSnapshot()), see().task]).toEqual([true, { type: 'moreTime' }]);
    await settle();
    expect(see()).toMatchObject({ answers: { moreTime: { at: AT, failure: null } }, task: null });
    expect(see().details?.delivery.hasMoreTime).toBe(true);
    expect(cloud.reloads).toBe(1);
    cloud.refusal = new ApiError('deliveryHandedOver');
    await send({ type: 'act.do', task: { type: 'sendBack' } });
    expect(see().answers.sendBack?.failure?.code).toBe(42203);
    expect(cloud.tasks).toEqual([{ type: 'moreTime' }, { type: 'sendBack' }]);
  });
  it('a cancellation with the parcel on board is asked for first', async () => {
    const { actor, cloud, send } = await start();
    await send({ type: 'act.do', task: { type: 'cancel' } });
    selectCancelQuestion(actor.getSnapshot())?.send({ type: 'confirm.cancel' });
    await settle();
    expect(cloud.tasks).toEqual([]);
    await send({ type: 'act.do', task: { type: 'cancel' } });
    selectCancelQuestion(actor.getSnapshot())?.send({ type: 'confirm.accept' });
    await settle();
    expect(cloud.tasks).toEqual([{ type: 'cancel' }]);
  });
  it('one before loading is sent after ten seconds, and can be undone until then', async () => {
    const { actor, cloud, send, wait, see } = await start(queuedDelivery());
    await send({ type: 'act.do', task: { type: 'cancel' } });
    expect([selectIsUndoable(actor.getSnapshot()), see().cancelsAt]).toEqual([true, AT + UNDO_MS]);
    await send({ type: 'cancel.undo' });
    expect([selectIsUndoable(actor.getSnapshot()), see().answers.cancel]).toEqual([false, undefined]);
    await wait(UNDO_MS);
    expect(cloud.cancelled).toBe(0);
    await send({ type: 'act.do', task: { type: 'cancel' } });
    await wait(UNDO_MS);
    expect([cloud.cancelled, see().answers.cancel?.failure]).toEqual([1, null]);
  });
  it('closing the details does not undo it', async () => {
    const { cloud, send, root } = await start(queuedDelivery());
    await send({ type: 'act.do', task: { type: 'cancel' } });
    root.send({ type: 'close' });
    await settle();
    expect(cloud.cancelled).toBe(1);
  });
  it('another destination is chosen from the places of the site, loaded once', async () => {
    const { actor, cloud, send, see } = await start();
    cloud.fails = true;
    await send({ type: 'redirect.open' });
    expect([selectIsChoosing(actor.getSnapshot()), see().placesFailure?.code]).toEqual([true, 40501]);
    cloud.fails = false;
    await send({ type: 'places.retry' });
    await send({ type: 'redirect.close' });
    cloud.fails = true;
    await send({ type: 'redirect.open' });
    expect(see().places).toHaveLength(PLACES.length);
    await send({ type: 'redirect.pick', areaId: 'r208' });
    await send({ type: 'redirect.submit' });
    expect([cloud.tasks, selectIsChoosing(actor.getSnapshot())]).toEqual([[{ type: 'redirect', to: 'r208' }], false]);
  });

  it('another destination is typed, and missed when the text can mean several places or none', async () => {
    const { actor, cloud, send, see } = await start();
    await send({ type: 'redirect.open' });
    await send({ type: 'redirect.type', text: 'nowhere' });
    await send({ type: 'redirect.submit' });
    expect([cloud.tasks, see().isPlaceMissing, selectIsChoosing(actor.getSnapshot())]).toEqual([[], true, true]);
    await send({ type: 'redirect.close' });
    await send({ type: 'redirect.open' });
    expect([see().typed, see().isPlaceMissing]).toEqual(['', false]);
    await send({ type: 'redirect.pick', areaId: 'r208' });
    // What is typed afterwards counts, not what was picked before.
    await send({ type: 'redirect.type', text: 'nowhere' });
    await send({ type: 'redirect.submit' });
    expect(cloud.tasks).toEqual([]);
    await send({ type: 'redirect.type', text: '208' });
    await send({ type: 'redirect.submit' });
    expect(cloud.tasks).toEqual([{ type: 'redirect', to: 'r208' }]);
  });
});

describe('the codes of a delivery', () => {
  it('are shown on asking, for half a minute', async () => {
    const { actor, cloud, send, wait, see } = await start();
    actor.send({ type: 'code.reveal', code: 'pickup' });
    expect(selectIsRevealing(actor.getSnapshot())).toBe(true);
    await settle();
    expect([see().code, see().codeType]).toEqual(['903215', 'pickup']);
    await wait(30_000);
    expect(see().code).toBe('');
    await send({ type: 'code.reveal', code: 'loading' });
    await send({ type: 'code.hide' });
    expect([see().code, cloud.looks]).toEqual(['', ['pickup', 'loading']]);
  });
  it('stay hidden when the account may not see them', async () => {
    const { cloud, send, see } = await start();
    cloud.refusal = new ApiError('notAllowed');
    await send({ type: 'code.reveal', code: 'pickup' });
    expect([see().code, see().codeFailure?.code]).toEqual(['', 40016]);
  });
});

describe('the phone numbers of a delivery', () => {
  it('are shown on asking, for a minute, and the history is read again', async () => {
    const { actor, cloud, send, wait, see } = await start();
    actor.send({ type: 'phone.reveal', person: 'loader', isCopyWanted: false });
    expect(selectIsPhoneRevealing(actor.getSnapshot())).toBe(true);
    await settle();
    expect([see().phone, see().person, cloud.copied]).toEqual(['+12025550100', 'loader', []]);
    await wait(300);
    expect(cloud.loads).toBe(2);
    await wait(60_000);
    expect(see().phone).toBe('');
    await send({ type: 'phone.reveal', person: 'recipient', isCopyWanted: false });
    await send({ type: 'phone.hide' });
    expect([see().phone, cloud.phones]).toEqual(['', ['loader', 'recipient']]);
  });
  it('are copied, which says whether it worked; one that could not be copied stays to be selected', async () => {
    const { cloud, send, see } = await start();
    await send({ type: 'phone.reveal', person: 'recipient', isCopyWanted: true });
    expect([cloud.copied, see().isPhoneCopied]).toEqual([['+12025550100'], true]);
    cloud.canCopy = false;
    await send({ type: 'phone.reveal', person: 'recipient', isCopyWanted: true });
    expect([see().isPhoneCopied, see().phone]).toEqual([false, '+12025550100']);
  });
  it('stay hidden when they are refused, until they are asked for again', async () => {
    const { cloud, send, see } = await start();
    cloud.refusal = new ApiError('tooManyRequests');
    await send({ type: 'phone.reveal', person: 'recipient', isCopyWanted: true });
    expect([see().phone, cloud.copied, see().phoneFailure !== null]).toEqual(['', [], true]);
    cloud.refusal = null;
    await send({ type: 'phone.reveal', person: 'recipient', isCopyWanted: false });
    expect([see().phone, see().phoneFailure]).toEqual(['+12025550100', null]);
  });
});

it('a delivery that could not be loaded is loaded on asking', async () => {
  const { cloud, send, wait, see } = await start();
  cloud.fails = true;
  const other = createActor(
    deliveryDetailMachine.provide({
      actors: {
        loadDetails: fromPromise<DeliveryDetails, DeliveryDetailInput>(async () => {
          if (cloud.fails) throw new ApiError('notFound');
          return { time: AT, delivery: sampleDelivery(), steps: [], track: [], map: null, photoUrl: '' };
        }),
      },
    }),
    { input: { deliveryId: 'd9' } },
  ).start();
  await settle();
  expect(selectDetail(other.getSnapshot()).details).toBeNull();
  cloud.fails = false;
  other.send({ type: 'detail.retry' });
  await settle();
  expect(selectDetail(other.getSnapshot()).details?.delivery.id).toBe('d1');
  await send({ type: 'detail.changed' });
  await wait(300);
  expect(see().failure).toBeNull();
});
