/** Watches the decoder of a received video: frames, freezes and quality, for every way in which a video can travel. */
import { type Figures, figuresBetween, type Sample, sampleOf } from './rtcStats.ts';

export interface FrameListener {
  /** The first frame, and the first one after a freeze. */
  flowing(): void;
  frozen(): void;
  measured(figures: Figures): void;
}
export interface FrameCounter {
  /** Reports a freeze at once, if frames were flowing. */
  freeze(): void;
  stop(): void;
}
interface Parts {
  /** Monotonic ms. */
  ticks(): number;
  every(ms: number, act: () => void): () => void;
}
/** What is read of RTCStatsReport. */
export interface StatsReport {
  values(): Iterable<Record<string, unknown>>;
}

/** Polling interval before the first frame, and after it. */
const LOOK_MS = 60;
const COUNT_MS = 500;
const FIGURES_MS = 1_000;
/** At 15 frames per second, the video counts as frozen after this time without a frame. */
export const FROZEN_AFTER_MS = 1_000;

export function countFrames(
  { ticks, every }: Parts,
  getStats: () => Promise<StatsReport>,
  listener: FrameListener,
): FrameCounter {
  let first: Sample | null = null;
  let last: Sample | null = null;
  let movedAt = ticks();
  let isFlowing = false;
  let isAsking = false;
  let isOver = false;
  /** Frames of before a reported freeze are not counted yet. */
  let isStale = false;

  const freeze = (): void => {
    if (!isFlowing) return;
    isFlowing = false;
    listener.frozen();
    pace(LOOK_MS);
  };
  const take = (sample: Sample): void => {
    if (isStale) {
      isStale = false;
      last = sample;
    }
    if (sample.frames > (last?.frames ?? 0)) {
      movedAt = sample.at;
      if (!isFlowing) {
        isFlowing = true;
        listener.flowing();
        pace(COUNT_MS);
      }
    } else if (sample.at - movedAt >= FROZEN_AFTER_MS) freeze();
    last = sample;
    first ??= sample;
    if (sample.at - first.at < FIGURES_MS) return;
    const figures = figuresBetween(first, sample);
    first = sample;
    if (figures && isFlowing) listener.measured(figures);
  };
  const look = (): void => {
    if (isAsking) return;
    isAsking = true;
    getStats().then(
      (report) => {
        isAsking = false;
        const found = sampleOf(report.values(), ticks());
        if (found && !isOver) take(found);
      },
      () => {
        isAsking = false;
      },
    );
  };
  let stop = every(LOOK_MS, look);
  const pace = (ms: number): void => {
    stop();
    if (!isOver) stop = every(ms, look);
  };
  return {
    freeze() {
      isStale = true;
      freeze();
    },
    stop() {
      isOver = true;
      stop();
    },
  };
}
