/** The form of a contact or of a contact role: its fields and their validation. */
import {
  ALWAYS,
  areQuietDays,
  CONTACT_NAME_MAX,
  type QuietDays,
  ROLE_NAME_MAX,
  type WeekHours,
} from '../../../contract/rules/alarmContacts.ts';
import { createForm, type FormFaults } from '../factories/form.ts';

export interface ContactFields {
  readonly what: 'contact' | 'role';
  readonly serialNumber: string;
  /** Empty for a new one. */
  readonly id: string;
  readonly revision: number;
  readonly name: string;
  readonly phoneNumber: string;
  readonly email: string;
  readonly roleIds: readonly string[];
  readonly hours: WeekHours;
  readonly quietDays: readonly QuietDays[];
}

export const newContact = (what: ContactFields['what'], serialNumber: string): ContactFields => ({
  what,
  serialNumber,
  id: '',
  revision: 0,
  name: '',
  phoneNumber: '',
  email: '',
  roleIds: [],
  hours: ALWAYS,
  quietDays: [],
});

/** Loose: the server decides by the numbering plans. */
const PHONE_SHAPE = /^\+[\d\s().-]{6,24}$/u;
const EMAIL_SHAPE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

export function contactFaults({ what, name, phoneNumber, email, quietDays }: ContactFields): FormFaults<ContactFields> {
  const most = what === 'role' ? ROLE_NAME_MAX : CONTACT_NAME_MAX;
  return {
    ...(name.trim() === '' && { name: 'shared.enterAName' }),
    ...([...name.trim()].length > most && { name: 'shared.atMost40Characters' }),
    ...(what === 'contact' && !PHONE_SHAPE.test(phoneNumber.trim()) && { phoneNumber: 'contacts.fault.phone' }),
    ...(what === 'contact' &&
      email.trim() !== '' &&
      !EMAIL_SHAPE.test(email.trim()) && { email: 'contacts.fault.email' }),
    ...(!quietDays.every(areQuietDays) && { quietDays: 'contacts.fault.quietDays' }),
  };
}

export const alarmContactFormMachine = createForm<ContactFields, null>({
  id: 'alarmContactForm',
  faultsOf: contactFaults,
  tidied: (draft) => ({
    ...draft,
    name: draft.name.trim(),
    phoneNumber: draft.phoneNumber.trim(),
    email: draft.email.trim(),
  }),
  once: true,
});
