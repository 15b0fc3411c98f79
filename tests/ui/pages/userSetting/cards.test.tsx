import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ReactElement } from 'react';
import { fromPromise } from 'xstate';
import type { AccountSession } from '../../../../contract/entities/user.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import { nicknameMachine } from '../../../../src/machines/userSetting/nickname.machine.ts';
import { ownSessionsMachine } from '../../../../src/machines/userSetting/ownSessions.machine.ts';
import { EMPTY_PASSWORDS, passwordMachine } from '../../../../src/machines/userSetting/password.machine.ts';
import { AppContext, type AppParts } from '../../../../src/ui/hooks/AppContext.ts';
import { NicknameCard } from '../../../../src/ui/pages/userSetting/NicknameCard.tsx';
import { PasswordCard } from '../../../../src/ui/pages/userSetting/PasswordCard.tsx';
import { SessionsCard } from '../../../../src/ui/pages/userSetting/SessionsCard.tsx';
import { startForm } from '../../../fakes/startForm.ts';
import { startSession, userOf } from '../../../fakes/startSession.ts';
import { settle } from '../../../fakes/settle.ts';
import { startUnderApp } from '../../../fakes/startWithSiblings.ts';
import { renderWithTexts, textsOf } from '../../withTexts.tsx';
import { render } from '@testing-library/react';

afterEach(cleanup);

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const alerts = () => screen.queryAllByRole('alert').map((one) => one.textContent);

describe('the name', () => {
  it('says that it is unsaved, why it cannot be saved, and is discarded', async () => {
    const form = await startForm(nicknameMachine, { nickname: 'Ada' });
    await renderWithTexts(<NicknameCard form={form.actor} />);
    expect(screen.getByRole('button', { name: 'Save name' }).getAttribute('aria-disabled')).toBe('true');
    type('Your name', ' ');
    expect(screen.getByRole('status').textContent).toBe('Unsaved changes');
    press('Save name');
    expect(alerts()).toEqual(['Enter your name.']);
    type('Your name', 'x'.repeat(41));
    expect(alerts()).toEqual(['Use at most 40 characters.']);
    press('Discard');
    expect([
      alerts(),
      screen.getByLabelText<HTMLInputElement>('Your name').value,
      screen.queryByRole('button', { name: 'Discard' }),
    ]).toEqual([[], 'Ada', null]);
  });

  it('is sent by Enter, and a refusal stands in the card', async () => {
    const form = await startForm(nicknameMachine, { nickname: 'Ada' });
    await renderWithTexts(<NicknameCard form={form.actor} />);
    type('Your name', 'Grace');
    fireEvent.submit(screen.getByRole('form', { name: 'Name' }));
    expect(screen.getByRole('button', { name: 'Save name' }).getAttribute('aria-busy')).toBe('true');
    await form.after(() => form.saves[0]?.refuse(new ApiError('databaseAway')));
    await waitFor(() => expect(alerts()).toHaveLength(1));
  });
});

describe('the password', () => {
  it('ticks off each rule as it is met, for the ear as well', async () => {
    const form = await startForm(passwordMachine, EMPTY_PASSWORDS);
    await renderWithTexts(<PasswordCard form={form.actor} />);
    const met = () =>
      within(screen.getByRole('list', { name: 'Requirements for the new password' }))
        .getAllByRole('listitem')
        .map((one) => one.textContent?.endsWith(', met'));
    expect(met()).toEqual([false, false, false, false]);
    type('New password', 'abc');
    expect(met()).toEqual([false, true, false, false]);
    type('New password', 'Signalbox2');
    expect(met()).toEqual([true, true, true, true]);
  });

  it('hides what is typed until asked, and says under each field what is wrong', async () => {
    const form = await startForm(passwordMachine, EMPTY_PASSWORDS);
    await renderWithTexts(<PasswordCard form={form.actor} />);
    type('New password', 'Signalbox2');
    expect(screen.getByLabelText<HTMLInputElement>('New password').type).toBe('password');
    press('Change password');
    expect(alerts()).toEqual(['Enter your current password.', "The passwords don't match."]);
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
  });
});

describe('sessions', () => {
  const sessionOf = (change: Partial<AccountSession>): AccountSession => ({
    id: 'a',
    current: false,
    way: 'password',
    browser: 'Firefox 143',
    system: 'Linux',
    address: '10.0.0.1',
    startedAt: Date.UTC(2026, 10, 21, 8),
    lastUsedAt: Date.UTC(2026, 10, 21, 9, 30),
    ...change,
  });
  const show = async (rows: readonly AccountSession[], timeZone = 'Asia/Shanghai') => {
    const ended: (string | null)[] = [];
    const { actor } = startUnderApp(
      ownSessionsMachine.provide({
        actors: {
          loadSessions: fromPromise(async () => rows),
          endSessions: fromPromise<unknown, { sessionId: string | null }>(
            async ({ input }) => void ended.push(input.sessionId),
          ),
        },
      }),
      { as: 'screen' },
    );
    const session = startSession({ userId: 'u1' });
    await settle();
    await session.load(userOf({ timeZone }));
    const parts = {
      texts: await textsOf('enUS'),
      root: { system: { get: () => session.actor } },
      live: null,
    } as unknown as AppParts;
    const element: ReactElement = <SessionsCard list={actor} />;
    render(<AppContext value={parts}>{element}</AppContext>);
    return ended;
  };

  it("are told in words, in one's own time zone; this one cannot be ended here", async () => {
    await show([sessionOf({ current: true }), sessionOf({ id: 'b', browser: '', system: '', address: '', way: 'qr' })]);
    const [here, there] = within(screen.getByRole('list', { name: 'Sessions' })).getAllByRole('listitem');
    expect(here?.textContent).toBe(
      'Firefox 143, Linuxthis session10.0.0.1, signed in by passwordSince 2026-11-21 16:00:00Last used 2026-11-21 17:30:00',
    );
    expect(there?.textContent).toContain('Unknown deviceunknown address, signed in by QR code');
    expect(within(here!).queryByRole('button')).toBeNull();
  });

  it('are ended after a question that names the device', async () => {
    const ended = await show([sessionOf({ current: true }), sessionOf({ id: 'b' })]);
    press('End session Firefox 143, Linux');
    await waitFor(() => screen.getByRole('alertdialog', { name: 'End session Firefox 143, Linux?' }));
    press('End session');
    await waitFor(() => expect(ended).toEqual(['b']));
  });

  it('have no others to end when there is one', async () => {
    await show([sessionOf({ current: true })]);
    expect(screen.getByRole('button', { name: 'End all other sessions' }).getAttribute('aria-disabled')).toBe('true');
  });
});
