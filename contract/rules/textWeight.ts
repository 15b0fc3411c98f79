/** Text length as the spec counts it ("10 Chinese characters or 20 letters"): a wide character counts as two. */

/** Ideographs, kana, hangul, full-width forms and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Fast path for most texts: ASCII has no wide characters. */
const PLAIN = /^[ -~]*$/u;

export function textWeight(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let weight = 0;
  for (const character of text) weight += WIDE.test(character) ? 2 : 1;
  return weight;
}

/** What a robot says: 200 Chinese characters or 400 letters. */
export const SPEECH_WEIGHT = 400;
export const isSpeech = (text: string): boolean => textWeight(text) <= SPEECH_WEIGHT;
