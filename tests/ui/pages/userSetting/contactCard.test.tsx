/** Email and phone number of an account: display and change. */
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { ApiError } from '../../../../contract/wire/errors.ts';
import type { FormFields } from '../../../../src/machines/factories/form.ts';
import { contactMachine } from '../../../../src/machines/userSetting/contact.machine.ts';
import { contactFormMachine, type ContactKind } from '../../../../src/machines/userSetting/contactForm.machine.ts';
import {
  type CodeAsked,
  codeRequestMachine,
  type KeptMessage,
} from '../../../../src/machines/verification/codeRequest.machine.ts';
import { AppContext, type AppParts } from '../../../../src/ui/hooks/AppContext.ts';
import { ContactCard } from '../../../../src/ui/pages/userSetting/ContactCard.tsx';
import { loadMainCountries } from '../../../../src/ui/verification/countries.ts';
import { settle } from '../../../fakes/settle.ts';
import { startSession, userOf } from '../../../fakes/startSession.ts';
import { startUnderApp } from '../../../fakes/startWithSiblings.ts';
import { textsOf } from '../../withTexts.tsx';

beforeAll(loadMainCountries);
afterEach(cleanup);

async function show(cloud: { refusal?: ApiError; sendRefusal?: ApiError } = {}) {
  const saved: FormFields[] = [];
  const start = (kind: ContactKind) =>
    startUnderApp(
      contactMachine.provide({
        actors: {
          contactForm: contactFormMachine.provide({
            actors: {
              save: fromPromise<unknown, { fields: FormFields }>(async ({ input }) => {
                saved.push(input.fields);
                if (cloud.refusal) throw cloud.refusal;
              }),
            },
          }),
          codeRequest: codeRequestMachine.provide({
            actors: {
              sendCode: fromPromise<{ pause: number }, CodeAsked>(async () => {
                if (cloud.sendRefusal) throw cloud.sendRefusal;
                return { pause: 60 };
              }),
              readKept: fromPromise<readonly KeptMessage[], { target: string }>(async () => [
                { id: 'm', at: 1, subject: 'Your code', body: '123456 is your code.' },
              ]),
            },
          }),
        },
      }),
      { as: 'screen', input: { kind, language: 'enUS' } },
    ).actor;
  const session = startSession({ userId: 'u1' });
  await settle();
  await session.load(userOf());
  const parts = {
    texts: await textsOf('enUS'),
    root: { system: { get: () => session.actor } },
    live: null,
  } as unknown as AppParts;
  render(
    <AppContext value={parts}>
      <ContactCard email={start('email')} phoneNumber={start('phone')} />
    </AppContext>,
  );
  return { saved, session };
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const alerts = () => screen.queryAllByRole('alert').map((one) => one.textContent);

describe('signing in', () => {
  it('shows what one has, and follows the session', async () => {
    const { session } = await show();
    const rows = () =>
      within(screen.getByRole('list', { name: 'Signing in' }))
        .getAllByRole('listitem')
        .map((row) => row.textContent);
    expect(rows()).toEqual(['Emaillin@hotel.exampleChange', 'Phone numberNot setAdd']);
    session.actor.send({ type: 'session.refresh' });
    await session.load(userOf({ phoneNumber: '+8613800000009' }));
    await waitFor(() => expect(rows()[1]).toBe('Phone number+8613800000009Change'));
  });

  it("a new address is asked for in a window: its code, its pause, one's password; then the window goes", async () => {
    const { saved } = await show();
    press('Change email');
    const dialog = await screen.findByRole('dialog', { name: 'Change email' });
    press('Send code');
    await waitFor(() => expect(alerts()).toEqual(['Enter an email address.']));
    type('New email', 'ada@example.org');
    press('Send code');
    expect(await screen.findByText('Code sent to ada@example.org. It works once, for 10 minutes.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Resend in 60 s' }).getAttribute('aria-disabled')).toBe('true');
    expect(
      (await screen.findByRole('region', { name: 'Messages kept on this computer (demo)' })).textContent,
    ).toContain('123456 is your code.');
    type('Verification code', '123456');
    type('Your password', 'Roundhouse1');
    fireEvent.submit(within(dialog).getByRole('form'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved).toMatchObject([{ by: 'email', email: 'ada@example.org', code: '123456', password: 'Roundhouse1' }]);
  });

  it('a number that another account has is told under the number, until it is changed', async () => {
    await show({ sendRefusal: new ApiError('phoneNumberUsed', { field: 'phoneNumber' }) });
    press('Add phone number');
    await screen.findByRole('dialog', { name: 'Add phone number' });
    type('Country code', '86');
    type('New phone number', '13800000001');
    press('Send code');
    await waitFor(() => expect(alerts()).toEqual([expect.stringMatching(/Another account uses/u)]));
    expect(screen.getByLabelText('New phone number').getAttribute('aria-invalid')).toBe('true');
    type('New phone number', '13800000002');
    expect(alerts()).toEqual([]);
  });

  it.each([
    ['wrongVerificationCode', /Incorrect verification code/u, 'Verification code'],
    ['verificationCodeExpired', /has expired/u, 'Verification code'],
    ['wrongPassword', /current password is incorrect/u, 'Your password'],
  ] as const)('%s stands under its field', async (error, text, label) => {
    await show({ refusal: new ApiError(error) });
    press('Change email');
    const dialog = await screen.findByRole('dialog');
    type('New email', 'ada@example.org');
    type('Verification code', '123456');
    type('Your password', 'Roundhouse1');
    fireEvent.submit(within(dialog).getByRole('form'));
    await waitFor(() => expect(alerts()).toEqual([expect.stringMatching(text)]));
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText(label));
  });

  it('too many codes are told under the code, and Cancel closes', async () => {
    await show({ sendRefusal: new ApiError('codeTooOften', { words: { seconds: 9 } }) });
    press('Change email');
    await screen.findByRole('dialog');
    type('New email', 'ada@example.org');
    press('Send code');
    await waitFor(() => expect(alerts()).toEqual(['Too many code requests. Wait 9 seconds and try again.']));
    expect(screen.getByLabelText('Verification code').getAttribute('aria-invalid')).toBe('true');
    press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
