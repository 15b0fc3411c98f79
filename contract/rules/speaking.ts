/** Estimated duration of spoken text. */

export const CHINESE = /[一-鿿]/u;

/** Seconds, by text length; a Chinese character takes longer to speak than a letter. */
export const speakingSeconds = (text: string): number =>
  Math.min(60, Math.max(1.5, text.length / (CHINESE.test(text) ? 4 : 14)));
