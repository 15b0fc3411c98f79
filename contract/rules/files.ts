/** Rules of stored files: what each kind may contain, how large it may be, how long it is kept and who may read it. */
import { AVATAR_MAX_BYTES, RECORDING_MAX_BYTES } from './limits.ts';
import { MAP_PNG_MAX_BYTES } from './mapLimits.ts';
import type { Right } from './rights.ts';

export const FILE_KINDS = [
  'avatar',
  'mapPicture',
  'problemReport',
  'picture',
  'video',
  'sheet',
  'still',
  'mapScan',
  'doorPicture',
  'face',
  'archive',
  'software',
  'floorTrace',
  'callPicture',
] as const;
export type FileKind = (typeof FILE_KINDS)[number];
/** Kinds that are uploaded with a ticket; the others have calls of their own. */
export const UPLOAD_KINDS = [
  'picture',
  'video',
  'sheet',
  'software',
  'callPicture',
] as const satisfies readonly FileKind[];
export type UploadKind = (typeof UPLOAD_KINDS)[number];
/** Kinds that a robot can announce; the rules say which of them it may upload. */
export const ROBOT_UPLOAD_KINDS = [
  'picture',
  'video',
  'sheet',
  'still',
  'mapScan',
  'doorPicture',
  'face',
] as const satisfies readonly FileKind[];
export type RobotUploadKind = (typeof ROBOT_UPLOAD_KINDS)[number];
/** `installation`: added and deleted by account administrators. */
export const FILE_OWNERS = ['account', 'robot', 'site', 'installation'] as const;
export type FileOwner = (typeof FILE_OWNERS)[number];

const MIB = 2 ** 20;
const DAY_MS = 86_400_000;
const PICTURES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export const CONTENT_TYPES = [
  ...PICTURES,
  'video/mp4',
  'video/webm',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/csv',
  'application/gzip',
  'application/zip',
  'application/octet-stream',
] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

export interface FileRule {
  maxBytes: number;
  /** Allowed content types, detected from the content. */
  types: readonly ContentType[];
  /** Age at which the file is deleted, ms; null: with what it belongs to. */
  keepMs: number | null;
  /**
   * Who may read it in addition to the readers of its owner. `owner`: no one. `ofModel`: users with a robot of a model that
   * it is for, and account administrators. `nobody`: not even its owner, by no address and no call for files.
   */
  readers: 'owner' | 'everybody' | 'accountAdmin' | 'ofModel' | 'nobody';
  /** What a reader of its owner needs: the right of the call that names the file. */
  right: Right;
  /** Decoded and encoded again on upload; with a thumbnail, unless it is small itself, as an avatar is. */
  rewritten: boolean;
  /** Stored unchanged and never interpreted: its content can be of any type. */
  opaque?: true;
  /** Its stored bytes are compared with its hash whenever an address for it is asked for. */
  verified?: true;
  /** Deleted UNUSED_TTL_MS after its upload was completed, unless another record refers to it by then. */
  needsRecord?: true;
  /** Its thumbnail is too small and too blurred to recognise a person. */
  blurred?: true;
  /** Whether robots may upload it. */
  fromRobots: boolean;
}

const own = { readers: 'owner', right: 'read', rewritten: false, fromRobots: false } as const;
export const FILE_RULES: Readonly<Record<FileKind, FileRule>> = {
  avatar: {
    ...own,
    maxBytes: AVATAR_MAX_BYTES,
    types: PICTURES,
    keepMs: null,
    readers: 'everybody',
    rewritten: true,
  },
  mapPicture: { ...own, maxBytes: MAP_PNG_MAX_BYTES, types: ['image/png'], keepMs: null },
  /** The picture under a drawn floor; only those who draw floors get it, by its call. */
  floorTrace: { ...own, maxBytes: MAP_PNG_MAX_BYTES, types: ['image/png'], keepMs: null, readers: 'nobody' },
  problemReport: {
    ...own,
    maxBytes: RECORDING_MAX_BYTES,
    types: ['application/gzip'],
    keepMs: null,
    readers: 'accountAdmin',
  },
  picture: {
    ...own,
    maxBytes: 2.5 * MIB,
    types: PICTURES,
    keepMs: 180 * DAY_MS,
    rewritten: true,
    fromRobots: true,
  },
  video: {
    ...own,
    maxBytes: 300 * MIB,
    types: ['video/mp4', 'video/webm'],
    keepMs: 30 * DAY_MS,
    fromRobots: true,
  },
  /** A picture of the timed refresh (design 18). */
  still: {
    ...own,
    maxBytes: MIB,
    types: PICTURES,
    keepMs: 30 * DAY_MS,
    rewritten: true,
    fromRobots: true,
  },
  /** A floor that a robot has mapped: YAML and PGM in a zip, imported by a person. */
  mapScan: {
    ...own,
    maxBytes: 20 * MIB,
    types: ['application/zip'],
    keepMs: 30 * DAY_MS,
    fromRobots: true,
  },
  /** What a delivery robot sees while it waits at a door (design 22). Only those who operate the robot see it. */
  doorPicture: {
    ...own,
    right: 'operate',
    maxBytes: MIB,
    types: PICTURES,
    keepMs: 30 * DAY_MS,
    rewritten: true,
    fromRobots: true,
  },
  /** A recognised face (design 24); the reveal call alone returns it. Its record decides when it is deleted. */
  face: {
    ...own,
    readers: 'nobody',
    maxBytes: MIB,
    types: PICTURES,
    keepMs: 365 * DAY_MS,
    rewritten: true,
    blurred: true,
    fromRobots: true,
  },
  sheet: {
    ...own,
    maxBytes: 10 * MIB,
    types: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'],
    keepMs: 7 * DAY_MS,
  },
  /** An export of several files, as a zip, written by the server. */
  archive: {
    ...own,
    maxBytes: 100 * MIB,
    types: ['application/zip'],
    keepMs: 7 * DAY_MS,
  },
  /** Software for robots, as its manufacturer delivers it: encrypted or packed in ways that only robots can read. */
  software: {
    ...own,
    maxBytes: 1024 * MIB,
    types: ['application/octet-stream'],
    keepMs: null,
    readers: 'ofModel',
    opaque: true,
    verified: true,
    needsRecord: true,
  },
  /** Shown on a robot's screen in a call (rules/callContent.ts). */
  callPicture: {
    ...own,
    maxBytes: 2.5 * MIB,
    types: PICTURES,
    keepMs: null,
    rewritten: true,
    needsRecord: true,
  },
};

/** Limit in MiB, as it appears in texts. */
export const maxMebibytes = (kind: FileKind): number => FILE_RULES[kind].maxBytes / MIB;

/** Maximum pixels of an uploaded picture, and the longer side of its thumbnail. */
export const PICTURE_PIXELS_MAX = 40_000_000;
export const THUMBNAIL_PX = 320;

/** Larger files are uploaded to the server's own address, where an interrupted upload continues at its last byte. */
export const RESUMABLE_FROM_BYTES = 8 * MIB;
/** Size of the segments in which uploads are stored; each is on disk before its bytes count as received. */
export const SEGMENT_BYTES = 8 * MIB;
/** Shorter segments are only stored at the end of a file, so that their number is bounded. */
export const SEGMENT_MIN_BYTES = 256 * 1024;

/** The announced hash of an upload that grows while it is recorded; its announced size is the most it can become. */
export const HASH_UNKNOWN = '';

/** An upload that is not completed within this time is deleted. */
export const UPLOAD_TTL_MS = DAY_MS;
/** How long a completed file waits for the record that it needs; until then it counts for its quota. */
export const UNUSED_TTL_MS = 3_600_000;
/** Validity of an upload address, and of an address for reading a file. */
export const UPLOAD_TICKET_MS = 4 * 3_600_000;
export const FILE_ADDRESS_MS = 3_600_000;

/** Bytes of the files of one site with its robots, and of one account. */
export const SITE_QUOTA_BYTES = 20 * 1024 * MIB;
export const ACCOUNT_QUOTA_BYTES = 1024 * MIB;
/** Bytes of the files of the installation itself. */
export const INSTALLATION_QUOTA_BYTES = 20 * 1024 * MIB;
/** `ownerId` of the installation's files. */
export const INSTALLATION_ID = 'installation';
/** Exports of all kinds, written by background jobs, that one account can have in progress. */
export const EXPORTS_PENDING = 3;
/** Uploads of one account or robot that are not completed. */
export const PENDING_UPLOADS_MAX = 20;
/** Uploads of one robot per hour. */
export const ROBOT_UPLOADS_PER_HOUR = 120;
export const ROBOT_UPLOAD_BYTES_PER_HOUR = 1024 * MIB;
/** Still pictures count by themselves, so that they do not use up the uploads of alarms: one every 30 s, and some spare. */
export const STILLS_PER_HOUR = 130;
/** Still pictures that are kept of a robot, besides the age at which each is deleted. */
export const STILLS_KEPT = 500;

/** Share of a quota from which the used bytes are shown as a warning. */
export const NEAR_QUOTA = 0.9;
const GIB = 2 ** 30;
/** Bytes as people read them, of up to 1023.9 GB. */
export const sizeText = (bytes: number): string =>
  bytes < GIB ? `${Math.ceil(bytes / MIB)} MB` : `${(bytes / GIB).toFixed(1)} GB`;
