/**
 * A recording that grows while it is looked at: the whole of a live tab, then its news. Bounded as the recorder's own ring is: what
 * is too old is folded into the base, many steps at once.
 */
import type { ActorInfo, ActorState, CapsuleHead, Recording, Step } from './format.ts';
import { opened, type OpenedCapsule, type Trouble } from './opened.ts';
import { type News, RECORDER_LIMITS } from './recorder.ts';
import { applied } from './replay.ts';

export interface Growth {
  length: number;
  /** How many of the oldest steps went to make room. */
  dropped: number;
}
/** Folding is work for every step that stays: done for this many at once. */
const FOLD_AT_ONCE = 1_024;

export function createFollowed(
  head: CapsuleHead,
  whole: Recording,
  troubles: readonly Trouble[],
  most = RECORDER_LIMITS.steps,
  foldAtOnce = FOLD_AT_ONCE,
) {
  const actors: Record<string, ActorInfo> = { ...whole.actors };
  let steps: Step[] = [...whole.steps];
  let base = whole.base;
  let now = opened(head, { actors, base, steps }, troubles);

  const fold = (count: number): void => {
    const states: Record<string, ActorState> = { ...base.states };
    let { at, timers } = base;
    for (const step of steps.slice(0, count)) {
      Object.assign(states, applied(states, step));
      ({ at } = step);
      timers = step.timers ?? timers;
    }
    base = { at, states, timers };
    steps = steps.slice(count);
    now = opened(head, { actors, base, steps }, troubles);
  };

  return {
    /** A new object after each growth; its replay goes on as long as nothing was folded. */
    capsule: (): OpenedCapsule => now,
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
