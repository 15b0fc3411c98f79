/** Keys that open without an account: the board of offline robots on a wall, or the pages that a robot shows on its own screen. */
import * as v from 'valibot';
import { NICKNAME_MAX } from '../rules/limits.ts';
import { id, serialNumber, time } from './values.ts';

export const WALL_KEY_KINDS = ['board', 'screen'] as const;
export type WallKeyKind = (typeof WALL_KEY_KINDS)[number];

/** 192 random bits. Unlike any other word of a path: a path that is no key is never taken for one. */
export const WALL_KEY = /^[0-9a-f]{48}$/u;
export const wallKeyText = v.pipe(v.string(), v.regex(WALL_KEY, 'key'));
export const keyName = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(NICKNAME_MAX));

/** The pages that a key opens; it stands in their fragment, which no browser sends anywhere. */
export const KEY_PAGES = {
  board: ['/plg/offline-robot-list'],
  screen: ['/semantic-scene/weather', '/semantic-scene/voice'],
} as const satisfies Record<WallKeyKind, readonly string[]>;

export const wallKey = v.object({
  id,
  name: v.string(),
  kind: v.picklist(WALL_KEY_KINDS),
  /** Whose screen it is, and what that robot is called now; null and empty for a board. */
  serialNumber: v.nullable(serialNumber),
  robotNickName: v.string(),
  /** The administrator's name. */
  createdBy: v.string(),
  createdAt: time,
  /** As exact as SESSION_TOUCH_MS; null before the first time. */
  lastUsedAt: v.nullable(time),
  /** null while it opens. */
  revokedAt: v.nullable(time),
});
export type WallKey = v.InferOutput<typeof wallKey>;

/** A page with the key in it, ready to be opened. */
export const keyLink = v.object({ page: v.string(), url: v.string(), /** What an `img` shows. */ qr: v.string() });
export type KeyLink = v.InferOutput<typeof keyLink>;

/** Told once: the server keeps only its hash. */
export const madeKey = v.object({ id, key: wallKeyText, links: v.array(keyLink) });
export type MadeKey = v.InferOutput<typeof madeKey>;
