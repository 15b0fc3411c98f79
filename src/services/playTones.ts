/** Plays tones one after another. */
export interface Tone {
  hertz: number;
  /** Seconds from now. */
  at: number;
}

/** Silent where the browser allows no sound. @param rise seconds to the full volume */
export function playTones(
  newAudio: () => AudioContext,
  tones: readonly Tone[],
  { seconds, volume, rise, log }: { seconds: number; volume: number; rise: number; log: (error: unknown) => void },
): void {
  try {
    const audio = newAudio();
    for (const { hertz, at } of tones) {
      const tone = audio.createOscillator();
      const gain = audio.createGain();
      const from = audio.currentTime + at;
      tone.frequency.value = hertz;
      // Rises and falls, because a tone that is cut off clicks.
      gain.gain.setValueAtTime(0, from);
      gain.gain.linearRampToValueAtTime(volume, from + rise);
      gain.gain.linearRampToValueAtTime(0, from + seconds);
      tone.connect(gain).connect(audio.destination);
      tone.start(from);
      tone.stop(from + seconds);
    }
    setTimeout(() => void audio.close().catch(log), CLOSE_MS);
  } catch (error) {
    log(error);
  }
}
const CLOSE_MS = 1_500;
