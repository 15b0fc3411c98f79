/** Pages for people who meet a robot: visible texts and announcements for screen readers. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { DeliveryCode } from '../../../../contract/entities/delivery.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import {
  type CodeWanted,
  phoneVerificationCodeMachine,
} from '../../../../src/machines/phoneVerificationCode/phoneVerificationCode.machine.ts';
import {
  type SignedOut,
  t2SignOutMachine,
  type Visitor,
} from '../../../../src/machines/t2SignOut/t2SignOut.machine.ts';
import { type Heard, voiceMachine } from '../../../../src/machines/voice/voice.machine.ts';
import { PhoneVerificationCodePage } from '../../../../src/ui/pages/phoneVerificationCode/PhoneVerificationCodePage.tsx';
import { T2SignOutPage } from '../../../../src/ui/pages/t2SignOut/T2SignOutPage.tsx';
import { VoicePage } from '../../../../src/ui/pages/voice/VoicePage.tsx';
import { renderAlone } from '../../alone.tsx';

afterEach(cleanup);
const input = (page: string, query: Record<string, string> = {}) => ({
  page,
  params: {},
  query,
  user: null,
  serialNumber: '',
  language: 'enUS' as const,
});
const FOUND: DeliveryCode = {
  code: '012345',
  type: 'pickup',
  status: 'arrivedAtRoom',
  isOver: false,
  loadingPoint: 'Kitchen',
  destination: 'Room 5',
  robotName: 'Porter',
  changedAt: 1_763_700_000_000,
  timeZone: 'Asia/Shanghai',
};
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const fill = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the code of a delivery', () => {
  const show = async (answer: DeliveryCode | Error, query: Record<string, string> = { task: 'd1' }) => {
    const askCode = fromPromise<DeliveryCode, CodeWanted>(async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    });
    await renderAlone(
      <PhoneVerificationCodePage
        screen={createActor(phoneVerificationCodeMachine.provide({ actors: { askCode } }), {
          input: input('phoneVerificationCode', query),
        }).start()}
      />,
    );
  };
  const ask = (): void => {
    fill('Phone number', '2025550123');
    press('Show code');
  };

  it("stands in big digits, read one by one, with where it goes and how far it is, in the site's time", async () => {
    await show(FOUND);
    ask();
    expect(await screen.findByRole('heading', { name: 'Pickup code' })).toBeTruthy();
    expect(screen.getByText('0 1 2 3 4 5')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toMatch(
      /^Waiting for pickup.*since 2025-11-21 12:40:00, Shanghai, UTC\+8$/u,
    );
    expect(screen.getByText('Room 5')).toBeTruthy();
  });

  it('is gone once the delivery is over, which is said', async () => {
    await show({ ...FOUND, code: '', status: 'notPickedUp', isOver: true });
    ask();
    expect(await screen.findByRole('heading', { name: 'This delivery has ended' })).toBeTruthy();
    expect(screen.getByText('Not picked up')).toBeTruthy();
  });

  it('is refused in words, and a link without a delivery as well', async () => {
    await show(new ApiError('deliveryUnknown'));
    ask();
    expect((await screen.findByRole('alert')).textContent).toMatch(/No delivery found/u);
    cleanup();
    await show(FOUND, {});
    expect(screen.getByRole('heading', { name: 'Incomplete link' })).toBeTruthy();
  });
});

describe("a visitor's sign-out", () => {
  it("goes from the number to the code to goodbye, with both times in the site's zone", async () => {
    const sendCode = fromPromise<{ pause: number }, Visitor>(async () => ({ pause: 60 }));
    const signOut = fromPromise<SignedOut, Visitor & { code: string }>(async () => ({
      name: 'Ada',
      signedInAt: 1_763_700_000_000,
      signedOutAt: 1_763_703_600_000,
      timeZone: 'Europe/Berlin',
    }));
    await renderAlone(
      <T2SignOutPage
        screen={createActor(t2SignOutMachine.provide({ actors: { sendCode, signOut } }), {
          input: input('t2SignOut'),
        }).start()}
      />,
    );
    expect(screen.getByLabelText('Phone number').getAttribute('autocomplete')).toBe('off');
    press('Send code');
    expect(screen.getByRole('alert').textContent).toMatch(/full number/u);
    expect(document.activeElement).toBe(screen.getByLabelText('Phone number'));
    fill('Phone number', '2025550123');
    press('Send code');
    expect((await screen.findByRole('status')).textContent).toMatch(/If a visitor with \+12025550123 is signed in/u);
    expect(screen.getByRole('button', { name: 'Resend in 60 s' }).getAttribute('aria-disabled')).toBe('true');
    fill('Six-digit code', '123456');
    press('Sign out');
    expect(await screen.findByRole('heading', { name: 'Goodbye, Ada' })).toBeTruthy();
    expect(screen.getByText('2025-11-21 05:40:00')).toBeTruthy();
    expect(screen.getByText('This screen resets in 30 s')).toBeTruthy();
    press('Done');
    expect((screen.getByLabelText('Phone number') as HTMLInputElement).value).toBe('');
  });
});

describe("a robot's screen", () => {
  const show = async (answer: Heard | Error) => {
    const readCaptions = fromPromise<Heard>(async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    });
    await renderAlone(
      <VoicePage
        screen={createActor(voiceMachine.provide({ actors: { readCaptions } }), { input: input('voice') }).start()}
      />,
    );
  };
  const heard: Heard = { robotName: 'Host', online: true, now: 100_000, captions: [] };

  it('shows who said what, as text, in its language, told politely', async () => {
    await show({
      ...heard,
      captions: [
        { id: 'a', at: 1, by: 'person', text: '<b>Where?</b>', language: 'en' },
        { id: 'b', at: 99_000, by: 'robot', text: '在左边。', language: 'zh' },
      ],
    });
    const list = await screen.findByRole('list', { name: 'Captions' });
    expect(list.getAttribute('aria-live')).toBe('polite');
    expect((await within(list).findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      'Visitor<b>Where?</b>',
      'Host在左边。',
    ]);
    expect(within(list).getByText('在左边。').getAttribute('lang')).toBe('zh');
  });

  it('says that it is quiet, that the robot is offline, and that its key opens nothing', async () => {
    await show({ ...heard, online: false });
    expect(await screen.findByText('No speech')).toBeTruthy();
    expect(screen.getByText('Host is offline')).toBeTruthy();
    cleanup();
    await show(new ApiError('keyWrong'));
    expect(await screen.findByText("This screen's API key isn't valid")).toBeTruthy();
  });
});
