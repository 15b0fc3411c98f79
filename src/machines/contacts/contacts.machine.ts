/**
 * Contacts and contact roles of the current robot's site: an editor and confirmed deletions
 * (machines/factories/recordPage.ts). A role that alarm rules use is deleted with a role that takes its place there.
 */
import { assign, raise, setup } from 'xstate';
import type { Contact, ContactRole } from '../../../contract/entities/alarmContact.ts';
import { type QuestionTexts, questionWith } from '../factories/confirm.machine.ts';
import type { ListResult } from '../factories/pagedList.ts';
import { recordPage } from '../factories/recordPage.ts';
import { type ContactFields, alarmContactFormMachine } from './alarmContactForm.machine.ts';

/** All contacts of the site in one page. */
export interface ContactsResult extends ListResult<Contact> {
  roles: readonly ContactRole[];
  /** In which the hours are. */
  timeZone: string;
  /** The robot through which the site is read. */
  serialNumber: string;
}
export interface ContactTask {
  act: 'deleteContact' | 'deleteRole';
  id: string;
  name: string;
  /** Deletion of a role that alarm rules use. */
  isUsed?: boolean;
  /** Id of the role that takes its place in the rules; without one the server refuses, and names the rules. */
  replacement?: string;
}
/** Chooses, while the deletion of a role waits for a confirmation, the role that takes its place; '' for none. */
export type ContactsOwnEvent = { type: 'replacement.choose'; roleId: string };

const QUESTIONS: Readonly<Record<ContactTask['act'], QuestionTexts>> = {
  deleteContact: ['shared.deleteNameQuestion', 'contacts.ask.contact.text', 'contacts.ask.contact.yes'],
  deleteRole: ['contacts.ask.role.title', 'contacts.ask.role.text', 'contacts.ask.role.yes'],
};
const USED_ROLE: QuestionTexts = ['contacts.ask.role.title', 'contacts.ask.role.usedText', 'contacts.ask.role.yes'];

const page = recordPage<ContactsResult, Record<never, never>, ContactFields, ContactTask, null, ContactsOwnEvent>({
  requestOf: () => ({}),
  typed: [],
  nothing: { roles: [], timeZone: 'UTC', serialNumber: '' },
  form: alarmContactFormMachine,
  savedOf: ({ name }) => ({ key: 'contacts.saved', params: { name } }),
  questionOf: ({ act, name, isUsed }) => questionWith(isUsed ? USED_ROLE : QUESTIONS[act], { name }),
  doneOf: ({ name }) => ({ key: 'shared.nameDeleted', params: { name } }),
});

export const contactsMachine = setup(page.setup).createMachine({
  id: 'contacts',
  ...page.config,
  on: {
    // The contacts are those of the robot's site.
    'page.robotChanged': { actions: raise({ type: 'list.reload' }) },
    'replacement.choose': {
      actions: assign({
        task: ({ context: { task }, event }) => (task === null ? null : { ...task, replacement: event.roleId }),
      }),
    },
  },
});
