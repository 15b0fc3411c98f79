/**
 * How a run looks, as a chip or as a block on a lane. Solid: known, has happened. Dashed: to come. Hatched: will not run,
 * or nobody knows.
 */
export type RunLook =
  | 'done'
  /** Ended, not as wished. */
  | 'partial'
  | 'failed'
  | 'running'
  /** Runs and cannot go on. */
  | 'stuck'
  | 'planned'
  /** Planned, but something stands against it. */
  | 'doubtful'
  /** Will not run: an exception, paused. */
  | 'skipped'
  /** The robot does not answer. */
  | 'unknown';
