/**
 * Redaction rules of `accounts` (machines/recording/redaction.ts): which account and which action, without names,
 * addresses or links.
 */
import { formRules } from '../factories/form.redaction.ts';
import type { FormContext, FormEvent, FormInput } from '../factories/form.ts';
import type { RecordEvent, SecretContext } from '../factories/recordPage.ts';
import { recordPageRules } from '../factories/recordPage.redaction.ts';
import { PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { PageInput } from '../app/events.ts';
import type { AccountFields, ShownLink } from './accountForm.machine.ts';
import type { AccountsResult } from './accounts.machine.ts';
import type { AccountTask } from './actions.ts';

const ACCOUNT = {
  id: true,
  roles: true,
  demo: true,
  lockedAt: true,
  createdAt: true,
  lastSeenAt: true,
  sessions: true,
  isHere: true,
  robots: true,
  needsRole: true,
  hasPassword: true,
  appId: true,
} as const;
const MORE = { invitations: { '*': { id: true, roles: true, createdAt: true, expiresAt: true } } } as const;
const FIELDS = { kind: true, accountId: true, roles: true, demo: true } as const;
const LINK = { expiresAt: true } as const;
const RULES = recordPageRules(ACCOUNT, { act: true, id: true }, FIELDS);

export const accountsRedaction = defineRedaction<
  SecretContext<AccountsResult, AccountFields, AccountTask, ShownLink>,
  RecordEvent<AccountFields, AccountTask>,
  PageInput
>()({
  ...RULES,
  context: { ...RULES.context, ...MORE, shown: LINK, leaveTo: 'path' },
  input: PAGE_INPUT,
  outputs: { ...RULES.outputs, loadList: { ...RULES.outputs.loadList, ...MORE }, act: LINK },
  defaults: { ...RULES.defaults, leaveTo: '' },
});

export const accountFormRedaction = defineRedaction<
  FormContext<AccountFields, ShownLink | null>,
  FormEvent<AccountFields>,
  FormInput<AccountFields>
>()({ ...formRules(FIELDS), outputs: { save: LINK } });
