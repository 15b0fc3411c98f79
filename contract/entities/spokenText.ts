/** A text that a robot speaks as soon as it gets it. Limited by weight: 400 letters or 200 Chinese characters. */
import * as v from 'valibot';
import { SPOKEN_MAX } from '../rules/limits.ts';
import { isSpeech } from '../rules/textWeight.ts';

export const spokenText = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(),
  v.maxLength(SPOKEN_MAX),
  v.check(isSpeech, 'speech'),
);
