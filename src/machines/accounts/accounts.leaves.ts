/** What may leave of `accounts` in a capsule (machines/capsule/leaves.ts): which account and what was done, nobody's name, address or link. */
import { PAGE_INPUT } from '../capsule/entityLeaves.ts';
import { type Leaf, leavesOf } from '../capsule/leaves.ts';
import { foundLeaves, LIST_EVENTS, listLeaves } from '../factories/pagedList.leaves.ts';
import type { PageInput } from '../app/messages.ts';
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
} as const satisfies Leaf;
const INVITATION = { id: true, roles: true, createdAt: true, expiresAt: true } as const satisfies Leaf;
const TASK = { act: true, id: true } as const satisfies Leaf;
const MORE = { invitations: { '*': INVITATION } } as const satisfies Leaf;

export const accountsLeaves = leavesOf<AccountsContext, AccountsEvent, PageInput>()({
  context: {
    ...listLeaves(ACCOUNT),
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
  outputs: { loadList: { ...foundLeaves(ACCOUNT), ...MORE }, save: { expiresAt: true }, act: { expiresAt: true } },
});
