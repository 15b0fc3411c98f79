/** Stored files and the tickets with which they are uploaded. */
import * as v from 'valibot';
import { CONTENT_TYPES, FILE_KINDS, FILE_OWNERS, UPLOAD_KINDS } from '../rules/files.ts';
import { id, time } from './values.ts';
import { idOf } from './idOf.ts';

const FILE_NAME_MAX = 120;
const LARGEST_BYTES = 2 ** 40;

export const fileId = idOf('file', v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/u, 'file id')));
/** Hexadecimal, lower case. */
export const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/u, 'sha256'));
export const byteCount = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LARGEST_BYTES));
/** The name that a download suggests: one line, without path separators. */
export const fileName = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(),
  v.maxLength(FILE_NAME_MAX),
  v.regex(/^[^\p{Cc}/\\]+$/u, 'file name'),
);

/** What is uploaded. Size and hash are those of the whole file; an upload with other content is refused. */
export const uploadRequest = v.object({
  fileKind: v.picklist(UPLOAD_KINDS),
  size: byteCount,
  sha256,
  name: fileName,
});
export type UploadRequest = v.InferOutput<typeof uploadRequest>;

export const storedFile = v.object({
  id: fileId,
  kind: v.picklist(FILE_KINDS),
  owner: v.picklist(FILE_OWNERS),
  ownerId: id,
  name: v.string(),
  bytes: v.number(),
  /** Of the stored content; a rewritten picture has another hash than the uploaded one. */
  sha256,
  contentType: v.picklist(CONTENT_TYPES),
  hasThumbnail: v.boolean(),
  createdAt: time,
  /** When it is deleted; null: with what it belongs to. */
  until: v.nullable(time),
});
export type StoredFile = v.InferOutput<typeof storedFile>;

export const uploadTicket = v.object({
  fileId,
  /** Path and query on this server. PUT with `content-range` at the offset that HEAD returns in `upload-offset`. */
  uploadUrl: v.string(),
  /** Signed address of the S3 store for the whole file in one PUT; '' if the file is uploaded to this server only. */
  directUrl: v.string(),
  /** The addresses are valid until then. */
  until: time,
});
export type UploadTicket = v.InferOutput<typeof uploadTicket>;
