import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { InquiryFields } from '../../../contract/rules/inquiry.ts';
import { REQUEST_PATIENCE_MS } from '../../../contract/rules/limits.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { inquiryMachine } from '../../../src/machines/inquiries/inquiry.machine.ts';
import { selectInquiry, selectInquiryState } from '../../../src/machines/inquiries/inquiries.selectors.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const good: InquiryFields = { name: 'Ada', company: '', phone: '+44 20 7946 0000', question: 'How many?' };

async function start(draft: Partial<InquiryFields> | null = null) {
  const sent: InquiryFields[] = [];
  const kept: (InquiryFields | null)[] = [];
  const cloud: { says: ApiError | 'nothing' | null } = { says: null };
  const { actor, clock } = startUnderApp(
    inquiryMachine.provide({
      actors: {
        recallDraft: fromPromise(async () => draft),
        sendInquiry: fromPromise<unknown, InquiryFields>(async ({ input }) => {
          sent.push(input);
          if (cloud.says === 'nothing') return new Promise(() => undefined);
          if (cloud.says) throw cloud.says;
          return null;
        }),
      },
      actions: { keepDraft: (_, params) => void kept.push(params.draft) },
    }),
    { as: 'screen', input: { page: 'inquiry', params: {}, query: {}, user: null, serialNumber: '', language: 'enUS' } },
  );
  await settle();
  const type = (fields: Partial<InquiryFields>): void => {
    for (const [field, value] of Object.entries(fields))
      actor.send({ type: 'field.change', field: field as keyof InquiryFields, value });
  };
  return {
    actor,
    clock,
    sent,
    kept,
    cloud,
    type,
    now: () => selectInquiry(actor.getSnapshot()),
    state: () => selectInquiryState(actor.getSnapshot()),
  };
}

describe('the contact form', () => {
  it('sends what is typed, is empty then, and keeps no draft of it', async () => {
    const form = await start();
    form.type(good);
    expect(form.kept.at(-1)).toEqual(good);
    form.actor.send({ type: 'form.submit' });
    await settle();
    expect(form.sent).toEqual([good]);
    expect(form.state()).toBe('sent');
    expect(form.now().fields).toEqual({ name: '', company: '', phone: '', question: '' });
    expect(form.kept.at(-1)).toBeNull();
    form.actor.send({ type: 'form.again' });
    expect(form.state()).toBe('editing');
  });

  it('begins with what was typed in this tab before', async () => {
    expect((await start({ name: 'Ada', question: 'Half a que' })).now().fields).toEqual({
      name: 'Ada',
      company: '',
      phone: '',
      question: 'Half a que',
    });
  });

  it('says what is wrong when it is sent, and takes it away as soon as it is mended', async () => {
    const form = await start();
    form.actor.send({ type: 'form.submit' });
    expect(form.now().faults).toEqual({ name: 'nameEmpty', phone: 'phoneEmpty', question: 'questionEmpty' });
    form.type({ name: 'A', phone: '12' });
    expect(form.now().faults).toEqual({ phone: 'phoneWrong', question: 'questionEmpty' });
    expect(form.sent).toEqual([]);
  });

  it('says it of a field that is left filled in wrongly, not of an empty one', async () => {
    const form = await start();
    form.actor.send({ type: 'field.leave', field: 'name' });
    form.type({ phone: 'no' });
    form.actor.send({ type: 'field.leave', field: 'phone' });
    expect(form.now().faults).toEqual({ phone: 'phoneWrong' });
  });

  it('keeps everything when it is refused, and may be sent again', async () => {
    const form = await start();
    form.type(good);
    form.cloud.says = new ApiError('inquiriesTooOften', { words: { minutes: 12 } });
    form.actor.send({ type: 'form.submit' });
    await settle();
    expect(form.now()).toMatchObject({ fields: good, failure: { code: 40901, words: { minutes: 12 } } });
    form.cloud.says = null;
    form.actor.send({ type: 'form.submit' });
    await settle();
    expect(form.state()).toBe('sent');
  });

  it('offers to stop waiting after a while', async () => {
    const form = await start();
    form.type(good);
    form.cloud.says = 'nothing';
    form.actor.send({ type: 'form.submit' });
    expect(form.state()).toBe('sending');
    form.clock.increment(REQUEST_PATIENCE_MS);
    expect(form.state()).toBe('patient');
    form.actor.send({ type: 'form.cancel' });
    expect(form.state()).toBe('editing');
    expect(form.now().fields).toEqual(good);
  });
});
