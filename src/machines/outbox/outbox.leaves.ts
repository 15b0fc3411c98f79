/** What may leave of `outbox` in a capsule (machines/capsule/leaves.ts): neither to whom nor what was written. */
import { PAGE_EVENTS, PAGE_INPUT } from '../capsule/entityLeaves.ts';
import { leavesOf } from '../capsule/leaves.ts';
import type { PageInput } from '../app/messages.ts';
import type { OutboxContext, OutboxEvent } from './outbox.machine.ts';

const MESSAGE = { id: true, at: true, channel: true, language: true, state: true } as const;
const FOUND = { total: true, rows: { '*': MESSAGE } } as const;

export const outboxLeaves = leavesOf<OutboxContext, OutboxEvent, PageInput>()({
  context: { page: true, ...FOUND, failure: 'failure' },
  input: PAGE_INPUT,
  events: { ...PAGE_EVENTS, 'outbox.turn': { page: true } },
  outputs: { loadMessages: FOUND },
});
