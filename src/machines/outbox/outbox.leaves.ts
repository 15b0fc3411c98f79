/** What may leave of `outbox` in a capsule (machines/capsule/leaves.ts): neither to whom nor what was written. */
import { PAGE_INPUT } from '../capsule/entityLeaves.ts';
import { leavesOf } from '../capsule/leaves.ts';
import { foundLeaves, LIST_EVENTS, listLeaves } from '../factories/pagedList.leaves.ts';
import type { ListEvent } from '../factories/pagedList.ts';
import type { PageInput } from '../app/messages.ts';
import type { OutboxContext } from './outbox.machine.ts';

const MESSAGE = { id: true, at: true, channel: true, language: true, state: true } as const;

export const outboxLeaves = leavesOf<OutboxContext, ListEvent, PageInput>()({
  context: listLeaves(MESSAGE),
  input: PAGE_INPUT,
  events: LIST_EVENTS,
  outputs: { loadList: foundLeaves(MESSAGE) },
});
