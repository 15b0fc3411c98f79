/**
 * Keeps the latest minutes of the recording in this tab's session storage, so that a reload does not lose them
 * (readKept.ts). Only what the recorder has recorded, and therefore redacted, is written; only for a signed-in user; every
 * few seconds, in idle time, and when the page is left.
 *
 * A segment begins with the complete state, so that the oldest one can be removed when storage is full.
 */
import { RECORDING_KEPT_CHARS, RECORDING_KEPT_EVERY_MS } from '../../../contract/rules/limits.ts';
import { type ActorInfo, RECORDING_VERSION } from '../../machines/recording/format.ts';
import type { News } from '../../machines/recording/recorder.ts';
import { after, type Moment, rootOf, treeAt } from '../../machines/recording/replay.ts';
import { mapIdle } from '../../services/idle.ts';
import type { KeptPieces, RecordingStore, SegmentName } from '../../services/recordingStore.ts';
import { type KeptLine, packLines, plainLines, stateLines } from './keptLines.ts';

export interface KeepParts {
  store: RecordingStore;
  /** Identifies this page load. */
  load: string;
  build: string;
  now(): number;
  log(error: unknown): void;
}
interface Segment {
  name: SegmentName;
  /** Characters written. */
  chars: number;
  /** Not written yet. */
  lines: KeptLine[];
}

/** The size at which a new segment begins: a quarter of what is kept is lost at a time. */
const SEGMENT_CHARS = RECORDING_KEPT_CHARS / 4;
/** Before sign-in nothing is written, but the steps that led there are held. */
const HELD_AT_MOST = 4_000;

export function createKeeper({ store, load, build, now, log }: KeepParts) {
  let actors: Record<string, ActorInfo> = {};
  let moment: Moment = { at: now(), states: {}, timers: [] };
  let segment: Segment = {
    name: { load, number: 0, build, version: RECORDING_VERSION },
    chars: 0,
    lines: stateLines({ actors, base: moment }),
  };
  /** The account it is kept for; null while nothing is written. */
  let owner: string | null = null;
  /** The lines being compressed. */
  let writing: { target: Segment; lines: readonly KeptLine[] } | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const begin = (): void => {
    const root = rootOf({ actors });
    const alive = root === null ? [] : treeAt(moment, actors, root).map(({ number }) => String(number));
    const ofAlive = <Item>(items: Readonly<Record<string, Item>>): Record<string, Item> =>
      Object.fromEntries(alive.flatMap((number) => (items[number] ? [[number, items[number]]] : [])));
    actors = ofAlive(actors);
    moment = { ...moment, states: ofAlive(moment.states) };
    segment = {
      name: { ...segment.name, number: segment.name.number + 1 },
      chars: 0,
      lines: stateLines({ actors, base: moment }),
    };
  };
  const stop = (): void => {
    owner = null;
    writing = null;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    begin();
  };
  const put = (target: Segment, text: string): void => {
    if (owner === null) return;
    target.chars += text.length;
    if (!store.add(owner, target.name, text)) stop();
  };
  const write = async (): Promise<void> => {
    timer = null;
    const target = segment;
    const lines = target.lines.splice(0);
    // The lines so far still belong to the old segment; the new one begins with the state after them.
    if (target.chars > SEGMENT_CHARS) begin();
    const own = (writing = { target, lines });
    const text = await packLines(await mapIdle(lines, (line) => JSON.stringify(line)));
    // Meanwhile written because the page was left, or the user signed out.
    if (writing !== own) return;
    writing = null;
    put(target, text);
    schedule();
  };
  const schedule = (): void => {
    if (owner === null || writing || segment.lines.length === 0) return;
    timer ??= setTimeout(() => void write().catch(failed), RECORDING_KEPT_EVERY_MS);
  };
  const failed = (error: unknown): void => {
    log(error);
    store.forget();
    stop();
  };

  return {
    /** The recorder's next step. */
    add({ step, actors: fresh }: News): void {
      Object.assign(actors, fresh);
      moment = after(moment, step);
      segment.lines.push({ step, ...(Object.keys(fresh).length > 0 ? { actors: fresh } : {}) });
      if (owner === null && segment.lines.length > HELD_AT_MOST) begin();
      schedule();
    },
    /** Keeps the recording for this account from now on. @returns what was kept for it before this page load */
    keepFor(userId: string): readonly KeptPieces[] {
      if (owner === userId && store.isFor(userId)) return [];
      // Another account's steps, or those before a sign-out, are not kept for this one.
      if (owner !== null) stop();
      const kept = store.open(userId);
      if (kept === null) return [];
      owner = userId;
      schedule();
      return kept.filter((one) => one.load !== load);
    },
    /** Writes the rest at once: the page is being left. */
    flush(): void {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      const unwritten = [...(writing ? [writing] : []), { target: segment, lines: segment.lines.splice(0) }];
      writing = null;
      for (const { target, lines } of unwritten) if (owner !== null && lines.length > 0) put(target, plainLines(lines));
    },
    /** Removes everything, and writes no more until the next `keepFor`. */
    forget(): void {
      store.forget();
      stop();
    },
    stop,
  };
}
