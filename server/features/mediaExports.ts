/** Exports of photos and recordings as background jobs: what matched when it was asked for, and can be seen when it is written. */
import * as v from 'valibot';
import { LANGUAGES } from '../../contract/entities/constants.ts';
import type { FileExport } from '../../contract/entities/fileExport.ts';
import { FILE_RULES, maxMebibytes } from '../../contract/rules/files.ts';
import { MEDIA_EXPORT_ITEMS } from '../../contract/rules/mediaLibrary.ts';
import { zonedStamp } from '../../contract/rules/zonedStamp.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { record } from '../db/repositories/audit.ts';
import type { ListedMedia } from '../db/repositories/mediaLists.ts';
import type { RequestContext } from '../requestContext.ts';
import { fileExports } from './fileExports.ts';

const request = v.object({
  userId: v.string(),
  /** Comma-separated, in the order of the list. */
  fileIds: v.string(),
  language: v.picklist(LANGUAGES),
  timeZone: v.string(),
  /** When it was asked for, ms. */
  at: v.number(),
  fileId: v.string(),
});
export type MediaExportRequest = v.InferOutput<typeof request>;

/** @throws ValiError */
export const readMediaExport = (payload: unknown): MediaExportRequest => v.parse(request, payload);

export const mediaExportName = ({ at, timeZone }: Pick<MediaExportRequest, 'at' | 'timeZone'>): string =>
  `photos-${zonedStamp(timeZone)(at).slice(0, 10)}.zip`;

export const mediaExports = fileExports({
  kind: 'mediaExport',
  read: readMediaExport,
  nameOf: mediaExportName,
  tooLarge: 'mediaExportTooLarge',
});

/**
 * Recordings under way are left out.
 * @param rows of the caller's robots, at most one more than an export can hold
 * @throws mediaDeleted; mediaExportTooMany, mediaExportTooLarge; mediaRecording and playbackMissing if nothing is left;
 * trackExportsPending, accountQuotaReached
 */
export async function beginMediaExport(
  { db, userId }: Pick<RequestContext, 'db' | 'userId'>,
  now: () => number,
  rows: readonly ListedMedia[],
  reader: Pick<MediaExportRequest, 'language' | 'timeZone'>,
): Promise<FileExport> {
  if (rows.some(({ item }) => item.deletedAt !== null)) throw new ApiError('mediaDeleted', { field: 'fileIds' });
  if (rows.length > MEDIA_EXPORT_ITEMS)
    throw new ApiError('mediaExportTooMany', { words: { limit: MEDIA_EXPORT_ITEMS } });
  const complete = rows.filter(({ item }) => !item.isRecording);
  if (complete.length === 0) throw new ApiError(rows.length > 0 ? 'mediaRecording' : 'playbackMissing');
  // Refused at once: pictures and recordings do not become smaller in an archive.
  if (complete.reduce((sum, { bytes }) => sum + bytes, 0) > FILE_RULES.archive.maxBytes)
    throw new ApiError('mediaExportTooLarge', { words: { limit: maxMebibytes('archive') } });
  const fileIds = complete.map(({ item }) => item.fileId).join(',');
  const begun = await mediaExports.begin(db, now, { userId, fileIds, ...reader, at: now() });
  for (const serialNumber of new Set(complete.map(({ item }) => item.serialNumber)))
    await record(db, {
      userId,
      act: 'media.export',
      subject: serialNumber,
      after: {
        exportId: begun.exportId,
        files: complete.filter(({ item }) => item.serialNumber === serialNumber).length,
      },
    });
  return begun;
}
