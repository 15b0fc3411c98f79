/** The recipient's page in jsdom: from the number to the parcel, the door, the open compartment, and the end. */
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { Language } from '../../../../contract/entities/constants.ts';
import type { Parcel } from '../../../../contract/entities/delivery.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import {
  type CodeWanted,
  type ParcelAct,
  type ParcelSeen,
  phoneVerificationCodeMachine,
} from '../../../../src/machines/phoneVerificationCode/phoneVerificationCode.machine.ts';
import { PhoneVerificationCodePage } from '../../../../src/ui/pages/phoneVerificationCode/PhoneVerificationCodePage.tsx';
import { AT, parcelAtDoor, sampleParcel } from '../../../fakes/deliverySample.ts';
import { renderPage } from '../../renderPage.tsx';

async function open(
  answer: Parcel | Error,
  {
    query = { task: 'd1' },
    language = 'enUS' as Language,
  }: { query?: Record<string, string>; language?: Language } = {},
) {
  const cloud = { answer, acts: [] as ParcelAct[] };
  const seen = (): ParcelSeen => {
    if (cloud.answer instanceof Error) throw cloud.answer;
    return { parcel: cloud.answer, receivedAt: AT };
  };
  const page = await renderPage(
    PhoneVerificationCodePage,
    phoneVerificationCodeMachine.provide({
      actors: {
        askParcel: fromPromise<ParcelSeen, CodeWanted>(async () => seen()),
        act: fromPromise<ParcelSeen, CodeWanted & { act: ParcelAct }>(async ({ input }) => {
          cloud.acts.push(input.act);
          return seen();
        }),
      },
    }),
    { query, language, width: 360, now: () => AT },
  );
  const ask = async (): Promise<void> => {
    const phone = screen.queryByLabelText(language === 'enUS' ? 'Phone number' : /^手机号/u);
    if (phone) fireEvent.change(phone, { target: { value: '2025550123' } });
    await page.press(screen.getByRole('button', { name: language === 'enUS' ? 'Show my delivery' : '查看我的配送' }));
  };
  return { ...page, cloud, ask };
}
const code = (): string | undefined => screen.queryByText(/^\d( \d){5}$/u)?.textContent ?? undefined;

describe("the recipient's page", () => {
  it('says for how long it is locked after wrong numbers', async () => {
    const { ask } = await open(new ApiError('tooManyTries', { words: { seconds: 598 } }));
    await ask();
    expect(screen.getByRole('alert').textContent).toMatch(
      /^Too many wrong attempts, so deliveries can't be looked up/u,
    );
    expect(screen.getByRole('button', { name: 'Try again in 9:58' })).toBeTruthy();
  });
  it('offers the number of the reception, if the site has one', async () => {
    const { ask, unmount } = await open(sampleParcel({ sitePhone: '+1 202 555 0141' }));
    await ask();
    expect(screen.getByRole('link', { name: 'Call reception +1 202 555 0141' }).getAttribute('href')).toBe(
      'tel:+12025550141',
    );
    unmount();
    const without = await open(sampleParcel({ sitePhone: '' }));
    await without.ask();
    expect(screen.queryByRole('link', { name: /^Call reception/u })).toBeNull();
  });
  it('on the way says where to and when, shows the robot, and the code that works later', async () => {
    const { ask } = await open(sampleParcel());
    await ask();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('On the way to Room 211');
    expect(screen.getByText('Arrives around 14:35.')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Map with the robot and your place, 2F' })).toBeTruthy();
    expect(code()).toBe('9 0 3 2 1 5');
    expect(screen.queryByRole('button', { name: 'Open the compartment' })).toBeNull();
    expect(screen.getByRole('list', { name: 'Progress' }).querySelector('[aria-current]')?.textContent).toBe(
      'Under way',
    );
  });
  it('before it is loaded does not say that it is on its way', async () => {
    const { ask } = await open(
      sampleParcel({ status: 'goingToLoadingPoint', station: 1, robot: null, arrivalAt: null }),
    );
    await ask();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ordered for Room 211');
    expect(screen.queryByRole('img', { name: /^Map/u })).toBeNull();
  });
  it('at the door opens the compartment; while the robot has not answered it says so', async () => {
    const { ask, press, cloud } = await open(parcelAtDoor());
    await ask();
    expect(screen.getByText('Room 211. The robot leaves in 3:50.')).toBeTruthy();
    cloud.answer = parcelAtDoor({ opening: { at: AT, state: 'sent' } });
    await press(screen.getByRole('button', { name: 'Open the compartment' }));
    expect(cloud.acts).toEqual(['open']);
    expect(screen.getByRole('button', { name: 'Opening…' }).getAttribute('aria-busy')).toBe('true');
  });
  it('that gets no answer for 8 s points to the code, which works without a network', async () => {
    const { ask } = await open(parcelAtDoor({ opening: { at: AT - 8_000, state: 'sent' } }));
    await ask();
    expect(screen.getByRole('alert').textContent).toMatch(/hasn't responded for 8 s.*Type the code/u);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
  it('asks before it sends the parcel back', async () => {
    const { ask, press, cloud } = await open(parcelAtDoor());
    await ask();
    await press(screen.getByRole('button', { name: 'Send back' }));
    expect(screen.getByRole('alertdialog', { name: 'Send it back?' })).toBeTruthy();
    await press(screen.getByRole('button', { name: 'Keep' }));
    expect(cloud.acts).toEqual([]);
  });
  it('with an open compartment says when it closes, and that a parcel of somebody else stays inside', async () => {
    const open48 = parcelAtDoor({ status: 'cabinetOpen', closesAt: AT + 48_000 });
    const mine = { ...open48, compartment: 1, acts: { ...open48.acts, notMine: null } };
    const { ask, press, cloud } = await open(mine);
    await ask();
    expect(screen.getByText('Compartment 1 closes automatically in 48 s.')).toBeTruthy();
    await press(screen.getByRole('button', { name: 'Not mine' }));
    expect(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Open it again', hidden: true })).toBeTruthy();
    cloud.answer = { ...mine, isLeftInside: true };
    await press(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Not mine' }));
    expect(cloud.acts).toEqual(['notMine']);
    expect(screen.getByText(/^Leave the parcel inside\./u)).toBeTruthy();
    expect(screen.queryByText("This isn't mine")).toBeNull();
    expect(screen.queryByRole('button', { name: 'Open it again' })).toBeNull();
  });
  it('on the way tells the staff that the recipient is somewhere else, once', async () => {
    const way = sampleParcel();
    const { ask, press, cloud } = await open({ ...way, acts: { ...way.acts, elsewhere: null } });
    await ask();
    await press(screen.getByRole('button', { name: 'Tell the staff' }));
    cloud.answer = { ...way, acts: { ...way.acts, elsewhere: 'deliveryActPending' }, isElsewhere: true };
    await press(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Tell the staff' }));
    expect(cloud.acts).toEqual(['elsewhere']);
    expect(screen.getByText('The staff know and will call you.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Tell the staff' })).toBeNull();
  });
  it('says that the robot rides in a lift, and shows the code in six boxes', async () => {
    const { ask } = await open(sampleParcel({ lift: 'riding' }));
    await ask();
    expect(screen.getByText('Arrives around 14:35. The robot is in the elevator.')).toBeTruthy();
    expect(['9', '0', '3', '2', '1', '5'].map((digit) => screen.getByText(digit).tagName)).toEqual(
      Array(6).fill('SPAN'),
    );
  });
  it('with an open compartment, and after the end, says what to do', async () => {
    const { ask } = await open(parcelAtDoor({ status: 'cabinetOpen' }));
    await ask();
    expect(screen.getByText('Take your parcel and close the door.')).toBeTruthy();
    const { ask: askAgain } = await open(parcelAtDoor({ status: 'notPickedUp', isOver: true, code: '', robot: null }));
    await askAgain();
    expect(screen.getByRole('heading', { level: 1, name: 'Not picked up' })).toBeTruthy();
    expect(screen.getByText(/The code no longer works/u)).toBeTruthy();
  });
  it('of a loader ends when the parcel is in the robot', async () => {
    const { ask } = await open(
      sampleParcel({ type: 'loading', status: 'arrivedAtLoadingPoint', station: 1, leavesAt: AT + 60_000 }),
    );
    await ask();
    expect(screen.getByRole('heading', { level: 1, name: 'The robot is ready for loading' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Wait longer' })).toBeNull();
    const { ask: askAgain } = await open(sampleParcel({ type: 'loading' }));
    await askAgain();
    expect(screen.getByRole('heading', { level: 1, name: 'Loaded' })).toBeTruthy();
  });
  it('speaks Chinese', async () => {
    const { ask } = await open(parcelAtDoor(), { language: 'zhCN' });
    await ask();
    expect(screen.getByRole('heading', { level: 1, name: '机器人已到您门口' })).toBeTruthy();
    expect(screen.getByText('Room 211，3:50 后离开。')).toBeTruthy();
  });
  it('refuses in words, and a link without a delivery as well', async () => {
    const { ask } = await open(new ApiError('deliveryUnknown'));
    await ask();
    expect(screen.getByRole('alert').textContent).toMatch(/No delivery found/u);
    await open(sampleParcel(), { query: {} });
    expect(screen.getByRole('heading', { name: 'Incomplete link' })).toBeTruthy();
  });
});
