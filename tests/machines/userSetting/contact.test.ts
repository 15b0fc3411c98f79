/**
 * E-mail address and phone number of the user: required fields, the code's recipient, errors by field, and when the
 * dialog closes.
 */
import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { ApiError, ERRORS, type ErrorName } from '../../../contract/wire/errors.ts';
import type { FormFields } from '../../../src/machines/factories/form.ts';
import { selectDraft, selectFailure, selectFieldFault } from '../../../src/machines/factories/form.selectors.ts';
import { contactMachine } from '../../../src/machines/userSetting/contact.machine.ts';
import { contactFormMachine, type ContactKind } from '../../../src/machines/userSetting/contactForm.machine.ts';
import {
  selectContactCode,
  selectContactForm,
  selectHadContact,
} from '../../../src/machines/userSetting/userSetting.selectors.ts';
import {
  type CodeAsked,
  codeRequestMachine,
  type KeptMessage,
} from '../../../src/machines/verification/codeRequest.machine.ts';
import { selectIsDrawing, selectRequest } from '../../../src/machines/verification/verification.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const EMAIL = { email: ' New@Example.org ', code: '123456', password: 'Roundhouse1' };
const PHONE = { country: '49', phoneNumber: '0151 555 0100', code: '123456', password: 'Roundhouse1' };

async function open(kind: ContactKind, current = '') {
  const cloud = {
    saved: [] as FormFields[],
    asked: [] as CodeAsked[],
    drawn: 0,
    refusal: null as ApiError | null,
    sendRefusal: null as ApiError | null,
  };
  const started = startUnderApp(
    contactMachine.provide({
      actors: {
        contactForm: contactFormMachine.provide({
          actors: {
            save: fromPromise<unknown, { fields: FormFields }>(async ({ input }) => {
              cloud.saved.push(input.fields);
              if (cloud.refusal) throw cloud.refusal;
            }),
          },
        }),
        codeRequest: codeRequestMachine.provide({
          actors: {
            drawCaptcha: fromPromise(async () => ((cloud.drawn += 1), { token: 't', image: 'data:,' })),
            sendCode: fromPromise<{ pause: number }, CodeAsked>(async ({ input }) => {
              cloud.asked.push(input);
              if (cloud.sendRefusal) throw cloud.sendRefusal;
              return { pause: 60 };
            }),
            readKept: fromPromise<readonly KeptMessage[], { target: string }>(async () => []),
          },
        }),
      },
    }),
    { as: 'screen', input: { kind, language: 'enUS' } },
  );
  const { actor } = started;
  actor.send({ type: 'contact.change', current });
  await settle();
  const form = () => selectContactForm(actor.getSnapshot());
  const at = () => form()!.getSnapshot();
  return {
    ...started,
    cloud,
    form,
    draft: () => selectDraft(at()),
    fault: (field: string) => selectFieldFault(field)(at()),
    failure: () => selectFailure(at()),
    request: () => selectRequest(selectContactCode(actor.getSnapshot())!.getSnapshot()),
    isDrawing: () => selectIsDrawing(selectContactCode(actor.getSnapshot())!.getSnapshot()),
    type(fields: Record<string, string>) {
      for (const [field, value] of Object.entries(fields)) form()?.send({ type: 'field.change', field, value });
    },
    async ask() {
      actor.send({ type: 'code.ask', draft: selectDraft(at()) });
      await settle();
    },
    async submit() {
      form()?.send({ type: 'form.submit' });
      await settle();
    },
  };
}

it('proposes the country of the number that is replaced, else that of the language', async () => {
  const proposed = async (current: string) => (await open('phone', current)).draft()['country'];
  expect(await proposed('+8613800000001')).toBe('86');
  expect(await proposed('+12125550100')).toBe('1');
  expect(await proposed('+4915155501000')).toBe('1');
  expect(await proposed('')).toBe('1');
});

describe('what is demanded', () => {
  it.each<[string, ContactKind, Record<string, string>, string, string]>([
    ['what is no address', 'email', { ...EMAIL, email: 'nowhere' }, 'email', 'signIn.fault.emailShape'],
    [
      'the address that one has',
      'email',
      { ...EMAIL, email: ' LIN@hotel.example' },
      'email',
      'userSetting.contact.same',
    ],
    ['a number that is none', 'phone', { ...PHONE, phoneNumber: '12' }, 'phoneNumber', 'verification.fault.phoneShape'],
    ['five digits', 'email', { ...EMAIL, code: '12345' }, 'code', 'verification.fault.codeShape'],
    ['letters', 'phone', { ...PHONE, code: '12345a' }, 'code', 'verification.fault.codeShape'],
    ['no password', 'phone', { ...PHONE, password: '' }, 'password', 'userSetting.password.oldEmpty'],
  ])('%s is not sent', async (_, kind, fields, field, fault) => {
    const contact = await open(kind, 'lin@hotel.example');
    contact.type(fields);
    await contact.submit();
    expect([contact.cloud.saved, contact.fault(field)]).toEqual([[], fault]);
  });

  it('a number that is written otherwise is the same', async () => {
    const contact = await open('phone', '+4901515550100');
    contact.type(PHONE);
    await contact.submit();
    expect(contact.fault('phoneNumber')).toBe('userSetting.contact.same');
  });
});

describe('the code', () => {
  it('goes to what is typed, without a picture to read, and another one only after the pause', async () => {
    const contact = await open('phone');
    contact.type({ phoneNumber: '0151 555 0100', country: '49' });
    await contact.ask();
    expect(contact.cloud.asked).toEqual([
      {
        purpose: 'phone',
        to: { email: '', phoneNumber: '0151 555 0100', country: '49' },
        captchaToken: '',
        captchaContent: '',
      },
    ]);
    expect([contact.request().wait, contact.cloud.drawn, contact.isDrawing()]).toEqual([60, 0, false]);
    await contact.ask();
    expect(contact.cloud.asked).toHaveLength(1);
    contact.clock.increment(1_000);
    expect(contact.request().wait).toBe(59);
  });

  it('goes nowhere while that is no address, or none yet: the field says so', async () => {
    const contact = await open('email');
    await contact.ask();
    expect([contact.fault('email'), contact.fault('code'), contact.cloud.asked]).toEqual([
      'signIn.fault.emailShape',
      null,
      [],
    ]);
  });

  it('that was not sent says why, and may be asked for again', async () => {
    const contact = await open('email');
    contact.type(EMAIL);
    contact.cloud.sendRefusal = new ApiError('codeTooOften', { words: { seconds: 9 } });
    await contact.ask();
    expect(contact.request()).toMatchObject({ failure: { code: ERRORS.codeTooOften, words: { seconds: 9 } }, wait: 9 });
  });
});

describe('the change', () => {
  it.each([
    ['email', EMAIL],
    ['phone', PHONE],
  ] as const)('of %s closes the window, says so, and has the session read anew', async (kind, fields) => {
    const contact = await open(kind);
    contact.type(fields);
    await contact.submit();
    expect(contact.cloud.saved).toEqual([expect.objectContaining({ by: kind, ...fields })]);
    expect([contact.form(), selectContactCode(contact.actor.getSnapshot())]).toEqual([null, null]);
    expect(contact.toldTo('session')).toEqual([{ type: 'session.refresh' }]);
    expect(contact.toldTo('notices')).toMatchObject([
      { notice: { tone: 'success', key: 'userSetting.contact.saved' } },
    ]);
  });

  it.each<[ErrorName, string, string]>([
    ['wrongPassword', 'password', 'userSetting.password.oldWrong'],
    ['wrongVerificationCode', 'code', 'errors.cloud_error_11009'],
    ['verificationCodeExpired', 'code', 'errors.cloud_error_11010'],
    ['emailUsed', 'email', 'errors.cloud_error_11020'],
    ['phoneNumberUsed', 'phoneNumber', 'errors.cloud_error_11008'],
    ['fieldInvalid', 'email', 'signIn.fault.emailShape'],
  ])(
    'that is refused (%s) says so under its field, keeps what is typed, and is tried again',
    async (error, field, fault) => {
      const contact = await open('email');
      contact.type(EMAIL);
      contact.cloud.refusal = new ApiError(error, { field });
      await contact.submit();
      expect([contact.fault(field), contact.failure()]).toEqual([fault, null]);
      expect(contact.draft()).toMatchObject(EMAIL);
      contact.cloud.refusal = null;
      await contact.submit();
      expect(contact.form()).toBeNull();
    },
  );

  it('that was tried too often says how long to wait, under the form', async () => {
    const contact = await open('email');
    contact.type(EMAIL);
    contact.cloud.refusal = new ApiError('tooManyTries', { words: { seconds: 40 } });
    await contact.submit();
    expect(contact.failure()).toMatchObject({ code: ERRORS.tooManyTries, words: { seconds: 40 } });
  });

  it('that is called off leaves nothing behind', async () => {
    const contact = await open('email', 'lin@hotel.example');
    contact.type(EMAIL);
    expect(selectHadContact(contact.actor.getSnapshot())).toBe(true);
    contact.actor.send({ type: 'contact.cancel' });
    expect(contact.form()).toBeNull();
    contact.actor.send({ type: 'contact.change', current: '' });
    await settle();
    expect([contact.draft(), selectHadContact(contact.actor.getSnapshot())]).toEqual([
      { by: 'email', current: '', country: '1', phoneNumber: '', email: '', code: '', password: '' },
      false,
    ]);
  });
});
