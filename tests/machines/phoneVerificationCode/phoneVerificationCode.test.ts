import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { Parcel } from '../../../contract/entities/delivery.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  type CodeWanted,
  OPENING_MS,
  type ParcelAct,
  type ParcelSeen,
  phoneVerificationCodeMachine,
  REFRESH_MS,
} from '../../../src/machines/phoneVerificationCode/phoneVerificationCode.machine.ts';
import {
  selectDelivery,
  selectIsActing,
  selectQuestion,
  selectDeliveryStep,
  selectIsAsking,
} from '../../../src/machines/phoneVerificationCode/phoneVerificationCode.selectors.ts';
import { AT, parcelAtDoor, sampleParcel } from '../../fakes/deliverySample.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const FOUND = sampleParcel({ code: '123456' });

async function start(query: Record<string, string> = { task: 'd1' }) {
  const cloud = {
    asked: [] as CodeWanted[],
    acts: [] as ParcelAct[],
    answer: FOUND as Parcel,
    refusal: null as Error | null,
  };
  const started = startUnderApp(
    phoneVerificationCodeMachine.provide({
      actors: {
        askParcel: fromPromise<ParcelSeen, CodeWanted>(async ({ input }) => {
          cloud.asked.push(input);
          if (cloud.refusal) throw cloud.refusal;
          return { parcel: cloud.answer, receivedAt: 0 };
        }),
        act: fromPromise<ParcelSeen, CodeWanted & { act: ParcelAct }>(async ({ input }) => {
          cloud.acts.push(input.act);
          if (cloud.refusal) throw cloud.refusal;
          return { parcel: cloud.answer, receivedAt: 0 };
        }),
      },
    }),
    {
      as: 'screen',
      input: { page: 'phoneVerificationCode', params: {}, query, user: null, serialNumber: '', language: 'enUS' },
    },
  );
  await settle();
  const submit = async (phoneNumber: string): Promise<void> => {
    started.actor.send({ type: 'field.change', field: 'phoneNumber', value: phoneNumber });
    started.actor.send({ type: 'form.submit' });
    await settle();
  };
  return {
    ...started,
    cloud,
    submit,
    see: () => selectDelivery(started.actor.getSnapshot()),
    step: () => selectDeliveryStep(started.actor.getSnapshot()),
  };
}

describe('a recipient', () => {
  it('gets the code by their number, and sees how far the delivery is until it is over', async () => {
    const page = await start();
    await page.submit(' 202 555 0123 ');
    expect(page.cloud.asked).toEqual([{ taskId: 'd1', type: 'pickup', country: '1', phoneNumber: '202 555 0123' }]);
    expect([page.step(), page.see().found?.parcel.code]).toEqual(['shown', '123456']);
    page.cloud.answer = { ...FOUND, status: 'arrivedAtRoom' };
    page.clock.increment(REFRESH_MS);
    await settle();
    expect(page.see().found?.parcel.status).toBe('arrivedAtRoom');
    page.cloud.answer = { ...FOUND, code: '', status: 'completed', isOver: true };
    page.clock.increment(REFRESH_MS);
    await settle();
    page.clock.increment(10 * REFRESH_MS);
    await settle();
    expect([page.cloud.asked.length, page.see().found?.parcel.isOver]).toEqual([3, true]);
  });

  it('keeps the code on the screen while the cloud does not answer, and is told that it may be old', async () => {
    const page = await start();
    await page.submit('2025550123');
    page.cloud.refusal = new ApiError('networkFailed');
    page.clock.increment(REFRESH_MS);
    await settle();
    expect([page.see().found?.parcel.code, page.see().failure?.code]).toEqual(['123456', ERRORS.networkFailed]);
    page.cloud.refusal = null;
    page.clock.increment(REFRESH_MS);
    await settle();
    expect(page.see().failure).toBeNull();
  });

  it('is asked for a whole number before anything is sent, and told why it was refused', async () => {
    const page = await start({ task: 'd1', for: 'loading' });
    await page.submit('12');
    expect([page.see().isFaulty, page.cloud.asked.length, page.see().type]).toEqual([true, 0, 'loading']);
    page.cloud.refusal = new ApiError('deliveryUnknown');
    await page.submit('2025550199');
    expect([page.step(), page.see().failure?.code, page.see().phoneNumber]).toEqual([
      'form',
      ERRORS.deliveryUnknown,
      '2025550199',
    ]);
    page.actor.send({ type: 'type.choose', codeType: 'pickup' });
    expect(page.see().type).toBe('pickup');
  });

  it('who tried too often waits as long as the server says, and may go on typing', async () => {
    const page = await start();
    page.cloud.refusal = new ApiError('tooManyTries', { words: { seconds: 2 } });
    await page.submit('2025550199');
    expect(page.see().wait).toBe(2);
    page.cloud.refusal = null;
    await page.submit('2025550123');
    expect(page.cloud.asked).toHaveLength(1);
    page.clock.increment(1_000);
    page.clock.increment(1_000);
    page.actor.send({ type: 'form.submit' });
    expect(selectIsAsking(page.actor.getSnapshot())).toBe(true);
    await settle();
    expect(page.step()).toBe('shown');
    page.actor.send({ type: 'form.again' });
    expect([page.step(), page.see().found]).toEqual(['form', null]);
  });

  it('with half a link is told to open the whole one', async () => {
    expect((await start({})).step()).toBe('lost');
  });

  it('opens the compartment, and looks every second until the robot has answered', async () => {
    const page = await start();
    page.cloud.answer = parcelAtDoor();
    await page.submit('2025550123');
    page.cloud.answer = parcelAtDoor({ opening: { at: AT, state: 'sent' } });
    page.actor.send({ type: 'parcel.open' });
    expect(selectIsActing(page.actor.getSnapshot())).toBe(true);
    page.actor.send({ type: 'parcel.open' });
    await settle();
    expect(page.cloud.acts).toEqual(['open']);
    page.cloud.answer = parcelAtDoor({ status: 'cabinetOpen', opening: { at: AT, state: 'done' } });
    page.clock.increment(OPENING_MS);
    await settle();
    expect(page.see().found?.parcel.status).toBe('cabinetOpen');
  });

  it('asks for more time, and learns why it was refused', async () => {
    const page = await start();
    page.cloud.answer = parcelAtDoor();
    await page.submit('2025550123');
    page.cloud.refusal = new ApiError('deliveryMoreTimeUsed');
    page.actor.send({ type: 'parcel.moreTime' });
    await settle();
    expect(page.see().actFailure?.code).toBe(ERRORS.deliveryMoreTimeUsed);
  });

  it('sends the parcel back after a question', async () => {
    const page = await start();
    page.cloud.answer = parcelAtDoor();
    await page.submit('2025550123');
    page.actor.send({ type: 'parcel.sendBack' });
    selectQuestion(page.actor.getSnapshot())?.send({ type: 'confirm.cancel' });
    await settle();
    expect(page.cloud.acts).toEqual([]);
    page.actor.send({ type: 'parcel.sendBack' });
    page.cloud.answer = parcelAtDoor({ status: 'notPickedUp', isOver: true, code: '' });
    selectQuestion(page.actor.getSnapshot())?.send({ type: 'confirm.accept' });
    await settle();
    expect([page.cloud.acts, page.see().found?.parcel.isOver]).toEqual([['sendBack'], true]);
  });
});
