/** Software files of the download centre, and the exports that wait for their reader. */
import * as v from 'valibot';
import {
  SOFTWARE_MODELS_MAX,
  SOFTWARE_NOTES_MAX,
  SOFTWARE_STATES,
  SOFTWARE_VERSION_MAX,
  SOFTWARE_VERSIONS_KEPT,
} from '../rules/software.ts';
import { isDate } from '../rules/calendarDate.ts';
import { fileId, sha256 } from './file.ts';
import { idOf } from './idOf.ts';
import { robotModel } from './registration.ts';
import { id, time } from './values.ts';

export const softwareId = idOf('software', id);
const notes = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(SOFTWARE_NOTES_MAX)), '');

export const newSoftware = v.object({
  /** A completed upload of the kind `software`. */
  fileId,
  models: v.pipe(v.array(robotModel), v.minLength(1), v.maxLength(SOFTWARE_MODELS_MAX)),
  version: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(SOFTWARE_VERSION_MAX)),
  /** YYYY-MM-DD, by the manufacturer. */
  releasedOn: v.pipe(
    v.string(),
    v.check((day) => isDate(day) && day >= '1970', 'a date that exists'),
  ),
  /** What is new; a language without notes shows those of the other one. */
  notesZh: notes,
  notesEn: notes,
  /** As the manufacturer publishes it; a file with another one is refused. Without it, nothing is compared. */
  makerSha256: v.optional(v.union([v.literal(''), sha256]), ''),
});

export const softwareFile = v.object({
  id: softwareId,
  fileId,
  fileName: v.string(),
  version: v.string(),
  /** YYYY-MM-DD. */
  releasedOn: v.string(),
  notes: v.string(),
  bytes: v.number(),
  sha256,
  /** Whether the manufacturer's SHA-256 was compared when the file was added. */
  isCompared: v.boolean(),
  addedAt: time,
  /** When the stored bytes were found to have another SHA-256; null: they have not been. */
  damagedAt: v.nullable(time),
});
export type SoftwareFile = v.InferOutput<typeof softwareFile>;

export const softwareRobot = v.object({
  serialNumber: v.string(),
  name: v.string(),
  /** As the robot reports it; '' if it has not. */
  version: v.string(),
  /** By the newest version of the line. */
  state: v.picklist(SOFTWARE_STATES),
});
export type SoftwareRobot = v.InferOutput<typeof softwareRobot>;

/** The versions of a set of models. */
export const softwareLine = v.object({
  models: v.array(v.string()),
  /** Newest first. */
  files: v.pipe(v.array(softwareFile), v.minLength(1), v.maxLength(SOFTWARE_VERSIONS_KEPT)),
  /** Robots of these models that the caller may see, by name. */
  robots: v.array(softwareRobot),
  counts: v.object({ has: v.number(), other: v.number(), unknown: v.number() }),
});
export type SoftwareLine = v.InferOutput<typeof softwareLine>;

/** A file that the server wrote for the caller. */
export const ownExport = v.object({
  fileId,
  fileName: v.string(),
  bytes: v.number(),
  sha256,
  createdAt: time,
  /** When it is deleted. */
  until: time,
});
export type OwnExport = v.InferOutput<typeof ownExport>;
