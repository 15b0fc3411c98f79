/** Selectors of the cruise records. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { cruiseRecordMachine } from './cruiseRecord.machine.ts';
import { readRecordQuery } from './cruiseRecordQuery.ts';

export type CruiseRecordRef = ActorRefFrom<typeof cruiseRecordMachine>;

type Snapshot = SnapshotFrom<typeof cruiseRecordMachine>;

export const selectRecords = ({ context }: Snapshot) => context;
export const selectIsAdding = (snapshot: Snapshot): boolean => snapshot.hasTag('adding');
/** Current page, number of pages, and the range of rows on it, all from 1. */
export const recordPlace = ({ query, rows, total }: Snapshot['context']) => {
  const { page, size } = readRecordQuery(query);
  const from = (page - 1) * size + 1;
  return { page, pages: Math.max(1, Math.ceil(total / size)), from, to: from + rows.length - 1 };
};
