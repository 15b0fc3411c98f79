/** The outbox, for account administrators: messages sent to users, newest first, by recipient and topic. */
import { setup } from 'xstate';
import type { OutboxMessage } from '../../../contract/entities/message.ts';
import type { ListContext, ListResult } from '../factories/pagedList.ts';
import { plainList } from '../factories/plainList.ts';
import { outboxQuery, type OutboxRequest, outboxRequest } from './outboxQuery.ts';

export type OutboxResult = ListResult<OutboxMessage>;
export type OutboxContext = ListContext<OutboxMessage>;

const list = plainList<OutboxMessage, OutboxRequest>({
  requestOf: outboxRequest,
  typed: outboxQuery.typed,
});
export const outboxMachine = setup(list.setup).createMachine({ id: 'outbox', ...list.config });
