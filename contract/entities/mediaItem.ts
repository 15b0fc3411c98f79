/** Photos and recordings in the library. */
import * as v from 'valibot';
import { DELETE_REFUSALS, LIBRARY_KINDS, MEDIA_GROUPINGS, MEDIA_SOURCES } from '../rules/mediaLibrary.ts';
import { fileId } from './file.ts';
import { idOf } from './idOf.ts';
import { id, pose, time } from './values.ts';

export const mediaLinkId = idOf('mediaLink', id);

export const mediaItem = v.object({
  fileId,
  kind: v.picklist(LIBRARY_KINDS),
  source: v.picklist(MEDIA_SOURCES),
  /** Recording goes on; the file is not there yet. */
  isRecording: v.boolean(),
  serialNumber: v.string(),
  robotName: v.string(),
  /** Zone of the robot's site, in which its days are counted. */
  timeZone: v.string(),
  /** Who took it; '' for the robot. */
  by: v.string(),
  /** Name of the nearest point at that moment; '' if none was near. */
  point: v.string(),
  mapId: v.nullable(v.string()),
  mapName: v.string(),
  pose: v.nullable(pose),
  takenAt: time,
  durationMs: v.nullable(v.number()),
  bytes: v.number(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  /** Whether `thumbnail` returns a small picture of it instead of the whole file: of recordings, only of those with a still. */
  hasThumbnail: v.optional(v.boolean(), false),
  alarmCaseId: v.nullable(v.string()),
  isOfOpenCase: v.boolean(),
  /** The route run at a stop of which it was taken. */
  runId: v.optional(v.nullable(v.string()), null),
  isKept: v.boolean(),
  deletedAt: v.nullable(time),
  /** When it is deleted for ever; null: never. */
  until: v.nullable(time),
  /** Whether the caller may keep, share and delete it. */
  canChange: v.boolean(),
});
export type MediaItem = v.InferOutput<typeof mediaItem>;

/** Items that have the same day, robot or place, in the order of the list. */
export const mediaGroup = v.object({
  key: v.string(),
  /** Of the robot or point; '' for a day and for an unknown place. */
  name: v.string(),
  photos: v.number(),
  videos: v.number(),
});
export type MediaGroup = v.InferOutput<typeof mediaGroup>;

export const mediaLink = v.object({ linkId: mediaLinkId, by: v.string(), createdAt: time, until: time });
export type MediaLink = v.InferOutput<typeof mediaLink>;

/** When somebody opened it last. */
export const mediaView = v.object({ by: v.string(), at: time });
export type MediaView = v.InferOutput<typeof mediaView>;

export const refusedDeletion = v.object({ fileId, reason: v.picklist(DELETE_REFUSALS) });
export type MediaGrouping = (typeof MEDIA_GROUPINGS)[number];
