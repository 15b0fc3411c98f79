/** Selectors of the library of photos and recordings. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { photosMachine } from './photos.machine.ts';
import { itemAt, type PhotosEvent, totalOf } from './photos.setup.ts';
import { MEDIA_EXPORT_ITEMS } from '../../../contract/rules/mediaLibrary.ts';
import { selectIsExporting } from '../factories/longJob.ts';
import { isSolo, photosQuery } from './photosQuery.ts';

export type PhotosRef = ActorRefFrom<typeof photosMachine>;
type Snapshot = SnapshotFrom<typeof photosMachine>;

export const selectPhotos = ({ context }: Snapshot) => context;
export const selectHasFailed = (snapshot: Snapshot): boolean => snapshot.matches({ list: 'failed' });
export const selectIsActing = (snapshot: Snapshot): boolean => snapshot.hasTag('acting');
export const selectUndo = (snapshot: Snapshot) => (snapshot.hasTag('undoable') ? snapshot.context.undo : null);
export const selectTotal = ({ context }: Snapshot): number => totalOf(context);
/** Ticked items that are loaded. */
export const tickedItems = ({ pages, ticked }: Snapshot['context']) =>
  Object.values(pages).flatMap(({ items }) => items.filter(({ fileId }) => ticked.includes(fileId)));
/** One is saved as it is, several as one archive. */
export const downloadEvent = (fileIds: readonly string[]): PhotosEvent =>
  fileIds.length === 1 ? { type: 'photos.do', task: { type: 'download', fileIds } } : { type: 'export.start', fileIds };
/** Not while an export runs, not more than one export takes, and not what is deleted. */
export const canDownload = (snapshot: Snapshot, fileIds: readonly string[]): boolean =>
  fileIds.length > 0 &&
  fileIds.length <= MEDIA_EXPORT_ITEMS &&
  !selectIsExporting(snapshot) &&
  !photosQuery.read(snapshot.context.query).deleted;
export const selectIsSolo = ({ context: { query } }: Snapshot): boolean => isSolo(query);
export { itemAt, selectIsExporting };
