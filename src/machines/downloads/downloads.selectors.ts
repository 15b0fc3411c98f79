import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { downloadsMachine } from './downloads.machine.ts';
import { downloadsQuery, lineKey } from './downloadsQuery.ts';
import type { softwareFormMachine } from './softwareForm.machine.ts';

export type DownloadsRef = ActorRefFrom<typeof downloadsMachine>;
export type SoftwareFormRef = ActorRefFrom<typeof softwareFormMachine>;
type Snapshot = SnapshotFrom<typeof downloadsMachine>;

export const selectDownloads = ({ context }: Snapshot) => context;
/** The editor; null when it is closed. */
export const selectSoftwareForm = ({ children }: Snapshot) => children.form ?? null;
/** The upload that is under way or has failed; null if there is none. */
export const selectUpload = ({ children }: Snapshot) => children.upload ?? null;
/** Whether a chosen file is being read, before its upload. */
export const selectIsAdding = (snapshot: Snapshot): boolean => snapshot.hasTag('adding');
/** The line whose details are open; null if none is, or it is gone. */
export const selectOpenLine = ({ context: { rows, query } }: Snapshot) => {
  const { line } = downloadsQuery.read(query);
  return line === '' ? null : (rows.find((each) => lineKey(each) === line) ?? null);
};
