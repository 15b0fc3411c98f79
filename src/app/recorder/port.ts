/**
 * What the first chunk has of the recorder: a place for what the machines tell until the recorder itself is there. It comes with
 * sign-in, when a problem is reported, or when more has happened than is worth holding.
 */
import type { InspectionEvent } from 'xstate';
import type { Recorder } from '../../machines/recording/recorder.ts';

/** Events held at most before the recorder comes. */
const HELD_AT_MOST = 2_000;
const FETCH_AT = 400;

interface PortParts {
  now(): number;
  tab: string;
  fetchRecorder(): Promise<Recorder>;
  log(error: unknown): void;
}

export function createRecorderPort({ now, tab, fetchRecorder, log }: PortParts) {
  let held: [seen: InspectionEvent, at: number][] = [];
  let recorder: Recorder | null = null;
  let coming: Promise<Recorder> | null = null;

  const load = (): Promise<Recorder> =>
    (coming ??= fetchRecorder().then(
      (found) => {
        for (const [seen, at] of held) found.observe(seen, at);
        held = [];
        return (recorder = found);
      },
      (error: unknown) => {
        coming = null;
        throw error;
      },
    ));

  return {
    inspect(seen: InspectionEvent): void {
      if (recorder) return recorder.observe(seen);
      held.push([seen, now()]);
      if (held.length > HELD_AT_MOST) held.splice(0, FETCH_AT);
      if (held.length === FETCH_AT) load().catch(log);
    },
    /** Rejects when its chunk does not come; the next call tries again. */
    load,
    /** This tab's name among those that may be followed. */
    tab,
  };
}
export type RecorderPort = ReturnType<typeof createRecorderPort>;
