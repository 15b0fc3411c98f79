/**
 * A recording that grows while it is viewed: the full recording of a live tab, then its new steps. Bounded like the
 * recorder's own buffer: the oldest steps are folded into the base in batches.
 */
import type { ActorInfo, RecordingHead, Recording, Step } from './format.ts';
import { opened, type OpenedRecording, type ReplayIssue } from './opened.ts';
import { type News, RECORDER_LIMITS } from './recorder.ts';
import { after } from './replay.ts';

export interface Growth {
  length: number;
  /** The number of oldest steps that were folded into the base. */
  dropped: number;
}
/** Folding copies every remaining step, so that many steps are folded at once. */
const FOLD_AT_ONCE = 1_024;

export function createFollowed(
  head: RecordingHead,
  whole: Recording,
  issues: readonly ReplayIssue[],
  most = RECORDER_LIMITS.steps,
  foldAtOnce = FOLD_AT_ONCE,
) {
  const actors: Record<string, ActorInfo> = { ...whole.actors };
  let steps: Step[] = [...whole.steps];
  let base = whole.base;
  let now = opened(head, { actors, base, steps }, issues);

  const fold = (count: number): void => {
    base = steps.slice(0, count).reduce(after, base);
    steps = steps.slice(count);
    now = opened(head, { actors, base, steps }, issues);
  };

  return {
    /** A new object after each growth; its replay is reused as long as nothing was folded. */
    capsule: (): OpenedRecording => now,
    grow(news: readonly News[]): Growth {
      for (const { step, actors: fresh } of news) {
        Object.assign(actors, fresh);
        steps.push(step);
      }
      const over = steps.length - most;
      const dropped = over > 0 ? Math.min(steps.length, Math.ceil(over / foldAtOnce) * foldAtOnce) : 0;
      if (dropped > 0) fold(dropped);
      else now = { ...now, recording: { actors, base, steps } };
      return { length: steps.length, dropped };
    },
  };
}
export type Followed = ReturnType<typeof createFollowed>;
