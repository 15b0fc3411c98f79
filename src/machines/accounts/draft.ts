/** The form of a new or existing account, and of an invitation: its fields and their validation. */
import type { Account } from '../../../contract/entities/account.ts';
import { ACCOUNT_ROLES, type AccountRole } from '../../../contract/entities/constants.ts';
import { NICKNAME_MAX } from '../../../contract/rules/limits.ts';
import { barePhoneNumber, hasPhoneNumberShape } from '../../../contract/rules/phoneNumber.ts';

export type DraftKind = 'create' | 'edit' | 'invite';
export interface Draft {
  kind: DraftKind;
  /** Empty for a new account. */
  accountId: string;
  nickname: string;
  email: string;
  phoneNumber: string;
  /** The recipient's e-mail address or phone number. */
  target: string;
  roles: readonly AccountRole[];
  demo: boolean;
}
export type DraftField = 'nickname' | 'email' | 'phoneNumber' | 'target' | 'roles';
export type DraftFault =
  'nicknameEmpty' | 'nicknameLong' | 'contactEmpty' | 'emailShape' | 'phoneShape' | 'targetShape' | 'rolesEmpty';
export type DraftFaults = Partial<Record<DraftField, DraftFault>>;

export const emptyDraft = (kind: DraftKind): Draft => ({
  kind,
  accountId: '',
  nickname: '',
  email: '',
  phoneNumber: '',
  target: '',
  roles: ['operator'],
  demo: false,
});
export const draftOf = ({ id, nickname, email, phoneNumber, roles, demo }: Account): Draft => ({
  kind: 'edit',
  accountId: id,
  nickname,
  email,
  phoneNumber,
  target: '',
  roles,
  demo,
});

/** Rejects only what cannot be an address; the server validates fully. */
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(text);
const isPhone = (text: string): boolean => hasPhoneNumberShape(barePhoneNumber(text));

export function draftFaults({ kind, nickname, email, phoneNumber, target, roles }: Draft): DraftFaults {
  const [name, mail, phone, whom] = [nickname.trim(), email.trim(), phoneNumber.trim(), target.trim()];
  const faults: Record<DraftField, DraftFault | false> = {
    nickname: kind !== 'invite' && (name === '' ? 'nicknameEmpty' : [...name].length > NICKNAME_MAX && 'nicknameLong'),
    email: kind !== 'invite' && (mail === '' ? phone === '' && 'contactEmpty' : !isEmail(mail) && 'emailShape'),
    phoneNumber: kind !== 'invite' && phone !== '' && !isPhone(phone) && 'phoneShape',
    target: kind === 'invite' && !isEmail(whom) && !isPhone(whom) && 'targetShape',
    roles: roles.length === 0 && 'rolesEmpty',
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault)) as DraftFaults;
}

/** Returns the roles in the order of ACCOUNT_ROLES. */
export const withRole = (roles: readonly AccountRole[], role: AccountRole, on: boolean): AccountRole[] =>
  ACCOUNT_ROLES.filter((each) => (each === role ? on : roles.includes(each)));
