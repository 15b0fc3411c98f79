/** Forms with a verification code: display and operation. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { ApiError } from '../../../../contract/wire/errors.ts';
import {
  type CodeAsked,
  codeRequestMachine,
  type KeptMessage,
} from '../../../../src/machines/verification/codeRequest.machine.ts';
import type { VerifiedMachine, VerifiedSession } from '../../../../src/machines/verification/createVerifiedForm.ts';
import { forgotPasswordMachine } from '../../../../src/machines/verification/forgotPassword.machine.ts';
import { signInByCodeMachine } from '../../../../src/machines/verification/signInByCode.machine.ts';
import { signUpMachine } from '../../../../src/machines/verification/signUp.machine.ts';
import type { CodeTarget, VerificationFields } from '../../../../src/machines/verification/verificationRules.ts';
import { ForgotPasswordForm } from '../../../../src/ui/pages/verification/ForgotPasswordPage.tsx';
import { SignInByCodeForm } from '../../../../src/ui/pages/verification/SignInByCodePage.tsx';
import { SignUpForm } from '../../../../src/ui/pages/verification/SignUpPage.tsx';
import { loadMainCountries } from '../../../../src/ui/verification/countries.ts';
import { renderWithTexts } from '../../withTexts.tsx';

beforeAll(loadMainCountries);
afterEach(cleanup);

function start(machine: VerifiedMachine, answer: VerifiedSession | null | ApiError = null) {
  const asked = { codes: [] as CodeAsked[], forms: [] as VerificationFields[] };
  const actor = createActor(
    machine.provide({
      actors: {
        codeRequest: codeRequestMachine.provide({
          actors: {
            drawCaptcha: fromPromise(async () => ({ token: 't', image: 'data:image/png;base64,AA' })),
            sendCode: fromPromise<{ pause: number }, CodeAsked>(
              async ({ input }) => (asked.codes.push(input), { pause: 60 }),
            ),
            readKept: fromPromise<readonly KeptMessage[], { target: string }>(async () => [
              { id: 'm', at: 1, subject: 'Your code', body: '123456 is your code.' },
            ]),
          },
        }),
        submit: fromPromise<VerifiedSession | null, VerificationFields>(async ({ input }) => {
          asked.forms.push(input);
          if (answer instanceof ApiError) throw answer;
          return answer;
        }),
        askRegistered: fromPromise<boolean, CodeTarget>(async () => true),
      },
    }),
    { input: { page: 'x', params: {}, query: {}, user: null, serialNumber: '', language: 'enUS' } },
  ).start();
  return { actor, asked };
}
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

describe('signing in by code', () => {
  it('sends the code to what was typed, counts the pause, and shows on this computer what the demo kept', async () => {
    const { actor, asked } = start(signInByCodeMachine);
    await renderWithTexts(<SignInByCodeForm screen={actor} />);
    await screen.findByRole('img', { name: 'Image of five letters and digits' });
    press('Send code');
    expect(screen.getByRole('alert').textContent).toBe('Enter a phone number without its country code.');
    type('Country code', '86');
    type('Phone number', '138 0000 0001');
    press('Send code');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Enter the characters in the image first.'));
    type('Characters in the image', 'abcde');
    press('Send code');
    expect(await screen.findByText('Code sent to +8613800000001. It works once, for 10 minutes.')).toBeTruthy();
    expect(asked.codes).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Resend in 60 s' }).getAttribute('aria-disabled')).toBe('true');
    expect(
      (await screen.findByRole('region', { name: 'Messages kept on this computer (demo)' })).textContent,
    ).toContain('123456 is your code.');
  });

  it('lets the phone fill the code in, and says why it was refused', async () => {
    const { actor, asked } = start(
      signInByCodeMachine,
      new ApiError('wrongVerificationCode', { field: 'verificationCode' }),
    );
    await renderWithTexts(<SignInByCodeForm screen={actor} />);
    fireEvent.click(screen.getByRole('radio', { name: 'Email' }));
    type('Email', 'ada@example.org');
    expect(screen.getByLabelText('Verification code').getAttribute('autocomplete')).toBe('one-time-code');
    type('Verification code', '000000');
    press('Sign in');
    expect((await screen.findByRole('alert')).textContent).toMatch(/Incorrect verification code/u);
    expect(asked.forms).toHaveLength(1);
  });
});

describe('registering', () => {
  it('ticks the parts of the password off as they are met, and tells the ear', async () => {
    await renderWithTexts(<SignUpForm screen={start(signUpMachine).actor} />);
    const parts = () =>
      within(screen.getByRole('list', { name: 'Password requirements' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent);
    expect(parts().every((part) => part?.endsWith('not met'))).toBe(true);
    type('New password', 'abc123');
    expect(parts()).toEqual([
      '6–16 charactersmet',
      'a lowercase lettermet',
      'an uppercase letternot met',
      'a digitmet',
    ]);
  });

  it('asks to accept what stands on pages of its own, and says all that is missing', async () => {
    const { actor, asked } = start(signUpMachine);
    await renderWithTexts(<SignUpForm screen={actor} />);
    expect(screen.getByRole('link', { name: 'User agreement' }).getAttribute('href')).toBe('/agreement');
    expect(screen.getByRole('link', { name: 'Privacy notice' }).getAttribute('href')).toBe('/privacy/app');
    press('Create account');
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
      'Enter your name.',
      'Enter a phone number without its country code.',
      'Enter the six-digit code.',
      'Use 6–16 characters with uppercase and lowercase letters and digits.',
      'Accept the user agreement and the privacy notice first.',
    ]);
    expect(asked.forms).toEqual([]);
    expect(document.activeElement).toBe(screen.getByLabelText('Your name'));
  });

  it('takes a long name as typed, and says how long it may be', async () => {
    await renderWithTexts(<SignUpForm screen={start(signUpMachine).actor} />);
    const name = screen.getByLabelText<HTMLInputElement>('Your name');
    type('Your name', 'x'.repeat(41));
    fireEvent.blur(name);
    expect(name.value).toHaveLength(41);
    expect(name.maxLength).toBe(-1);
    expect(screen.getByRole('alert').textContent).toBe('Use at most 40 characters.');
  });

  it('goes to the first field that is faulty, also after the ones before it are filled in', async () => {
    await renderWithTexts(<SignUpForm screen={start(signUpMachine).actor} />);
    press('Create account');
    type('Your name', 'Lin');
    type('Country code', '86');
    type('Phone number', '13800000001');
    press('Create account');
    expect(document.activeElement).toBe(screen.getByLabelText('Verification code'));
  });

  it('says while one types that the number has an account', async () => {
    await renderWithTexts(<SignUpForm screen={start(signUpMachine).actor} />);
    type('Country code', '86');
    type('Phone number', '13800000001');
    expect(await screen.findByText('This phone number already has an account.')).toBeTruthy();
  });
});

describe('a new password', () => {
  it('is set, and one is told to sign in with it', async () => {
    const { actor } = start(forgotPasswordMachine);
    await renderWithTexts(<ForgotPasswordForm screen={actor} />);
    type('Country code', '86');
    type('Phone number', '13800000001');
    type('Verification code', '123456');
    type('New password', 'NewPass1');
    type('Confirm password', 'NewPass2');
    press('Set new password');
    expect(screen.getByRole('alert').textContent).toBe("The passwords don't match.");
    type('Confirm password', 'NewPass1');
    press('Show passwords');
    expect(screen.getByLabelText('New password').getAttribute('type')).toBe('text');
    press('Set new password');
    expect(await screen.findByRole('heading', { name: 'Password reset' })).toBeTruthy();
  });
});
