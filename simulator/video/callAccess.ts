/** Lifecycle of a call under its media grant: waits for the first grant, runs, is muted without one, and ends. */
import { MEDIA_FIRST_GRANT_MS, MEDIA_MUTED_MS } from '../../contract/rules/limits.ts';
import type { MediaAccess } from './mediaGrants.ts';

export type CallState = 'waiting' | 'granted' | 'muted' | 'refused' | 'over';

export class CallAccess {
  state: CallState = 'waiting';
  private wasGranted = false;
  private withoutSince: number | null = null;

  /** @param now ms of a monotonic clock */
  next(access: MediaAccess, now: number): CallState {
    return (this.state = this.stateFor(access, now));
  }

  private stateFor({ picture, sound, voice }: MediaAccess, now: number): CallState {
    if (picture || sound || voice) {
      this.wasGranted = true;
      this.withoutSince = null;
      return 'granted';
    }
    this.withoutSince ??= now;
    const gone = now - this.withoutSince;
    if (this.wasGranted) return gone < MEDIA_MUTED_MS ? 'muted' : 'over';
    return gone < MEDIA_FIRST_GRANT_MS ? 'waiting' : 'refused';
  }
}
