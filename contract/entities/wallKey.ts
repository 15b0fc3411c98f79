/**
 * Keys that give access without an account: to the wall board of offline robots, or to the pages on a robot's own
 * screen.
 */
import * as v from 'valibot';
import { NICKNAME_MAX } from '../rules/limits.ts';
import { id, serialNumber, time } from './values.ts';

export const WALL_KEY_KINDS = ['board', 'screen'] as const;
export type WallKeyKind = (typeof WALL_KEY_KINDS)[number];

/** 192 random bits. The format matches no other path segment, so that other paths are never mistaken for a key. */
export const WALL_KEY = /^[0-9a-f]{48}$/u;
export const wallKeyText = v.pipe(v.string(), v.regex(WALL_KEY, 'key'));
export const keyName = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(NICKNAME_MAX));

/** The pages that a key opens. The key is in the URL fragment, which browsers never send. */
export const KEY_PAGES = {
  board: ['/plg/offline-robot-list'],
  screen: ['/semantic-scene/weather', '/semantic-scene/voice'],
} as const satisfies Record<WallKeyKind, readonly string[]>;

export const wallKey = v.object({
  id,
  name: v.string(),
  kind: v.picklist(WALL_KEY_KINDS),
  /** The robot of the screen and its current name; null and empty for a board. */
  serialNumber: v.nullable(serialNumber),
  robotNickName: v.string(),
  /** The administrator's name. */
  createdBy: v.string(),
  createdAt: time,
  /** Accurate to SESSION_LAST_USED_PRECISION_MS; null before the first use. */
  lastUsedAt: v.nullable(time),
  /** null if the key is not revoked. */
  revokedAt: v.nullable(time),
});
export type WallKey = v.InferOutput<typeof wallKey>;

/** A page URL that contains the key. */
export const keyLink = v.object({ page: v.string(), url: v.string(), /** Image source. */ qr: v.string() });
export type KeyLink = v.InferOutput<typeof keyLink>;

/** Returned only once: the server stores only the hash. */
export const madeKey = v.object({ id, key: wallKeyText, links: v.array(keyLink) });
export type MadeKey = v.InferOutput<typeof madeKey>;
