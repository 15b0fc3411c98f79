/** The library of photos and recordings, and the interval at which a robot takes photos (spec 3 "Photo setting"). */
import * as v from 'valibot';
import { endpoint, onRobot, signedIn } from '../endpoint.ts';
import { fileId } from '../entities/file.ts';
import { LANGUAGES } from '../entities/constants.ts';
import { fileExport, fileExportId } from '../entities/fileExport.ts';
import { handlerChecked, idOf, nothing } from '../entities/idOf.ts';
import { optionalRobots, timeSpan } from '../entities/listRequest.ts';
import { mediaGroup, mediaItem, mediaLink, mediaLinkId, mediaView, refusedDeletion } from '../entities/mediaItem.ts';
import { callerId, flag, id, page, pointId, serialNumber, time } from '../entities/values.ts';
import { exportZone } from '../entities/zone.ts';
import {
  DELETED_MEDIA_DAYS,
  LIBRARY_KINDS,
  MEDIA_AT_ONCE,
  MEDIA_EXPORT_ITEMS,
  MEDIA_GROUPINGS,
  MEDIA_LINK_DAYS,
  MEDIA_PAGE,
  MEDIA_SOURCES,
  MEDIA_VIEWS_KEPT,
  NEWEST_PICTURES,
  PHOTOS_AROUND,
} from '../rules/mediaLibrary.ts';
import { maxMebibytes } from '../rules/files.ts';
import { MEDIA_RETENTION_KINDS } from '../rules/retention.ts';

/** `startTime` (inclusive) and `endTime` (exclusive) limit when it was taken; 0: no limit. */
const filter = {
  serialNumberStr: optionalRobots,
  ...timeSpan,
  kind: v.optional(v.union([v.picklist(LIBRARY_KINDS), v.literal('')]), ''),
  source: v.optional(v.union([v.picklist(MEDIA_SOURCES), v.literal('')]), ''),
  areaId: v.optional(pointId),
  /** Only what this account has taken. */
  takenBy: v.optional(idOf('account', id)),
  deleted: v.optional(flag, false),
  groupBy: v.optional(v.picklist(MEDIA_GROUPINGS), 'day'),
};
const several = v.pipe(v.array(fileId), v.minLength(1), v.maxLength(MEDIA_AT_ONCE));

export const photos = {
  overview: endpoint('/video/get-media-overview', {
    summary:
      "Counts the photos and recordings of the caller's robots by day, robot or place, in the order in which they are listed.",
    access: signedIn,
    kind: 'read',
    request: v.object(filter),
    response: v.object({
      photos: v.number(),
      videos: v.number(),
      robots: v.number(),
      bytes: v.number(),
      /** Under Deleted, whatever the filter. */
      deleted: v.number(),
      groups: v.array(mediaGroup),
      /** Points by which the list can be filtered. */
      places: v.array(v.object({ areaId: v.string(), name: v.string() })),
      /** For how long the installation keeps them, in days. */
      days: v.object(v.entriesFromList(MEDIA_RETENTION_KINDS, v.number())),
    }),
  }),
  list: endpoint('/video/get-media-list', {
    summary: `Lists photos and recordings of the caller's robots, ${MEDIA_PAGE} a page, in the order of the overview, newest first within a group.`,
    access: signedIn,
    kind: 'read',
    request: v.object({ ...filter, page }),
    response: v.object({ rows: v.array(mediaItem) }),
  }),
  item: endpoint('/video/get-media-item', {
    summary: `Returns a photo or recording with the links to it that are valid, and the ${MEDIA_VIEWS_KEPT} persons who opened it last: \`at\` in ms, newest first.`,
    access: signedIn,
    kind: 'read',
    request: v.object({ fileId }),
    response: v.object({ item: mediaItem, links: v.array(mediaLink), views: v.optional(v.array(mediaView), []) }),
  }),
  addresses: endpoint('/video/get-media-addresses', {
    summary: `Returns addresses for \`<img>\` and \`<video>\` like \`/file/get-address\`, for up to ${MEDIA_AT_ONCE} photos and recordings. Files that are gone are left out. Without \`thumbnail\` the caller counts as having opened them.`,
    access: signedIn,
    kind: 'secret',
    request: v.object({ fileIds: several, thumbnail: v.optional(flag, false) }),
    response: v.object({ addresses: v.array(v.object({ fileId, url: v.string() })), until: time }),
  }),
  keep: endpoint('/video/keep-media', {
    summary: 'Keeps photos and recordings for good, or ends that.',
    access: signedIn,
    kind: 'write',
    request: v.object({ fileIds: several, keep: flag }),
    response: nothing,
  }),
  remove: endpoint('/video/delete-media', {
    summary: `Moves photos and recordings to Deleted, where they can be restored for ${DELETED_MEDIA_DAYS} days. Those that are kept for good or belong to an open alarm case stay, with the reason; if that is all of them, the call is refused.`,
    access: signedIn,
    kind: 'write',
    request: v.object({ fileIds: several }),
    response: v.object({ deleted: v.array(fileId), refused: v.array(refusedDeletion) }),
  }),
  restore: endpoint('/video/restore-media', {
    summary: 'Restores deleted photos and recordings.',
    access: signedIn,
    kind: 'write',
    request: v.object({ fileIds: several }),
    response: nothing,
  }),
  createLink: endpoint('/video/create-media-link', {
    summary: `Returns a link to a photo or recording that works without an account for ${MEDIA_LINK_DAYS} days. It stops at once when it is revoked, when the file is deleted, and when the caller loses access to the robot.`,
    access: signedIn,
    kind: 'secret',
    request: v.object({ fileId }),
    response: v.object({ linkId: mediaLinkId, url: v.string(), until: time }),
  }),
  revokeLink: endpoint('/video/revoke-media-link', {
    summary: 'Revokes a link to a photo or recording.',
    access: signedIn,
    kind: 'write',
    request: v.object({ linkId: mediaLinkId }),
    response: nothing,
  }),
  export: endpoint('/video/export-media', {
    summary: `Starts an export of photos and recordings as a background job: those named, or all that the list would have with this filter (never deleted ones, and no recording under way). At most ${MEDIA_EXPORT_ITEMS} and ${maxMebibytes('archive')} MB. The file is a zip with the files and a CSV that says when, where, by which robot and why each was taken; the caller counts as having opened them.`,
    access: signedIn,
    kind: 'write',
    request: v.object({
      ...filter,
      fileIds: v.optional(v.pipe(v.array(fileId), v.minLength(1), v.maxLength(MEDIA_EXPORT_ITEMS))),
      language: v.optional(v.picklist(LANGUAGES), 'zhCN'),
      timeZone: exportZone,
    }),
    response: fileExport,
  }),
  exportState: endpoint('/video/get-media-export', {
    summary:
      'Returns how far an export of the caller is; its file can be read for 7 days. One that became too large is refused with mediaExportTooLarge, one that found the disk full with diskFull.',
    access: signedIn,
    kind: 'read',
    request: v.object({ exportId: handlerChecked(fileExportId) }),
    response: fileExport,
  }),
  cancelExport: endpoint('/video/cancel-media-export', {
    summary: 'Cancels an export of the caller. One that has ended stays as it is.',
    access: signedIn,
    kind: 'write',
    request: v.object({ exportId: handlerChecked(fileExportId) }),
    response: nothing,
  }),
  setting: endpoint('/xprobot/take-photo-setting', {
    summary: 'Returns the interval in seconds at which a robot takes photos while it patrols.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber }),
    response: v.object({
      serialNumber: v.string(),
      takePhotoInterval: v.number(),
      min: v.number(),
      max: v.number(),
      canChange: v.boolean(),
    }),
  }),
  saveSetting: endpoint('/xprobot/submit-task-photo-setting', {
    summary: 'Sets the interval in seconds at which a robot takes photos while it patrols.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({
      serialNumber,
      userId: callerId,
      takePhotoInterval: v.pipe(v.number(), v.integer()),
    }),
    response: v.object({ version: v.number() }),
  }),
  newest: endpoint('/xprobot/load-robot-image', {
    summary: `Returns the ${NEWEST_PICTURES} newest photos of a robot.`,
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber }),
    response: v.object({ rows: v.array(mediaItem) }),
  }),
  around: endpoint('/video/get-photos-around', {
    summary: `Returns the photos of a robot around a moment, oldest first: the last ${PHOTOS_AROUND} up to it and the first ${PHOTOS_AROUND} after it, and whether there are more.`,
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber, at: time }),
    response: v.object({ rows: v.array(mediaItem), hasEarlier: v.boolean(), hasLater: v.boolean() }),
  }),
};
