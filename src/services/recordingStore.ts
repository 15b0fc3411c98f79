/**
 * Keeps recording pieces in this tab's session storage, for one account at a time (app/recorder/keepRecording.ts). The
 * total size is bounded: the oldest segments are removed first. Where storage is blocked or full, nothing is kept.
 */
import * as v from 'valibot';
import { RECORDING_KEPT_CHARS } from '../../contract/rules/limits.ts';
import { keysOf, OWN_KEYS } from './storage.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const keptSegment = v.object({
  /** The page load that wrote it, and its number within that. */
  load: v.string(),
  number: count,
  /** Versions of the console and of the recording format. */
  build: v.string(),
  version: count,
  pieces: count,
  chars: count,
});
const keptIndex = v.object({ userId: v.string(), segments: v.array(keptSegment) });

export type KeptSegment = v.InferOutput<typeof keptSegment>;
export type SegmentName = Omit<KeptSegment, 'pieces' | 'chars'>;
type KeptIndex = v.InferOutput<typeof keptIndex>;
export interface KeptPieces extends SegmentName {
  texts: readonly string[];
}

const INDEX = OWN_KEYS.recording;
const pieceKey = ({ load, number }: SegmentName, piece: number): string => `${INDEX}/${load}/${number}/${piece}`;
const sizeOf = (segments: readonly KeptSegment[]): number => segments.reduce((sum, { chars }) => sum + chars, 0);
const isOf = (segment: KeptSegment, { load, number }: SegmentName): boolean =>
  segment.load === load && segment.number === number;

/** @param session access to storage can throw */
export function createRecordingStore(session: () => Storage, limit = RECORDING_KEPT_CHARS) {
  const read = (): KeptIndex | null => {
    try {
      return v.parse(keptIndex, JSON.parse(session().getItem(INDEX) ?? 'null'));
    } catch {
      return null;
    }
  };
  const forget = (): void => {
    try {
      const store = session();
      for (const key of keysOf(store, INDEX)) store.removeItem(key);
    } catch {
      // Blocked storage keeps nothing.
    }
  };
  const dropOldest = (segments: KeptSegment[]): void => {
    const oldest = segments.shift();
    for (let piece = 0; piece < (oldest?.pieces ?? 0); piece += 1)
      session().removeItem(pieceKey(oldest as KeptSegment, piece));
  };

  return {
    /** Whether recordings of this account are being kept. */
    isFor: (userId: string): boolean => read()?.userId === userId,
    /** Removes those of another account. @returns what is kept for this one, oldest first; null if nothing can be kept */
    open(userId: string): readonly KeptPieces[] | null {
      try {
        const known = read();
        if (known?.userId === userId) {
          return known.segments.map(({ pieces, chars: _, ...name }) => ({
            ...name,
            texts: Array.from({ length: pieces }, (__, piece) => session().getItem(pieceKey(name, piece)) ?? ''),
          }));
        }
        forget();
        session().setItem(INDEX, JSON.stringify({ userId, segments: [] } satisfies KeptIndex));
        return [];
      } catch {
        return null;
      }
    },
    /** Adds a piece to the newest segment, or starts one. @returns false if it was removed meanwhile, or does not fit */
    add(userId: string, name: SegmentName, text: string): boolean {
      const index = read();
      if (index?.userId !== userId) return false;
      const { segments } = index;
      const last = segments.at(-1);
      const own = last && isOf(last, name) ? last : { ...name, pieces: 0, chars: 0 };
      if (own !== last) segments.push(own);
      try {
        while (sizeOf(segments) + text.length > limit && segments.length > 1) dropOldest(segments);
        if (sizeOf(segments) + text.length > limit) throw new RangeError('the recording does not fit');
        own.pieces += 1;
        own.chars += text.length;
        for (;;) {
          try {
            session().setItem(pieceKey(name, own.pieces - 1), text);
            session().setItem(INDEX, JSON.stringify(index));
            return true;
          } catch (error) {
            if (segments.length < 2) throw error;
            dropOldest(segments);
          }
        }
      } catch {
        // Without this piece, the later ones have no beginning.
        forget();
        return false;
      }
    },
    forget,
  };
}
export type RecordingStore = ReturnType<typeof createRecordingStore>;
