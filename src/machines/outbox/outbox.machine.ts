/**
 * The outbox, for account administrators: messages sent to users, newest first, searchable by recipient
 * (machines/factories/pagedList.ts).
 */
import { setup } from 'xstate';
import type { OutboxMessage } from '../../../contract/entities/message.ts';
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import type { PageInput, Query } from '../app/events.ts';
import {
  type ListContext,
  type ListEvent,
  type ListResult,
  listOf,
  type ListTag,
  pagedList,
} from '../factories/pagedList.ts';
import { parsePage } from '../parsePage.ts';

export type OutboxResult = ListResult<OutboxMessage>;
export type OutboxContext = ListContext<OutboxMessage>;

const outboxRequest = (query: Query) => ({
  page: parsePage(query['page']),
  text: (query['q'] ?? '').trim(),
  limit: PAGE_SIZE.first,
});
export type OutboxRequest = ReturnType<typeof outboxRequest>;

const list = pagedList<OutboxResult, OutboxRequest>({ wishOf: outboxRequest, typed: ['q'] });

export const outboxMachine = setup({
  types: { context: {} as OutboxContext, input: {} as PageInput, events: {} as ListEvent, tags: {} as ListTag },
  actors: list.actors,
  guards: list.guards,
  actions: list.actions,
  delays: list.delays,
}).createMachine({ id: 'outbox', context: ({ input }) => listOf(input.query), ...list.region });
