import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { signInMachine, type Welcome } from '../../../../src/machines/signIn/signIn.machine.ts';
import { SetUpForm } from '../../../../src/ui/pages/signIn/SetUpForm.tsx';
import { DemoAccounts } from '../../../../src/ui/pages/signIn/DemoAccounts.tsx';
import { SignInForm } from '../../../../src/ui/pages/signIn/SignInForm.tsx';
import { renderWithTexts } from '../../withTexts.tsx';

afterEach(cleanup);

const INPUT = { page: 'signIn', params: {}, query: {}, user: null, serialNumber: '', language: 'enUS' } as const;

/** Starts the real machine and records its events to the session. */
function start(welcome: Partial<Welcome> = {}) {
  const asked: unknown[] = [];
  const session = createActor(fromCallback(({ receive }) => receive((event) => void asked.push(event)))).start();
  const actor = createActor(
    signInMachine.provide({
      actors: {
        welcome: fromPromise<Welcome>(async () => ({
          needsSetUp: false,
          demo: true,
          siteName: 'Harbour Hotel',
          reachedIn: 18,
          ...welcome,
        })),
      },
    }),
    { input: INPUT },
  );
  actor.system.get = (() => session) as never;
  actor.start();
  return { actor, asked };
}
const account = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone or email' });
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const submit = () => screen.getByRole('button', { name: /Sign in/u });

describe('the sign-in form', () => {
  it('says which site it is for', async () => {
    await renderWithTexts(<SignInForm screen={start().actor} />);
    await waitFor(() => expect(screen.getByText('Console of Harbour Hotel')).toBeTruthy());
    expect(document.activeElement).toBe(account());
  });
  it('says under each field what is missing', async () => {
    await renderWithTexts(<SignInForm screen={start().actor} />);
    fireEvent.click(submit());
    expect(account().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByRole('alert').map((one) => one.textContent)).toEqual([
      'Enter your phone number or email.',
      'Enter your password.',
    ]);
    fireEvent.change(account(), { target: { value: 'a@b.c' } });
    expect(screen.getAllByRole('alert').map((one) => one.textContent)).toEqual(['Enter your password.']);
  });
  it('focuses the first field that is wrong', async () => {
    await renderWithTexts(<SignInForm screen={start().actor} />);
    submit().focus();
    fireEvent.click(submit());
    await waitFor(() => expect(document.activeElement).toBe(account()));
    fireEvent.change(account(), { target: { value: 'a@b.c' } });
    fireEvent.click(submit());
    await waitFor(() => expect(document.activeElement).toBe(password()));
  });
  it('asks for the country of a phone number that has none, and of nothing else', async () => {
    const { actor, asked } = start();
    await renderWithTexts(<SignInForm screen={actor} />);
    const type = (value: string) => fireEvent.change(account(), { target: { value } });
    for (const other of ['138', '+8613800138000', 'a@b.c']) {
      type(other);
      expect(screen.queryByLabelText('Country code')).toBeNull();
    }
    type('13800138000');
    const country = await screen.findByLabelText<HTMLSelectElement>('Country code');
    await waitFor(() => expect(country.options.length).toBeGreaterThan(200));
    fireEvent.change(country, { target: { value: '86' } });
    fireEvent.change(password(), { target: { value: 'Right1234' } });
    fireEvent.click(submit());
    expect(asked.at(-1)).toMatchObject({ credential: { account: '13800138000', countryAreaCode: '86' } });
  });
  it('shows the coded refusal under the form', async () => {
    const { actor } = start();
    await renderWithTexts(<SignInForm screen={actor} />);
    fireEvent.change(account(), { target: { value: 'a@b.c' } });
    fireEvent.change(password(), { target: { value: 'Wrong1' } });
    fireEvent.click(submit());
    expect(screen.getByRole('button', { name: 'Signing in…' }).getAttribute('aria-busy')).toBe('true');
    actor.send({ type: 'page.signInRefused', failure: { code: ERRORS.wrongPassword, said: '' } });
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/password/iu));
  });
  it('waits when there were too many tries, and says how long', async () => {
    const { actor } = start();
    await renderWithTexts(<SignInForm screen={actor} />);
    fireEvent.change(account(), { target: { value: 'a@b.c' } });
    fireEvent.change(password(), { target: { value: 'Wrong1' } });
    fireEvent.click(submit());
    actor.send({
      type: 'page.signInRefused',
      failure: { code: ERRORS.tooManyTries, said: '', words: { seconds: 42 } },
    });
    await waitFor(() => expect(submit().getAttribute('aria-disabled')).toBe('true'));
    expect(screen.getByRole('alert').textContent).toContain('Try again in 42 s');
  });
  it('shows the password on demand, and says when caps lock is on', async () => {
    await renderWithTexts(<SignInForm screen={start().actor} />);
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password().type).toBe('text');
    fireEvent.keyDown(password(), { key: 'A', modifierCapsLock: true });
    expect(screen.getByText('Caps lock is on.')).toBeTruthy();
    fireEvent.blur(password());
    expect(screen.queryByText('Caps lock is on.')).toBeNull();
  });
  it('keeps one signed in unless told otherwise', async () => {
    await renderWithTexts(<SignInForm screen={start().actor} />);
    const keep = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Keep me signed in on this computer' });
    expect(keep.checked).toBe(true);
    fireEvent.click(keep);
    expect(keep.checked).toBe(false);
  });
});

describe('the demo accounts', () => {
  it('fill the form by a press', async () => {
    const { actor } = start();
    await renderWithTexts(
      <>
        <SignInForm screen={actor} />
        <DemoAccounts screen={actor} />
      </>,
    );
    fireEvent.click(screen.getByRole('button', { name: /viewer@demo\.roundhouse/u }));
    expect([account().value, password().value]).toEqual(['viewer@demo.roundhouse', 'Roundhouse1']);
  });
});

describe('the first start', () => {
  it('demands a name, an address and a good password twice', async () => {
    const { actor } = start({ needsSetUp: true, demo: false });
    await waitFor(() => expect(actor.getSnapshot().hasTag('setUp')).toBe(true));
    await renderWithTexts(<SetUpForm screen={actor} />);
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'weak' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create administrator' }));
    expect(screen.getAllByRole('alert').map((one) => one.textContent)).toEqual([
      'Enter the setup code.',
      'Enter your name.',
      'Enter an email address.',
      'Use 6–16 characters with uppercase and lowercase letters and digits.',
      "The passwords don't match.",
    ]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Setup code')));
  });
});
