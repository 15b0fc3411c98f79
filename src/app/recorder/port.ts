/**
 * The recorder's part in the first chunk: buffers inspection events until the recorder is loaded. It is loaded with
 * sign-in, with a problem report, or when the buffer reaches a limit.
 */
import type { InspectionEvent } from 'xstate';
import type { Recorder } from '../../machines/recording/recorder.ts';
import type { RedactionRules } from '../../machines/recording/redaction.ts';

/** Maximum number of buffered events. */
const HELD_AT_MOST = 2_000;
const FETCH_AT = 400;

interface PortParts {
  now(): number;
  tab: string;
  fetchRecorder(): Promise<Recorder>;
  /** Resolves when the steps before a reload are in front of the recording. */
  joined?(): Promise<void>;
  log(error: unknown): void;
}

export function createRecorderPort({ now, tab, fetchRecorder, joined, log }: PortParts) {
  let held: [seen: InspectionEvent, at: number][] = [];
  let learned: Readonly<Record<string, RedactionRules>> = {};
  let recorder: Recorder | null = null;
  let coming: Promise<Recorder> | null = null;

  const load = (): Promise<Recorder> =>
    (coming ??= fetchRecorder().then(
      (found) => {
        found.learnRules(learned);
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
    /** Adds redaction rules; to be called before their machines start. */
    learnRules(rules: Readonly<Record<string, RedactionRules>>): void {
      learned = rules;
      recorder?.learnRules(rules);
    },
    /** Rejects when its chunk fails to load; the next call retries. */
    load,
    /** The same, once the steps before a reload are in front of its recording. */
    async whole(): Promise<Recorder> {
      const found = await load();
      await joined?.();
      return found;
    },
    /** This tab's id among the tabs that can be followed. */
    tab,
  };
}
export type RecorderPort = ReturnType<typeof createRecorderPort>;
