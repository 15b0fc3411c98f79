/** The records of calls with robots, newest first, by who began them and how they ended (machines/factories/pagedList.ts). */
import { setup } from 'xstate';
import type { Call } from '../../../contract/entities/call.ts';
import type { PageInput } from '../app/events.ts';
import {
  type ListContext,
  type ListEvent,
  type ListResult,
  listOf,
  type ListTag,
  pagedList,
} from '../factories/pagedList.ts';
import { callRecordsQuery, type CallRecordsRequest, callRecordsRequest } from './callRecordsQuery.ts';

export type CallRecordsResult = ListResult<Call>;
export type CallRecordsContext = ListContext<Call>;

const list = pagedList<CallRecordsResult, CallRecordsRequest, ListEvent, CallRecordsContext>({
  requestOf: callRecordsRequest,
  typed: callRecordsQuery.typed,
});

export const callRecordsMachine = setup({
  types: { context: {} as CallRecordsContext, input: {} as PageInput, events: {} as ListEvent, tags: {} as ListTag },
  actors: list.actors,
  guards: list.guards,
  actions: list.actions,
  delays: list.delays,
}).createMachine({ id: 'callRecords', context: ({ input }) => listOf(input.query), ...list.region });
