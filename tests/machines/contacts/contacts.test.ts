/** Contacts and roles of a site: the editor's fields, saving, deleting, another robot. */
import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import {
  alarmContactFormMachine,
  contactFaults,
  type ContactFields,
  newContact,
} from '../../../src/machines/contacts/alarmContactForm.machine.ts';
import {
  contactsMachine,
  type ContactsResult,
  type ContactTask,
} from '../../../src/machines/contacts/contacts.machine.ts';
import { selectContactForm, selectContacts } from '../../../src/machines/contacts/contacts.selectors.ts';
import { selectQuestion } from '../../../src/machines/factories/recordPage.selectors.ts';
import { editorInTab } from '../../fakes/keptDialog.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const { tab, keepDialog, recallDialog, keepDraft } = editorInTab<ContactFields>();

async function start() {
  const cloud = { loads: 0, saved: [] as ContactFields[], deleted: [] as string[], refusal: null as Error | null };
  const { actor, told } = startUnderApp(
    contactsMachine.provide({
      actions: { keepDialog },
      actors: {
        recallDialog,
        loadList: fromPromise<ContactsResult, object>(async () => {
          cloud.loads += 1;
          return { rows: [], total: 0, roles: [], timeZone: 'Asia/Shanghai', serialNumber: 'S2-1' };
        }),
        form: alarmContactFormMachine.provide({
          actions: { keepDraft },
          actors: {
            save: fromPromise<null, { fields: ContactFields }>(async ({ input }) => {
              if (cloud.refusal) throw cloud.refusal;
              cloud.saved.push(input.fields);
              return null;
            }),
          },
        }),
        act: fromPromise<null, { task: ContactTask }>(async ({ input: { task } }) => {
          if (cloud.refusal) throw cloud.refusal;
          cloud.deleted.push(`${task.act} ${task.id}`);
          return null;
        }),
      },
    }),
    {
      as: 'screen',
      input: { page: 'contacts', params: {}, query: {}, user: userOf(), serialNumber: 'S2-1', language: 'enUS' },
    },
  );
  await settle();
  return { actor, told, cloud, read: () => actor.getSnapshot() };
}

describe('the fields', () => {
  const contact = { ...newContact('contact', 'S2-1'), name: 'Grace Lam', phoneNumber: '+1 202 555 0142' };
  it.each<[string, Partial<ContactFields>, string[]]>([
    ['complete', {}, []],
    ['without a name', { name: '  ' }, ['name']],
    ['with a long name', { name: 'x'.repeat(41) }, ['name']],
    ['with a number without country code', { phoneNumber: '202 555 0142' }, ['phoneNumber']],
    ['with words for a number', { phoneNumber: 'call me' }, ['phoneNumber']],
    ['with half an address', { email: 'grace@' }, ['email']],
    ['a role needs no number', { what: 'role', phoneNumber: '' }, []],
  ])('%s', (_, change, faulty) => expect(Object.keys(contactFaults({ ...contact, ...change }))).toEqual(faulty));
});

describe('the page', () => {
  it('saves a contact trimmed; what the server refuses stays at its field', async () => {
    const { actor, cloud, read } = await start();
    actor.send({ type: 'record.edit', fields: newContact('contact', 'S2-1') });
    const form = selectContactForm(read());
    form?.send({ type: 'field.change', field: 'name', value: ' Grace ' });
    form?.send({ type: 'field.change', field: 'phoneNumber', value: '+12025550142 ' });
    expect(tab.kept?.draft.name).toBe(' Grace ');
    cloud.refusal = new ApiError('contactPhoneTaken', { field: 'phoneNumber', words: { name: 'Omar' } });
    form?.send({ type: 'form.submit' });
    await settle();
    expect(form?.getSnapshot().context.failure).toMatchObject({ code: ERRORS.contactPhoneTaken, field: 'phoneNumber' });
    cloud.refusal = null;
    form?.send({ type: 'form.submit' });
    await settle();
    expect(cloud.saved[0]).toMatchObject({ name: 'Grace', phoneNumber: '+12025550142' });
    expect(selectContactForm(read())).toBeNull();
    expect(tab.kept).toBeNull();
  });
  it('asks before it deletes, and says why it could not', async () => {
    const { actor, told, cloud, read } = await start();
    const task = { act: 'deleteRole', id: 'role-1', name: 'Desk' } as const;
    actor.send({ type: 'record.act', task });
    selectQuestion(read())?.send({ type: 'confirm.accept' });
    await settle();
    expect(cloud.deleted).toEqual(['deleteRole role-1']);
    cloud.refusal = new ApiError('contactRoleInUse', { words: { events: 'Smoke' } });
    actor.send({ type: 'record.act', task });
    selectQuestion(read())?.send({ type: 'confirm.accept' });
    await settle();
    expect(JSON.stringify(told.at(-1))).toContain('Smoke');
  });
  it('loads the contacts of another robot', async () => {
    const { actor, cloud, read } = await start();
    actor.send({ type: 'page.robotChanged', serialNumber: 'W1-1' });
    await settle();
    expect(cloud.loads).toBe(2);
    expect(selectContacts(read()).timeZone).toBe('Asia/Shanghai');
  });
});
