/** Detects operator speech by the loudness of received audio, held for some time so that words make one interval. */

/** Root mean square of 16-bit samples; room noise lies well below. */
const SPEAKING_LEVEL = 900;
const HOLD_MS = 600;

export class Voice {
  private heardAt = -Infinity;

  hear(samples: Int16Array, now: number): void {
    let sum = 0;
    for (const sample of samples) sum += sample * sample;
    if (Math.sqrt(sum / Math.max(1, samples.length)) > SPEAKING_LEVEL) this.heardAt = now;
  }

  isSpeaking(now: number): boolean {
    return now - this.heardAt < HOLD_MS;
  }
}
