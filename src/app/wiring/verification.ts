/**
 * Wires the forms that require a verification code: sign-in by code, registration, password reset; and the code request
 * of signed-in users.
 */
import { fromPromise } from 'xstate';
import { outbox } from '../../../contract/endpoints/outbox.ts';
import { verification } from '../../../contract/endpoints/verification.ts';
import { LANGUAGE_HEADER } from '../../../contract/entities/constants.ts';
import { encodePassword } from '../../../contract/rules/password.ts';
import {
  type Captcha,
  type CodeAsked,
  codeRequestMachine,
  type KeptMessage,
} from '../../machines/verification/codeRequest.machine.ts';
import type { VerifiedMachine, VerifiedSession } from '../../machines/verification/createVerifiedForm.ts';
import { forgotPasswordMachine } from '../../machines/verification/forgotPassword.machine.ts';
import { signInByCodeMachine } from '../../machines/verification/signInByCode.machine.ts';
import { signUpMachine } from '../../machines/verification/signUp.machine.ts';
import { type CodeTarget, targetOf, type VerificationFields } from '../../machines/verification/verificationRules.ts';
import { createClient } from '../../services/api.ts';
import type { Transport } from '../../services/transport.ts';
import { createSessionClient, type Services } from '../services.ts';

type Submit = (fields: VerificationFields, signal: AbortSignal) => Promise<VerifiedSession | null>;

/** The demo shows sent codes only on this computer. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u;

// No automatic retry: the code works once, so a request whose response was lost must not be repeated.
const onceOf =
  ({ transport }: Services): Transport =>
  (path, data, options) =>
    transport(path, data, { ...options, once: true });

/** The code request; `send` makes the API call for its purpose. */
function wireRequest(services: Services, send: (asked: CodeAsked, signal: AbortSignal) => Promise<{ pause: number }>) {
  const { world } = services;
  const once = onceOf(services);
  const api = createClient(verification, once);
  const messages = createClient(outbox, once);
  const readKept = async (target: string, signal: AbortSignal): Promise<readonly KeptMessage[]> =>
    LOOPBACK.test(new URL(world.origin).hostname) ? messages.newest({ target }, { signal }) : [];
  return codeRequestMachine.provide({
    actors: {
      drawCaptcha: fromPromise<Captcha>(async ({ signal }) => {
        const { captchaToken, image } = await api.captcha({ captchaToken: world.newId() }, { signal });
        return { token: captchaToken, image };
      }),
      sendCode: fromPromise<{ pause: number }, CodeAsked>(({ input, signal }) => send(input, signal)),
      readKept: fromPromise<readonly KeptMessage[], { target: string }>(({ input, signal }) =>
        readKept(input.target, signal),
      ),
    },
  });
}

/** For a signed-in user's new address or number: no captcha. */
export const wireContactCode = (services: Services) => {
  const api = createClient(verification, onceOf(services));
  return wireRequest(services, ({ purpose, to: { email, phoneNumber, country } }, signal) => {
    const language = LANGUAGE_HEADER[services.language()];
    return purpose === 'email'
      ? api.emailCode({ email, language }, { signal })
      : api.phoneCode({ phoneNumber, countryCode: country, language }, { signal });
  });
};

function wireForm(machine: VerifiedMachine, services: Services, submitWith: (once: Transport) => Submit) {
  const once = onceOf(services);
  const api = createClient(verification, once);
  const send = ({ purpose, to: { email, phoneNumber, country }, ...captcha }: CodeAsked, signal: AbortSignal) => {
    const input = { email, phoneNumber, countryAreaCode: country, ...captcha };
    if (purpose === 'forgotPassword')
      return api.forgotPasswordCode({ email, phoneNumber, countryCode: country, ...captcha }, { signal });
    return purpose === 'login' ? api.loginCode(input, { signal }) : api.registerCode(input, { signal });
  };
  const submit = submitWith(once);

  return machine.provide({
    actors: {
      codeRequest: wireRequest(services, send),
      submit: fromPromise<VerifiedSession | null, VerificationFields>(({ input, signal }) => submit(input, signal)),
      askRegistered: fromPromise<boolean, CodeTarget>(
        async ({ input: { phoneNumber, country }, signal }) =>
          (await api.isRegistered({ phoneNumber, countryAreaCode: country }, { signal })).isRegistered,
      ),
    },
  });
}

export const wireSignInByCode = (services: Services) =>
  wireForm(signInByCodeMachine, services, (once) => {
    const session = createSessionClient(once);
    return async (fields, signal) => {
      const { country, ...target } = targetOf(fields);
      return {
        ...(await session.signIn(
          { ...target, countryAreaCode: country, verificationCode: fields.code.trim(), keep: fields.keep },
          { signal },
        )),
        keep: fields.keep,
      };
    };
  });

export const wireSignUp = (services: Services) =>
  wireForm(signUpMachine, services, (once) => {
    const api = createClient(verification, once);
    return async (fields, signal) => {
      const { country, ...target } = targetOf(fields);
      const { nickname, code, password } = fields;
      return {
        ...(await api.signUp(
          {
            ...target,
            countryAreaCode: country,
            nickname,
            verificationCode: code.trim(),
            password: encodePassword(password),
          },
          { signal },
        )),
        keep: true,
      };
    };
  });

export const wireForgotPassword = (services: Services) =>
  wireForm(forgotPasswordMachine, services, (once) => {
    const api = createClient(verification, once);
    return async (fields, signal) => {
      const { country, ...target } = targetOf(fields);
      await api.forgotPassword(
        {
          ...target,
          countryCode: country,
          verificationCode: fields.code.trim(),
          password: encodePassword(fields.password),
        },
        { signal },
      );
      return null;
    };
  });
