/** Selectors of the records of calls. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { callRecordsMachine } from './callRecords.machine.ts';

export type CallRecordsRef = ActorRefFrom<typeof callRecordsMachine>;

/** The whole context: the page shows nearly all of it. */
export const selectCallRecords = ({ context }: SnapshotFrom<typeof callRecordsMachine>) => context;
