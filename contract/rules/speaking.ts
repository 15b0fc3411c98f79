/** How long it takes to say something aloud. */

export const CHINESE = /[一-鿿]/u;

/** Seconds, by its length; Chinese says more with a letter. */
export const speakingSeconds = (text: string): number =>
  Math.min(60, Math.max(1.5, text.length / (CHINESE.test(text) ? 4 : 14)));
