import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { alarmContactFormMachine } from './alarmContactForm.machine.ts';
import type { contactsMachine } from './contacts.machine.ts';

export type ContactsRef = ActorRefFrom<typeof contactsMachine>;
export type ContactFormRef = ActorRefFrom<typeof alarmContactFormMachine>;

type Snapshot = SnapshotFrom<typeof contactsMachine>;

export const selectContacts = ({ context }: Snapshot) => context;
/** What Undo brings back; null when it is not offered. */
export const selectUndoable = (snapshot: Snapshot) => (snapshot.hasTag('undoable') ? snapshot.context.deleted : null);
/** The editor; null when it is closed. */
export const selectContactForm = ({ children }: Snapshot) => children.form ?? null;
