/**
 * Redaction rules of `accounts` (machines/recording/redaction.ts): which account and which action, without names,
 * addresses or links.
 */
import { PAGE_INPUT } from '../recording/entityRedaction.ts';
import { type RedactionRule, defineRedaction } from '../recording/redaction.ts';
import { foundRedaction, LIST_EVENTS, listRedaction } from '../factories/pagedList.redaction.ts';
import type { PageInput } from '../app/events.ts';
import type { AccountsContext, AccountsEvent } from './accounts.machine.ts';

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
  hasPassword: true,
  appId: true,
} as const satisfies RedactionRule;
const INVITATION = { id: true, roles: true, createdAt: true, expiresAt: true } as const satisfies RedactionRule;
const TASK = { act: true, id: true } as const satisfies RedactionRule;
const MORE = { invitations: { '*': INVITATION } } as const satisfies RedactionRule;

export const accountsRedaction = defineRedaction<AccountsContext, AccountsEvent, PageInput>()({
  context: {
    ...listRedaction(ACCOUNT),
    ...MORE,
    ownId: true,
    draft: { kind: true, accountId: true, roles: true, demo: true },
    faults: true,
    refusal: 'failure',
    task: TASK,
    link: { expiresAt: true, why: true },
  },
  input: PAGE_INPUT,
  events: {
    ...LIST_EVENTS,
    'account.edit': { account: ACCOUNT },
    'account.act': { task: TASK },
    'draft.change': { change: { roles: true } },
  },
  outputs: { loadList: { ...foundRedaction(ACCOUNT), ...MORE }, save: { expiresAt: true }, act: { expiresAt: true } },
});
