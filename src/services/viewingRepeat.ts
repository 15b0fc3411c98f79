/**
 * Reports to the server, repeatedly, that this browser is viewing a robot. The server then grants picture, sound and
 * voice on the robot. A failed report is followed by the next one; a rejected one ends the viewing.
 */
import { MEDIA_VIEWING_REPEAT_MS } from '../../contract/rules/limits.ts';
import type { MediaKind } from '../../contract/entities/robotConstants.ts';
import { ERRORS } from '../../contract/wire/errors.ts';
import { BaseApiError } from '../../contract/wire/baseApiError.ts';

export interface ViewingRepeatParts {
  /** @param report `sequence` rises: a cancelled report can still reach the server, even after the next one */
  view(report: { what: MediaKind[]; sequence: number }, signal: AbortSignal): Promise<unknown>;
  /** ms of a monotonic clock */
  ticks(): number;
  every(ms: number, act: () => void): () => void;
}
export interface ViewingRepeatListener {
  /** The user has no access to the robot's video, or lost it. */
  accessEnded(): void;
  /** Viewing continues without the user's voice. */
  voiceRefused(): void;
}
export interface ViewingRepeat {
  /** Reports at once that the microphone was switched on or off. */
  setVoice(isOn: boolean): void;
  /** Reports at once, because what is viewed has changed. */
  again(): void;
  close(): void;
}

/** Errors after which the user has no access to the robot. */
export const ACCESS_ENDED: ReadonlySet<number> = new Set([
  ERRORS.notAllowed,
  ERRORS.robotForeign,
  ERRORS.robotUnknown,
  ERRORS.notLoggedIn,
  ERRORS.sessionInvalid,
  ERRORS.loginExpired,
]);

export function repeatViewing(
  { view, ticks, every }: ViewingRepeatParts,
  isSpeaking: boolean,
  listener: ViewingRepeatListener,
): ViewingRepeat {
  let voice = isSpeaking;
  let underWay = new AbortController();
  let sequence = 0;

  const tell = (): void => {
    // Cancel the pending report, which is outdated.
    underWay.abort();
    const { signal } = (underWay = new AbortController());
    const asked = voice;
    sequence = Math.max(sequence + 1, Math.floor(ticks()));
    view({ what: asked ? ['picture', 'sound', 'voice'] : ['picture', 'sound'], sequence }, signal).catch(
      (error: unknown) => {
        if (signal.aborted || !(error instanceof BaseApiError) || !ACCESS_ENDED.has(error.code)) return;
        if (!asked || error.code !== ERRORS.notAllowed) return listener.accessEnded();
        // Picture and sound can still be allowed without voice.
        setVoice(false);
        listener.voiceRefused();
      },
    );
  };
  const setVoice = (isOn: boolean): void => {
    if (isOn === voice) return;
    voice = isOn;
    tell();
  };
  const stop = every(MEDIA_VIEWING_REPEAT_MS, tell);
  tell();
  return {
    setVoice,
    again: tell,
    close() {
      stop();
      voice = false;
      underWay.abort();
    },
  };
}
