/**
 * Schedules for the next animation frame, with a timer as a fallback, because a hidden tab gets no frames (design 4).
 */
export interface Frames {
  /** Calls back once. @returns a function that cancels it */
  next(act: () => void): () => void;
}

/** Longer than any frame interval of a visible tab. */
const NO_FRAME_MS = 200;

export function createFrames(request: (act: () => void) => number, cancel: (id: number) => void): Frames {
  return {
    next(act) {
      const end = (): void => {
        cancel(frame);
        clearTimeout(timer);
      };
      const once = (): void => {
        end();
        act();
      };
      const frame = request(once);
      const timer = setTimeout(once, NO_FRAME_MS);
      return end;
    },
  };
}
