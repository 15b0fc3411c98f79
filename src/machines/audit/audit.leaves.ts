/** What may leave of `audit` in a capsule (machines/capsule/leaves.ts): that something was done and when, not what it says. */
import { PAGE_INPUT } from '../capsule/entityLeaves.ts';
import { type Leaf, leavesOf } from '../capsule/leaves.ts';
import { foundLeaves, LIST_EVENTS, listLeaves } from '../factories/pagedList.leaves.ts';
import type { PageInput } from '../app/messages.ts';
import type { AuditContext, AuditEvent } from './audit.machine.ts';

/** Which fields changed, not from what to what. */
const ENTRY = { id: true, at: true, act: true, before: {}, after: {} } as const satisfies Leaf;

export const auditLeaves = leavesOf<AuditContext, AuditEvent, PageInput>()({
  context: { ...listLeaves(ENTRY), isMore: true, entry: ENTRY },
  input: PAGE_INPUT,
  events: { ...LIST_EVENTS, 'entry.open': { entry: ENTRY } },
  outputs: { loadList: { ...foundLeaves(ENTRY), isMore: true } },
});
