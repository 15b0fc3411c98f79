/** The chime of an alarm: two tones. Silent where the browser does not allow sound before the user has pressed something. */
const TONES = [
  { hertz: 880, at: 0 },
  { hertz: 660, at: 0.22 },
] as const;
const SECONDS = 0.2;
const VOLUME = 0.25;

export function ringAlarm(log: (error: unknown) => void): void {
  try {
    const audio = new AudioContext();
    for (const { hertz, at } of TONES) {
      const tone = audio.createOscillator();
      const gain = audio.createGain();
      const from = audio.currentTime + at;
      tone.frequency.value = hertz;
      // Rises and falls, because a tone that is cut off clicks.
      gain.gain.setValueAtTime(0, from);
      gain.gain.linearRampToValueAtTime(VOLUME, from + 0.02);
      gain.gain.linearRampToValueAtTime(0, from + SECONDS);
      tone.connect(gain).connect(audio.destination);
      tone.start(from);
      tone.stop(from + SECONDS);
    }
    setTimeout(() => void audio.close().catch(log), 1_000);
  } catch (error) {
    log(error);
  }
}
