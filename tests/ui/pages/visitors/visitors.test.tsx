/** Pages for people who meet a robot: visible texts and announcements for screen readers. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { ApiError } from '../../../../contract/wire/errors.ts';
import {
  type SignedOut,
  t2SignOutMachine,
  type Visitor,
} from '../../../../src/machines/t2SignOut/t2SignOut.machine.ts';
import { type Heard, voiceMachine } from '../../../../src/machines/voice/voice.machine.ts';
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
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
const fill = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });

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
    const followScreen = fromCallback(() => {});
    await renderAlone(
      <VoicePage
        screen={createActor(voiceMachine.provide({ actors: { readCaptions, followScreen } }), {
          input: input('voice'),
        }).start()}
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
