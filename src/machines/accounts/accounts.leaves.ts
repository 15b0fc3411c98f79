/** What may leave of `accounts` in a capsule (machines/capsule/leaves.ts): which account and what was done, nobody's name, address or link. */
import { PAGE_EVENTS, PAGE_INPUT } from '../capsule/entityLeaves.ts';
import { type Leaf, leavesOf } from '../capsule/leaves.ts';
import type { PageInput } from '../app/messages.ts';
import type { AccountsContext, AccountsEvent } from './accounts.machine.ts';

const ACCOUNT = {
  id: true, roles: true, demo: true, lockedAt: true, createdAt: true, lastSeenAt: true, sessions: true, isHere: true, robots: true, hasPassword: true, appId: true,
} as const satisfies Leaf;
const INVITATION = { id: true, roles: true, createdAt: true, expiresAt: true } as const satisfies Leaf;
const TASK = { act: true, id: true } as const satisfies Leaf;
const FOUND = { total: true, rows: { '*': ACCOUNT }, invitations: { '*': INVITATION } } as const satisfies Leaf;

export const accountsLeaves = leavesOf<AccountsContext, AccountsEvent, PageInput>()({
  context: {
    ...FOUND, query: 'query', ownId: true, failure: 'failure', draft: { kind: true, accountId: true, roles: true, demo: true }, faults: true, refusal: 'failure', task: TASK,
    link: { expiresAt: true, why: true },
  },
  input: PAGE_INPUT,
  events: { ...PAGE_EVENTS, 'accounts.show': { query: 'query', push: true }, 'account.edit': { account: ACCOUNT }, 'account.act': { task: TASK }, 'draft.change': { change: { roles: true } } },
  outputs: { loadAccounts: FOUND, save: { expiresAt: true }, act: { expiresAt: true } },
});
