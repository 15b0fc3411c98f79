/**
 * Stored files: reserving, receiving, completing, reading and deleting them. A row comes first, then the bytes, then the
 * row becomes visible; deleting goes the other way. A server that is killed in between leaves only what
 * deleteExpiredFiles removes.
 */
import { createHash, type Hash } from 'node:crypto';
import {
  ACCOUNT_QUOTA_BYTES,
  FILE_KINDS,
  FILE_RULES,
  HASH_UNKNOWN,
  INSTALLATION_QUOTA_BYTES,
  PENDING_UPLOADS_MAX,
  ROBOT_UPLOAD_BYTES_PER_HOUR,
  ROBOT_UPLOADS_PER_HOUR,
  SITE_QUOTA_BYTES,
  STILLS_PER_HOUR,
  UPLOAD_TTL_MS,
  maxMebibytes,
  sizeText,
  type ContentType,
  type FileKind,
  type FileOwner,
} from '../../contract/rules/files.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { FACE_UPLOADS_PER_HOUR } from '../../contract/rules/faces.ts';
import type { CoreDeps } from '../coreDeps.ts';
import type { Db } from '../db/database.ts';
import {
  addFile,
  countsAlone,
  fileById,
  forgetFile,
  growUpload,
  lockQuota,
  markReady,
  markUnused,
  markUploadDeleted,
  pendingUploads,
  robotUploadsSince,
  usageOf,
  type CountedAlone,
  type FileRow,
} from '../db/repositories/files.ts';
import type { FileStore } from './fileStore.ts';
import { newFileId } from './fileStore.ts';

export interface FilesDeps extends Pick<CoreDeps, 'db' | 'log' | 'now'> {
  store: FileStore;
}

export interface Announced {
  /** Fixed if the same announcement can arrive twice. */
  id?: string;
  kind: FileKind;
  owner: FileOwner;
  ownerId: string;
  /** The site whose quota counts it; null for files of accounts. */
  siteId: string | null;
  uploadedBy: string;
  byRobot?: boolean;
  name: string;
  bytes: number;
  sha256: string;
}

const HOUR_MS = 3_600_000;
const GIB = 2 ** 30;
const KINDS_WITH_RECORD = FILE_KINDS.filter((kind) => FILE_RULES[kind].needsRecord);
/** Uploads of one robot per hour, of the kinds that count by themselves. */
const PER_HOUR: Readonly<Record<CountedAlone, number>> = { still: STILLS_PER_HOUR, face: FACE_UPLOADS_PER_HOUR };

/**
 * Adds the row of an upload, within the limits of its kind, site, account and robot.
 * @param db not in a transaction that holds other locks
 * @throws fileTooLarge, tooManyUploads, tooManyRequests (robots), siteQuotaReached, accountQuotaReached,
 * installationQuotaReached
 */
export async function reserveFile(db: Db, now: () => number, announced: Announced): Promise<FileRow> {
  const { kind, owner, ownerId, siteId, uploadedBy, byRobot = false, bytes } = announced;
  const { maxBytes, keepMs, needsRecord } = FILE_RULES[kind];
  if (bytes > maxBytes) throw new ApiError('fileTooLarge', { field: 'size', words: { limit: maxMebibytes(kind) } });
  const id = announced.id ?? newFileId();
  const at = now();
  return db.transaction(async (transaction) => {
    await lockQuota(transaction, `uploader ${uploadedBy}`);
    await lockQuota(transaction, siteId ?? `${owner} ${ownerId}`);
    const known = announced.id === undefined ? undefined : await fileById(transaction, id);
    if (known) return known;
    if ((await pendingUploads(transaction, uploadedBy, byRobot)) >= PENDING_UPLOADS_MAX)
      throw new ApiError('tooManyUploads', { words: { limit: PENDING_UPLOADS_MAX } });
    if (byRobot) {
      const alone = countsAlone(kind) ? kind : null;
      const recent = await robotUploadsSince(transaction, uploadedBy, new Date(at - HOUR_MS), alone);
      const most = alone === null ? ROBOT_UPLOADS_PER_HOUR : PER_HOUR[alone];
      if (recent.count >= most || recent.bytes + bytes > ROBOT_UPLOAD_BYTES_PER_HOUR)
        throw new ApiError('tooManyRequests', { words: { seconds: HOUR_MS / 1000 } });
    }
    // What nobody has used does not count until the next retention.
    if (needsRecord) await markUnused(transaction, KINDS_WITH_RECORD, new Date(at));
    await assertQuota(transaction, { owner, siteId, ownerId }, bytes);
    await addFile(transaction, {
      ...announced,
      id,
      owner,
      byRobot,
      createdAt: new Date(at),
      until: untilOf(at, needsRecord ? UPLOAD_TTL_MS : keepMs),
    });
    const added = await fileById(transaction, id);
    if (!added) throw new ApiError('fileUnknown', { field: 'fileId' });
    return added;
  });
}

/**
 * Locks the quota of an account until the transaction ends.
 * @returns checks whether so many bytes can be added. @throws accountQuotaReached
 */
export async function claimOfAccount(db: Db, userId: string): Promise<(bytes: number) => Promise<void>> {
  await lockQuota(db, `account ${userId}`);
  return (bytes) => assertQuota(db, { owner: 'account', siteId: null, ownerId: userId }, bytes);
}

const untilOf = (at: number, keepMs: number | null): Date | null => (keepMs === null ? null : new Date(at + keepMs));

/**
 * Under the lock of the quota.
 * @param bytes to be added
 * @throws siteQuotaReached, accountQuotaReached, installationQuotaReached
 */
async function assertQuota(
  db: Db,
  { owner, siteId, ownerId }: Pick<FileRow, 'owner' | 'siteId' | 'ownerId'>,
  bytes: number,
): Promise<void> {
  const ofInstallation = owner === 'installation';
  const used = await usageOf(db, siteId === null ? { owner: ofInstallation ? owner : 'account', ownerId } : { siteId });
  const [quota, refusal] = ofInstallation
    ? ([INSTALLATION_QUOTA_BYTES, 'installationQuotaReached'] as const)
    : siteId === null
      ? ([ACCOUNT_QUOTA_BYTES, 'accountQuotaReached'] as const)
      : ([SITE_QUOTA_BYTES, 'siteQuotaReached'] as const);
  if (used.bytes + bytes > quota)
    throw new ApiError(refusal, { words: { used: sizeText(used.bytes), limit: quota / GIB, size: sizeText(bytes) } });
}

/**
 * Raises what an upload reserves of its quota: a recording reserves only a little more than what has arrived.
 * @throws fileTooLarge, siteQuotaReached, accountQuotaReached
 */
export async function reserveMore({ db }: Pick<FilesDeps, 'db'>, file: FileRow, bytes: number): Promise<void> {
  const { kind, id, owner, siteId, ownerId } = file;
  if (bytes > FILE_RULES[kind].maxBytes)
    throw new ApiError('fileTooLarge', { field: 'size', words: { limit: maxMebibytes(kind) } });
  await db.transaction(async (transaction) => {
    await lockQuota(transaction, siteId ?? `${owner} ${ownerId}`);
    await assertQuota(transaction, file, bytes - file.bytes);
    await growUpload(transaction, id, bytes);
  });
}

export const isExpired = ({ createdAt }: Pick<FileRow, 'createdAt'>, now: number): boolean =>
  now - createdAt.getTime() > UPLOAD_TTL_MS;

/** A small file that the server has in memory and that another record refers to. */
export interface OwnFile {
  /** Fixed if the same file can be written twice. */
  id?: string;
  kind: FileKind;
  /** Default: account. A site's or the installation's file counts against its quota, but is not refused by it. */
  owner?: 'account' | 'site' | 'installation';
  ownerId: string;
  name: string;
  bytes: Uint8Array;
  contentType: ContentType;
  /** When it is deleted; default: with what refers to it. */
  until?: Date;
}

/** Not visible before attachFile. @throws filesAway, diskFull */
export async function stageFile(deps: FilesDeps, { bytes, ...file }: OwnFile): Promise<FileRow> {
  return putStaged(deps, await addStaged(deps, file, { bytes: bytes.length, sha256: sha256Of(bytes) }), bytes);
}

/**
 * Like stageFile, in constant memory; meanwhile the most that the kind allows counts as used.
 * @throws filesAway, diskFull, an error of the content: nothing of the file remains
 */
export async function stageStream(
  deps: FilesDeps,
  file: Omit<OwnFile, 'bytes'>,
  content: AsyncIterable<Uint8Array>,
): Promise<FileRow> {
  const { maxBytes } = FILE_RULES[file.kind];
  const row = await addStaged(deps, file, { bytes: maxBytes, sha256: HASH_UNKNOWN });
  const hash = createHash('sha256');
  const counted = { bytes: 0 };
  await orUnstage(deps, row, deps.store.putStream(row.kind, row.id, measured(content, hash, counted)));
  return { ...row, bytes: counted.bytes, sha256: hash.digest('hex') };
}

/** The content as it is, its hash and its size when it has been read. */
export async function* measured(
  content: AsyncIterable<Uint8Array>,
  hash: Hash,
  counted: { bytes: number },
): AsyncIterable<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk);
    counted.bytes += chunk.length;
    yield chunk;
  }
}

async function addStaged(
  { db, now }: FilesDeps,
  file: Omit<OwnFile, 'bytes'>,
  { bytes, sha256 }: Pick<FileRow, 'bytes' | 'sha256'>,
): Promise<FileRow> {
  const { id = newFileId(), kind, owner = 'account', ownerId, name, until = null } = file;
  await addFile(db, {
    id,
    kind,
    owner,
    ownerId,
    siteId: owner === 'site' ? ownerId : null,
    uploadedBy: ownerId,
    byRobot: false,
    name,
    bytes,
    sha256,
    createdAt: new Date(now()),
    until,
  });
  const row = await fileById(db, id);
  if (!row) throw new ApiError('fileUnknown');
  return row;
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Stores the bytes of a row; without them, the row is removed. @throws filesAway, diskFull */
export async function putStaged(
  deps: Pick<FilesDeps, 'db' | 'store'>,
  row: FileRow,
  bytes: Uint8Array,
): Promise<FileRow> {
  await orUnstage(deps, row, deps.store.put(row.kind, row.id, bytes));
  return row;
}

const orUnstage = (deps: Pick<FilesDeps, 'db' | 'store'>, row: FileRow, stored: Promise<void>): Promise<void> =>
  stored.catch(async (error: unknown) => {
    await unstageFile(deps, row).catch(() => undefined);
    throw error;
  });

/** Removes a staged file that nothing refers to; one that is attached stays. */
export async function unstageFile({ db, store }: Pick<FilesDeps, 'db' | 'store'>, file: FileRow): Promise<void> {
  if (!(await markUploadDeleted(db, file.id))) return;
  await store.remove(file.kind, file.id);
  await forgetFile(db, file.id);
}

/** In the transaction that refers to the file. @throws fileUnknown if it took so long that the file was deleted */
export async function attachFile(db: Db, { id, bytes, sha256 }: FileRow, contentType: ContentType): Promise<void> {
  const finished = { bytes, sha256, contentType, thumbnailBytes: 0, storedAs: id };
  if (!(await markReady(db, id, finished))) throw new ApiError('fileUnknown');
}
