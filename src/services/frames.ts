/**
 * The next animation frame, or a moment later where there are none: a hidden tab draws no frames, and a tab that is
 * hidden while it waits for one would wait until somebody looks (design 4).
 */
export interface Frames {
  /** Calls back once; answers the way to call it off. */
  next(act: () => void): () => void;
}

/** Longer than any frame of a tab that draws. */
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
