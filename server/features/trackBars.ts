/** What robots did over a time, read from their tracks without keeping the event loop busy. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { barsOf, type LaneBar, type RecordedPeriods } from '../../contract/rules/replayTrack.ts';
import { decodeTrack, type TrackSample } from '../../contract/rules/trackChunk.ts';
import type { Db } from '../db/database.ts';
import { tracksOf } from '../db/repositories/tracks.ts';

/** Chunks decoded in one turn of the event loop, about 5 ms. */
const CHUNKS_AT_ONCE = 120;

interface Span {
  /** ms */
  from: number;
  until: number;
}

export async function trackBars(
  db: Db,
  serialNumber: string,
  periods: RecordedPeriods,
  span: Span,
): Promise<LaneBar[]> {
  const stored = await tracksOf(db, serialNumber, new Date(span.from), new Date(span.until));
  return barsOfChunks(
    stored.map(({ chunk }) => chunk),
    periods,
    span,
  );
}

/** @param chunks of one robot, in order of time */
export async function barsOfChunks(
  chunks: readonly Buffer[],
  periods: RecordedPeriods,
  { from, until }: Span,
): Promise<LaneBar[]> {
  const samples: TrackSample[] = [];
  for (const [index, chunk] of chunks.entries()) {
    if (index % CHUNKS_AT_ONCE === CHUNKS_AT_ONCE - 1) await nextTurn();
    const decoded = decodeTrack(chunk);
    for (const [n, sample] of decoded.entries()) {
      const last = samples.at(-1);
      // Only changes of the state matter, and the last sample, which says until when it is known.
      const isNews = last?.status !== sample.status || last.connection !== sample.connection;
      if (isNews || n === 0 || n === decoded.length - 1) samples.push(sample);
    }
  }
  return barsOf(samples, periods, from, until);
}
