/**
 * Contacts and contact roles of the current robot's site: an editor and confirmed deletions
 * (machines/factories/recordDialog.ts). A role that alarm rules use is deleted with a role that takes its place there.
 * Beside these regions:
 *
 *   undo:  none ──record.done──▶ offered (for UNDO_MS) ──undo.take──▶ restoring ──▶ none
 *   phone: idle ──phone.leave──▶ checking ──▶ idle (the answer is shown while the number is still the same)
 */
import { assign, raise, setup } from 'xstate';
import type { Contact, ContactRole } from '../../../contract/entities/alarmContact.ts';
import type { PageInput } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf } from '../failure.ts';
import { type QuestionTexts, questionWith } from '../factories/confirm.machine.ts';
import { listOf, type ListResult, pagedList } from '../factories/pagedList.ts';
import { type DialogChildren, noDialog, recordDialog } from '../factories/recordDialog.ts';
import type { RecordContext, RecordEvent, RecordTag } from '../factories/recordPage.ts';
import { UNDO_MS } from '../factories/undo.ts';
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
/** A phone number that was left in the editor, and what is wrong with it. */
export interface PhoneCheck {
  typed: string;
  failure: Failure | null;
}
export interface PhoneQuestion {
  typed: string;
  /** The site's other contacts. */
  others: readonly { name: string; phoneNumber: string }[];
}
export interface ContactsExtra {
  /** What can be brought back. */
  deleted: ContactTask | null;
  phoneCheck: PhoneCheck | null;
}
export type ContactsContext = RecordContext<ContactsResult, ContactFields, ContactTask, null> & ContactsExtra;

export type ContactsOwnEvent =
  /** Chooses, while the deletion of a role waits for a confirmation, the role that takes its place; '' for none. */
  | { type: 'replacement.choose'; roleId: string }
  | { type: 'record.done'; task: ContactTask }
  | { type: 'undo.take' }
  | { type: 'undo.close' }
  | { type: 'phone.leave'; typed: string };

type ContactsEvent = RecordEvent<ContactFields, ContactTask> | ContactsOwnEvent;

const QUESTIONS: Readonly<Record<ContactTask['act'], QuestionTexts>> = {
  deleteContact: ['shared.deleteNameQuestion', 'contacts.ask.contact.text', 'contacts.ask.contact.yes'],
  deleteRole: ['contacts.ask.role.title', 'contacts.ask.role.text', 'contacts.ask.role.yes'],
};
const USED_ROLE: QuestionTexts = ['contacts.ask.role.title', 'contacts.ask.role.usedText', 'contacts.ask.role.yes'];

const list = pagedList<ContactsResult, Record<never, never>, ContactsEvent, ContactsContext>({
  requestOf: () => ({}),
  typed: [],
});
const dialog = recordDialog<ContactFields, ContactTask, null, ContactsEvent, ContactsContext>({
  form: alarmContactFormMachine,
  savedOf: ({ name }) => ({ key: 'contacts.saved', params: { name } }),
  questionOf: ({ act, name, isUsed }) => questionWith(isUsed ? USED_ROLE : QUESTIONS[act], { name }),
  tellsDone: true,
});

export const contactsMachine = setup({
  types: {
    context: {} as ContactsContext,
    input: {} as PageInput,
    events: {} as ContactsEvent,
    tags: {} as RecordTag | 'undoable',
    children: {} as DialogChildren,
  },
  actors: {
    ...list.actors,
    ...dialog.actors,
    restore: promiseEffect<null, { task: ContactTask; serialNumber: string }>('restore'),
    /** By the numbering plans, and whether another contact has the number; null: nothing is wrong. */
    checkPhone: promiseEffect<Failure | null, PhoneQuestion>('checkPhone'),
  },
  guards: { ...list.guards, ...dialog.guards },
  actions: { ...list.actions, ...dialog.actions },
  delays: { ...list.delays, undoOffered: UNDO_MS },
}).createMachine({
  id: 'contacts',
  context: ({ input }) => ({
    ...listOf(input.query),
    ...noDialog,
    roles: [],
    timeZone: 'UTC',
    serialNumber: '',
    deleted: null,
    phoneCheck: null,
  }),
  type: 'parallel',
  on: {
    'replacement.choose': {
      actions: assign({
        task: ({ context: { task }, event }) => (task === null ? null : { ...task, replacement: event.roleId }),
      }),
    },
  },
  states: {
    list: list.region,
    dialog: dialog.region,
    undo: {
      initial: 'none',
      on: {
        'record.done': { target: '.offered', actions: assign({ deleted: ({ event }) => event.task }) },
        // The contacts are those of the robot's site.
        'page.robotChanged': { target: '.none', actions: raise({ type: 'list.reload' }) },
      },
      states: {
        none: { entry: assign({ deleted: null }) },
        offered: {
          tags: 'undoable',
          after: { undoOffered: 'none' },
          on: { 'undo.take': 'restoring', 'undo.close': 'none' },
        },
        restoring: {
          invoke: {
            src: 'restore',
            // Set in `offered`.
            input: ({ context }) => ({ task: context.deleted as ContactTask, serialNumber: context.serialNumber }),
            onDone: { target: 'none', actions: raise({ type: 'list.reload' }) },
            onError: {
              target: 'none',
              actions: [
                { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                raise({ type: 'list.reload' }),
              ],
            },
          },
        },
      },
    },
    phone: {
      initial: 'idle',
      on: {
        'record.edit': { target: '.idle', actions: assign({ phoneCheck: null }) },
        'phone.leave': [
          {
            guard: ({ context: { fields }, event }) =>
              event.typed !== '' && fields !== null && event.typed !== fields.phoneNumber,
            target: '.checking',
            actions: assign({ phoneCheck: ({ event }) => ({ typed: event.typed, failure: null }) }),
          },
          { target: '.idle', actions: assign({ phoneCheck: null }) },
        ],
      },
      states: {
        idle: {},
        checking: {
          invoke: {
            src: 'checkPhone',
            input: ({ context: { phoneCheck, fields, rows } }) => ({
              typed: phoneCheck?.typed ?? '',
              others: rows
                .filter(({ id }) => id !== fields?.id)
                .map(({ contactName: name, phoneNumber }) => ({ name, phoneNumber })),
            }),
            onDone: {
              target: 'idle',
              actions: assign({
                phoneCheck: ({ context: { phoneCheck }, event }) =>
                  phoneCheck && { ...phoneCheck, failure: event.output },
              }),
            },
            // The numbering plans could not be loaded; the server checks when it saves.
            onError: 'idle',
          },
        },
      },
    },
  },
});
