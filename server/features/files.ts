/** Files: tickets, uploads, downloads and the space that a site uses. */
import type { Readable } from 'node:stream';
import type { FileResponse, Handlers, Received } from '../../contract/endpoint.ts';
import type { files } from '../../contract/endpoints/files.ts';
import type { StoredFile, UploadRequest, UploadTicket } from '../../contract/entities/file.ts';
import {
  FILE_ADDRESS_MS,
  HASH_UNKNOWN,
  RESUMABLE_FROM_BYTES,
  SITE_QUOTA_BYTES,
  UPLOAD_TICKET_MS,
  UPLOAD_TTL_MS,
  type ContentType,
} from '../../contract/rules/files.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import {
  fileById,
  markUploadDeleted,
  unfinishedUpload,
  usageOf,
  type FileRow,
  type Finished,
} from '../db/repositories/files.ts';
import { caseOfPicture } from '../db/repositories/mediaItems.ts';
import { noteMediaViews } from '../db/repositories/mediaViews.ts';
import { checkUpload, publish, tidyUp } from '../files/completeUpload.ts';
import { deleteBytes } from '../files/deleteFiles.ts';
import { reserveFile, type Announced, type FilesDeps } from '../files/files.ts';
import { directName } from '../files/fileStore.ts';
import { incoming } from '../files/incoming.ts';
import { pendingUpload, receiveUpload } from '../files/receiveUpload.ts';
import type { Tickets } from '../files/tickets.ts';
import type { UploadSlots } from '../files/uploadSlots.ts';
import { guarded, type PreparationContext } from '../guarded.ts';
import type { RequestContext } from '../requestContext.ts';
import { maySee, placeOfNewFile, type Person } from './fileRights.ts';
import { listInLibrary, type PoseOf } from './mediaLister.ts';
import { assertAsAdded } from './softwareSums.ts';

export interface FileNeeds extends FilesDeps {
  tickets: Tickets;
  slots: UploadSlots;
  poseOf: PoseOf;
}
type Owned = Received<(typeof files)['ticket']>;
type Addressed = Received<(typeof files)['address']>;
/** A checked upload, or one that is visible already. */
interface Checked {
  before: FileRow;
  finished: Finished | null;
}

export function createFileHandlers(needs: FileNeeds): Handlers<typeof files, RequestContext> {
  const { now, tickets } = needs;
  const ticketFor = async (input: Owned, { db, ...person }: Pick<RequestContext, 'db' | 'userId' | 'roles'>) => {
    const announced = await announcedBy(db, person, input);
    const file = (await begunBefore(needs, db, announced)) ?? (await reserveFile(db, now, announced));
    return ticketOf(needs, file);
  };
  const makeVisible = async (
    { before, finished }: Checked,
    { db, afterCommit }: RequestContext,
  ): Promise<StoredFile> => {
    if (!finished) return toStoredFile(before);
    const after = await publishListed(needs, db, before, finished);
    afterCommit(() => tidyUp(needs, before, after, finished));
    return toStoredFile(after);
  };

  return {
    ticket: ticketFor,
    robotTicket: ticketFor,

    complete: guarded(
      async ({ fileId }: { fileId: string }, context): Promise<Checked> => {
        const file = await ownFile(context.db, context, fileId);
        return checkedUpload(needs, file, context.userId);
      },
      (_, context, checked) => makeVisible(checked, context),
    ),

    upload: guarded(
      async (input: Owned, context): Promise<Checked> => {
        const { upload } = context;
        if (!upload) throw new ApiError('fileMissing');
        const file = await reserveFile(context.db, now, await announcedBy(context.db, context, input));
        return needs.slots.hold(context.userId, () => takeWhole(needs, file, upload));
      },
      (_, context, checked) => makeVisible(checked, context),
      async ({ before }) => void (await discard(needs, before)),
    ),

    async cancel({ fileId }, { db, userId, afterCommit }) {
      const file = await ownFile(db, { userId }, fileId);
      if (!(await markUploadDeleted(db, fileId))) throw new ApiError('fileUnknown', { field: 'fileId' });
      // What a failure leaves is deleted by retention.
      afterCommit(() => deleteBytes(needs, file));
      return null;
    },

    async download({ imageId, thumbnail }, { db, userId, roles }) {
      const file = await visibleFile(db, { userId, roles }, imageId, 'imageId');
      await assertAsAdded(needs, db, file, userId);
      return responseOf(needs, file, thumbnail);
    },

    address: guarded(
      async ({ fileId }: Addressed, { db, userId, roles }): Promise<FileRow> => {
        const file = await visibleFile(db, { userId, roles }, fileId, 'fileId');
        await assertAsAdded(needs, db, file, userId);
        return file;
      },
      async ({ thumbnail, opened }, { userId, afterCommit }, file) => {
        if (opened) afterCommit(() => noteMediaViews(needs.db, { fileIds: [file.id], userId, at: new Date(now()) }));
        const until = now() + FILE_ADDRESS_MS;
        return { url: await tickets.read(file.id, { userId, thumbnail }, until), until };
      },
    ),

    async usage({ siteId }, { db }) {
      const { bytes, count } = await usageOf(db, { siteId });
      return { usedBytes: bytes, quotaBytes: SITE_QUOTA_BYTES, count };
    },
  };
}

const announcedBy = async (
  db: Db,
  person: Person,
  { fileKind, size, sha256, name, serialNumber, siteId }: UploadRequest & Pick<Owned, 'serialNumber' | 'siteId'>,
): Promise<Announced> => ({
  kind: fileKind,
  ...(await placeOfNewFile(db, person, { fileKind, serialNumber, siteId })),
  uploadedBy: person.userId,
  name,
  bytes: size,
  sha256,
});

/** A page that is reloaded loses its ticket. Choosing the file again continues at the byte. */
const begunBefore = async ({ now }: FileNeeds, db: Db, announced: Announced): Promise<FileRow | undefined> =>
  announced.bytes > RESUMABLE_FROM_BYTES
    ? unfinishedUpload(db, announced, new Date(now() - UPLOAD_TTL_MS + UPLOAD_TICKET_MS))
    : undefined;

/** A ticket for the remaining bytes. The store's own address is offered for files that need no resuming. */
export async function ticketOf({ tickets, store, now }: FileNeeds, { id, bytes }: FileRow): Promise<UploadTicket> {
  const until = now() + UPLOAD_TICKET_MS;
  const direct =
    bytes <= RESUMABLE_FROM_BYTES ? await store.uploadAddress('upload', directName(id), bytes, UPLOAD_TICKET_MS) : null;
  return { fileId: id, uploadUrl: await tickets.upload(id, until), directUrl: direct ?? '', until };
}

/** Completes an upload for the holder of its ticket. @throws the errors of checkUpload; fileUnknown */
export async function completeWithTicket(needs: FileNeeds, fileId: string): Promise<StoredFile> {
  const file = await fileById(needs.db, fileId);
  if (!file) throw new ApiError('fileUnknown', { field: 'fileId' });
  const { before, finished } = await checkedUpload(needs, file, file.uploadedBy);
  if (!finished) return toStoredFile(before);
  const after = await needs.db.transaction((transaction) => publishListed(needs, transaction, before, finished));
  await tidyUp(needs, before, after, finished);
  return toStoredFile(after);
}

/** In a transaction: a photo or recording of a robot is in the library once it is visible. */
async function publishListed(
  { poseOf, now }: FileNeeds,
  db: Db,
  before: FileRow,
  finished: Finished,
): Promise<FileRow> {
  const file = await publish(db, before, finished, now());
  await listInLibrary(db, poseOf, file, await caseOfPicture(db, file.id));
  return (await fileById(db, before.id)) ?? file;
}

async function checkedUpload(needs: FileNeeds, file: FileRow, uploader: string): Promise<Checked> {
  if (file.state === 'ready') return { before: file, finished: null };
  const before = await pendingUpload(needs, file.id);
  // A recording has calls of its own.
  if (before.sha256 === HASH_UNKNOWN) throw new ApiError('fileUnknown', { field: 'fileId' });
  return { before, finished: await needs.slots.hold(uploader, () => checkUpload(needs, before)) };
}

/** Receives and checks a file that comes in one request; nothing of it remains after an error. */
async function takeWhole(needs: FileNeeds, file: FileRow, upload: Readable): Promise<Checked> {
  try {
    const received = await receiveUpload(needs, file, incoming(upload), 0);
    if (received < file.bytes) throw new ApiError('uploadIncomplete', { words: { received, size: file.bytes } });
    const before = await pendingUpload(needs, file.id);
    return { before, finished: await checkUpload(needs, before) };
  } catch (error) {
    await discard(needs, file).catch(() => undefined);
    throw error instanceof ApiError ? error : new ApiError('illegalRequest');
  }
}

async function discard(needs: FileNeeds, { id }: FileRow): Promise<void> {
  const file = await fileById(needs.db, id);
  if (file && (await markUploadDeleted(needs.db, id))) await deleteBytes(needs, file);
}

/** A file that the caller uploads or uploaded. @throws fileUnknown */
async function ownFile(db: PreparationContext['db'], { userId }: { userId: string }, id: string): Promise<FileRow> {
  const file = await fileById(db, id);
  if (!file || file.byRobot || file.uploadedBy !== userId) throw new ApiError('fileUnknown', { field: 'fileId' });
  return file;
}

/** A file that the person may not see does not exist. @throws fileUnknown */
async function visibleFile(db: Db, person: Person, id: string, field: string): Promise<FileRow> {
  const file = await fileById(db, id);
  if (!file || !(await maySee(db, person, file))) throw new ApiError('fileUnknown', { field });
  return file;
}

async function responseOf({ store }: FileNeeds, file: FileRow, thumbnail: boolean): Promise<FileResponse> {
  const isSmall = thumbnail && file.thumbnailBytes > 0;
  const bytes = await store.open(isSmall ? 'thumbnail' : file.kind, file.storedAs ?? file.id);
  if (!bytes) throw new ApiError('fileUnknown', { field: 'imageId' });
  return { contentType: isSmall ? 'image/webp' : file.contentType, fileName: file.name, bytes };
}

const toStoredFile = (file: FileRow): StoredFile => ({
  id: file.id,
  kind: file.kind,
  owner: file.owner,
  ownerId: file.ownerId,
  name: file.name,
  bytes: file.bytes,
  sha256: file.sha256,
  contentType: file.contentType as ContentType, // of a completed file
  hasThumbnail: file.thumbnailBytes > 0,
  createdAt: file.createdAt.getTime(),
  until: file.until?.getTime() ?? null,
});
