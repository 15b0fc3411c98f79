/**
 * A problem as somebody reported it: a sentence, and a capsule, the recorded state of the console it was seen in.
 * To the server a capsule is bytes; only that they are gzip is looked at.
 */
import * as v from 'valibot';
import { BUILD_MAX, PAGE_PATH_MAX, SENTENCE_MAX } from '../rules/limits.ts';
import { id, time } from './values.ts';

export const reportSentence = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(SENTENCE_MAX));
/** Where it happened: the path of a page, without query or fragment. */
export const pagePath = v.pipe(v.string(), v.regex(/^\/[^?#\s\p{C}]*$/u, 'path'), v.maxLength(PAGE_PATH_MAX));
/** Of the console: as it calls itself. */
export const buildName = v.pipe(v.string(), v.regex(/^[\w.+-]+$/u, 'build'), v.maxLength(BUILD_MAX));
export const takenAt = time;

export const problemReport = v.object({
  id,
  /** Who sent it, and as they were called then, in the reader's language. */
  userId: v.string(),
  nickname: v.string(),
  sentence: v.string(),
  page: v.string(),
  build: v.string(),
  /** Bytes of the capsule. */
  size: v.number(),
  /** When the capsule was recorded, by the console's clock. */
  takenAt: time,
  receivedAt: time,
});
export type ProblemReport = v.InferOutput<typeof problemReport>;
