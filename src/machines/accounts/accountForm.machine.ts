/** The form of a new or existing account, and of an invitation: its fields and their validation. */
import type { Account } from '../../../contract/entities/account.ts';
import { ACCOUNT_ROLES, type AccountRole } from '../../../contract/entities/constants.ts';
import { NICKNAME_MAX } from '../../../contract/rules/limits.ts';
import { barePhoneNumber, hasPhoneNumberShape } from '../../../contract/rules/phoneNumber.ts';
import { createForm, type FormFaults } from '../factories/form.ts';

export type AccountFormKind = 'create' | 'edit' | 'invite';
export interface AccountFields {
  readonly kind: AccountFormKind;
  /** Empty for a new account. */
  readonly accountId: string;
  readonly nickname: string;
  readonly email: string;
  readonly phoneNumber: string;
  /** The recipient's e-mail address or phone number. */
  readonly target: string;
  readonly roles: readonly AccountRole[];
  readonly demo: boolean;
}
/** A link that is shown once. */
export interface ShownLink {
  /** The complete URL, ready to be sent. */
  url: string;
  expiresAt: number;
}

export const newAccount = (kind: AccountFormKind): AccountFields => ({
  kind,
  accountId: '',
  nickname: '',
  email: '',
  phoneNumber: '',
  target: '',
  roles: ['operator'],
  demo: false,
});
export const fieldsOf = ({ id, nickname, email, phoneNumber, roles, demo }: Account): AccountFields => ({
  ...newAccount('edit'),
  accountId: id,
  nickname,
  email,
  phoneNumber,
  roles,
  demo,
});

/** Rejects only what cannot be an address; the server validates fully. */
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(text);
const isPhone = (text: string): boolean => hasPhoneNumberShape(barePhoneNumber(text));

export function accountFaults({ kind, nickname, email, phoneNumber, target, roles }: AccountFields) {
  const [name, mail, phone, whom] = [nickname.trim(), email.trim(), phoneNumber.trim(), target.trim()];
  const faults: FormFaults<AccountFields> = {
    ...(kind === 'invite' && !isEmail(whom) && !isPhone(whom) && { target: 'accounts.fault.targetShape' }),
    ...(roles.length === 0 && { roles: 'accounts.fault.rolesEmpty' }),
  };
  if (kind === 'invite') return faults;
  return {
    ...faults,
    ...(name === '' && { nickname: 'accounts.fault.nicknameEmpty' }),
    ...([...name].length > NICKNAME_MAX && { nickname: 'shared.atMost40Characters' }),
    ...(mail === '' && phone === '' && { email: 'accounts.fault.contactEmpty' }),
    ...(mail !== '' && !isEmail(mail) && { email: 'accounts.fault.emailShape' }),
    ...(phone !== '' && !isPhone(phone) && { phoneNumber: 'accounts.fault.phoneShape' }),
  };
}

/** Returns the roles in the order of ACCOUNT_ROLES. */
export const withRole = (roles: readonly AccountRole[], role: AccountRole, on: boolean): AccountRole[] =>
  ACCOUNT_ROLES.filter((each) => (each === role ? on : roles.includes(each)));

export const accountFormMachine = createForm<AccountFields, ShownLink | null>({
  id: 'accountForm',
  faultsOf: accountFaults,
  once: true,
});
