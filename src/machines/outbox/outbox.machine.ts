/**
 * The outbox, for account administrators: messages sent to users, newest first, by recipient and topic
 * (machines/factories/pagedList.ts).
 */
import { setup } from 'xstate';
import type { OutboxMessage } from '../../../contract/entities/message.ts';
import type { PageInput } from '../app/events.ts';
import {
  type ListContext,
  type ListEvent,
  type ListResult,
  listOf,
  type ListTag,
  pagedList,
} from '../factories/pagedList.ts';
import { outboxQuery, type OutboxRequest, outboxRequest } from './outboxQuery.ts';

export type OutboxResult = ListResult<OutboxMessage>;
export type OutboxContext = ListContext<OutboxMessage>;

const list = pagedList<OutboxResult, OutboxRequest, ListEvent, OutboxContext>({
  requestOf: outboxRequest,
  typed: outboxQuery.typed,
});

export const outboxMachine = setup({
  types: { context: {} as OutboxContext, input: {} as PageInput, events: {} as ListEvent, tags: {} as ListTag },
  actors: list.actors,
  guards: list.guards,
  actions: list.actions,
  delays: list.delays,
}).createMachine({ id: 'outbox', context: ({ input }) => listOf(input.query), ...list.region });
