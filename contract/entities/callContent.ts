/** What a site keeps for calls with its robots: phrases and pictures, in the order in which they are offered. */
import * as v from 'valibot';
import { CALL_PICTURE_NAME_MAX } from '../rules/callContent.ts';
import { fileId } from './file.ts';
import { siteId } from './values.ts';

export const callPicture = v.object({
  fileId,
  name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(CALL_PICTURE_NAME_MAX)),
});
export type OwnCallPicture = v.InferOutput<typeof callPicture>;

export const callContent = v.object({
  siteId,
  /** Grows with each save; 0 before the first. */
  version: v.number(),
  phrases: v.array(v.string()),
  pictures: v.array(callPicture),
  /** Whether the caller may change them. */
  canChange: v.boolean(),
  /** Whether this robot can show them. */
  showsPictures: v.boolean(),
});
export type CallContent = v.InferOutput<typeof callContent>;
