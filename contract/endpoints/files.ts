/** Files: upload tickets, uploads, downloads and the space that a site uses (spec 7 "Common"). */
import * as v from 'valibot';
import { endpoint, onRobot, signedIn } from '../endpoint.ts';
import { fileId, storedFile, uploadRequest, uploadTicket } from '../entities/file.ts';
import { flag, serialNumber, siteId, time } from '../entities/values.ts';
import { nothing } from '../entities/idOf.ts';
import {
  FILE_ADDRESS_MS,
  FILE_RULES,
  maxMebibytes,
  RESUMABLE_FROM_BYTES,
  UPLOAD_KINDS,
  UPLOAD_TTL_MS,
} from '../rules/files.ts';

const kinds = UPLOAD_KINDS.map(
  (kind) => `\`${kind}\` (${FILE_RULES[kind].types.join(', ')}; at most ${maxMebibytes(kind)} MB)`,
).join(', ');
const owned = {
  ...uploadRequest.entries,
  /** The robot or the site that the file belongs to; without both, the caller. */
  serialNumber: v.optional(serialNumber),
  siteId: v.optional(siteId),
};

export const files = {
  ticket: endpoint('/oss/sts', {
    summary: `Returns a ticket for uploading a file that belongs to a robot (right to operate), a site (right to administer) or the caller. Kinds: ${kinds}. Uploads above ${RESUMABLE_FROM_BYTES / 2 ** 20} MB can be resumed: a ticket for the same file is one for the upload that the caller began. The file is invisible until \`/file/complete-upload\`, and deleted after ${UPLOAD_TTL_MS / 3_600_000} hours without it.`,
    access: signedIn,
    kind: 'secret',
    request: v.object(owned),
    response: uploadTicket,
  }),
  robotTicket: endpoint('/xprobot/get-oss-service-parameters', {
    summary: 'Returns a ticket like `/oss/sts` for a file that belongs to the robot.',
    access: onRobot('operate'),
    kind: 'secret',
    request: v.object({ ...uploadRequest.entries, serialNumber }),
    response: uploadTicket,
  }),
  complete: endpoint('/file/complete-upload', {
    summary:
      'Checks an uploaded file (size, hash, type, content) and makes it visible. Pictures are decoded and encoded again without metadata. Content that is refused is deleted.',
    access: signedIn,
    kind: 'write',
    request: v.object({ fileId }),
    response: storedFile,
  }),
  cancel: endpoint('/file/cancel-upload', {
    summary: 'Deletes an upload of the caller that is not completed.',
    access: signedIn,
    kind: 'write',
    request: v.object({ fileId }),
    response: nothing,
  }),
  upload: endpoint('/file/upload', {
    summary:
      'Uploads a whole file as multipart/form-data: the fields `id`, `data` (JSON) and `extra` as in every call, then the file. `sha256` in `data` covers the content by the signature. Rights as for `/oss/sts`.',
    access: signedIn,
    kind: 'write',
    multipart: true,
    request: v.object(owned),
    response: storedFile,
  }),
  download: endpoint('/image/download', {
    summary: 'Returns a file to users with access to its owner; `thumbnail` returns the small version of a picture.',
    access: signedIn,
    kind: 'read',
    binary: true,
    request: v.object({ imageId: fileId, thumbnail: v.optional(flag, false) }),
    response: v.file(),
  }),
  address: endpoint('/file/get-address', {
    summary: `Returns an address for \`<img>\` and \`<video>\` that is valid for ${FILE_ADDRESS_MS / 60_000} minutes and serves ranges. It works only while the caller may see the file. With \`opened\` the caller counts as having opened it, if it is a photo or recording of the library.`,
    access: signedIn,
    kind: 'secret',
    request: v.object({ fileId, thumbnail: v.optional(flag, false), opened: v.optional(flag, false) }),
    response: v.object({ url: v.string(), until: time }),
  }),
  usage: endpoint('/file/get-site-usage', {
    summary:
      'Returns the bytes that the files of a site and its robots use, uploads under way included, and the limit.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ siteId }),
    response: v.object({ usedBytes: v.number(), quotaBytes: v.number(), count: v.number() }),
  }),
};
