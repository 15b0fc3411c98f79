/** Redaction rules of the contacts: their ids, roles and hours; no names, no numbers, no addresses. */
import type { PageInput } from '../app/events.ts';
import { formRules } from '../factories/form.redaction.ts';
import type { FormContext, FormEvent, FormInput } from '../factories/form.ts';
import type { RecordEvent } from '../factories/recordPage.ts';
import { recordPageRules } from '../factories/recordPage.redaction.ts';
import { PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { ContactFields } from './alarmContactForm.machine.ts';
import type { ContactsContext, ContactsOwnEvent, ContactTask } from './contacts.machine.ts';

export const CONTACT = {
  id: true,
  serialNumber: true,
  roleIds: true,
  hours: true,
  quietDays: true,
  uses: true,
  revision: true,
} as const;
export const CONTACT_ROLE = {
  id: true,
  serialNumber: true,
  contacts: true,
  rules: true,
  uses: true,
  revision: true,
} as const;
const MORE = { roles: { '*': CONTACT_ROLE }, timeZone: true, serialNumber: true } as const;
const FIELDS = {
  what: true,
  serialNumber: true,
  id: true,
  revision: true,
  roleIds: true,
  hours: true,
  quietDays: true,
} as const;
const TASK = { act: true, id: true, isUsed: true, replacement: true } as const;
const RULES = recordPageRules(CONTACT, TASK, FIELDS);

export const contactsRedaction = defineRedaction<
  ContactsContext,
  RecordEvent<ContactFields, ContactTask> | ContactsOwnEvent,
  PageInput
>()({
  ...RULES,
  context: { ...RULES.context, ...MORE, deleted: TASK, phoneCheck: { failure: 'failure' } },
  defaults: { ...RULES.defaults, deleted: null, phoneCheck: null },
  input: PAGE_INPUT,
  events: { ...RULES.events, 'replacement.choose': { roleId: true }, 'record.done': { task: TASK } },
  outputs: { ...RULES.outputs, loadList: { ...RULES.outputs.loadList, ...MORE }, checkPhone: 'failure' },
});

export const alarmContactFormRedaction = defineRedaction<
  FormContext<ContactFields, null>,
  FormEvent<ContactFields>,
  FormInput<ContactFields>
>()(formRules(FIELDS));
