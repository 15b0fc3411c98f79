/**
 * A problem report: a sentence, and a recording of the console's state. The server treats the recording as opaque bytes
 * and checks only that it is gzip.
 */
import * as v from 'valibot';
import { BUILD_MAX, PAGE_PATH_MAX, SENTENCE_MAX } from '../rules/limits.ts';
import { id, time } from './values.ts';

export const reportSentence = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(SENTENCE_MAX));
/** The path of the page where the problem occurred, without query or fragment. */
export const pagePath = v.pipe(v.string(), v.regex(/^\/[^?#\s\p{C}]*$/u, 'path'), v.maxLength(PAGE_PATH_MAX));
/** The console's build name. */
export const buildName = v.pipe(v.string(), v.regex(/^[\w.+-]+$/u, 'build'), v.maxLength(BUILD_MAX));
export const takenAt = time;

export const problemReport = v.object({
  id,
  /** The sender and their name at that time, in the reader's language. */
  userId: v.string(),
  nickname: v.string(),
  sentence: v.string(),
  page: v.string(),
  build: v.string(),
  /** Size of the recording, bytes. */
  size: v.number(),
  /** When the recording was made, by the console's clock. */
  takenAt: time,
  receivedAt: time,
});
export type ProblemReport = v.InferOutput<typeof problemReport>;
