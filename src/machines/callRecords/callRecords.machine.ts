/** The records of calls with robots, newest first, by who began them and how they ended. */
import { setup } from 'xstate';
import type { Call } from '../../../contract/entities/call.ts';
import type { ListContext, ListResult } from '../factories/pagedList.ts';
import { plainList } from '../factories/plainList.ts';
import { callRecordsQuery, type CallRecordsRequest, callRecordsRequest } from './callRecordsQuery.ts';

export type CallRecordsResult = ListResult<Call>;
export type CallRecordsContext = ListContext<Call>;

const list = plainList<Call, CallRecordsRequest>({
  requestOf: callRecordsRequest,
  typed: callRecordsQuery.typed,
});
export const callRecordsMachine = setup(list.setup).createMachine({ id: 'callRecords', ...list.config });
