/**
 * Tells the cloud who watches a robot, again and again: by that the robot is granted to give this browser picture and sound, and to play
 * its voice. A repeat that gets no answer is followed by the next; one that is refused ends the viewing.
 */
import { MEDIA_VIEWING_REPEAT_MS } from '../../contract/rules/limits.ts';
import type { MediaKind } from '../../contract/entities/constants.ts';
import { ERRORS } from '../../contract/wire/errors.ts';
import { BaseApiError } from '../../contract/wire/baseApiError.ts';

export interface ViewingRepeatParts {
  view(what: MediaKind[], signal: AbortSignal): Promise<unknown>;
  every(ms: number, act: () => void): () => void;
}
export interface ViewingRepeatListener {
  /** This person may not watch the robot, or not any more. */
  accessEnded(): void;
  /** Watching goes on, but this person may not be heard. */
  voiceRefused(): void;
}
export interface ViewingRepeat {
  /** The microphone is sent to the robot from now on, or no longer: told at once. */
  setVoice(isOn: boolean): void;
  close(): void;
}

const ENDS: ReadonlySet<number> = new Set([
  ERRORS.notAllowed,
  ERRORS.robotForeign,
  ERRORS.robotUnknown,
  ERRORS.notLoggedIn,
  ERRORS.sessionInvalid,
  ERRORS.loginExpired,
]);

export function repeatViewing(
  { view, every }: ViewingRepeatParts,
  isSpeaking: boolean,
  listener: ViewingRepeatListener,
): ViewingRepeat {
  let voice = isSpeaking;
  let underWay = new AbortController();

  const tell = (): void => {
    // One that still waits for its answer is out of date.
    underWay.abort();
    const { signal } = (underWay = new AbortController());
    const asked = voice;
    view(asked ? ['picture', 'sound', 'voice'] : ['picture', 'sound'], signal).catch((error: unknown) => {
      if (signal.aborted || !(error instanceof BaseApiError) || !ENDS.has(error.code)) return;
      if (!asked || error.code !== ERRORS.notAllowed) return listener.accessEnded();
      // Without the voice the rest may still be allowed.
      setVoice(false);
      listener.voiceRefused();
    });
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
    close() {
      stop();
      voice = false;
      underWay.abort();
    },
  };
}
