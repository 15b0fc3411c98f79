/** The way that a robot drove for a run or a delivery, read from its tracks without keeping the event loop busy. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DrivenWay } from '../../contract/entities/drivenWay.ts';
import { decodeTrack, TrackDamaged, type TrackSample } from '../../contract/rules/trackChunk.ts';
import type { Db } from '../db/database.ts';
import { tracksOf } from '../db/repositories/tracks.ts';

/** Positions of a way in one answer. */
export const WAY_PLACES_MAX = 1_500;
/** A loop can go on for days: of a longer way the last part is read, ms. */
export const WAY_MAX_MS = 12 * 3_600_000;
/** Chunks decoded in one turn of the event loop, about 5 ms. */
const CHUNKS_AT_ONCE = 120;

/**
 * Empty without tracks, and for a sample record, which took no time on any robot.
 * @param until ms since 1970, as `from`
 */
export async function drivenWay(
  db: Db,
  { serialNumber, from, until, demo = false }: { serialNumber: string; from: number; until: number; demo?: boolean },
): Promise<DrivenWay> {
  if (serialNumber === '' || demo) return [];
  const begin = Math.max(from, until - WAY_MAX_MS);
  const places: DrivenWay = [];
  const chunks = await tracksOf(db, serialNumber, new Date(begin), new Date(until));
  for (const [index, { chunk }] of chunks.entries()) {
    if (index % CHUNKS_AT_ONCE === CHUNKS_AT_ONCE - 1) await nextTurn();
    for (const { at, pose } of readable(chunk)) if (pose && at >= begin && at <= until) places.push({ at, ...pose });
  }
  const step = Math.max(1, Math.ceil(places.length / WAY_PLACES_MAX));
  return places.filter((_, i) => i % step === 0 || i === places.length - 1);
}

/** Without what is damaged: the record is shown all the same. */
function readable(chunk: Uint8Array): readonly TrackSample[] {
  try {
    return decodeTrack(chunk);
  } catch (error) {
    if (error instanceof TrackDamaged) return [];
    throw error;
  }
}
