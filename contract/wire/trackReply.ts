/**
 * The binary answer of get-tracks: the length of the head in four bytes, the head as JSON, then the chunks of all robots
 * (rules/trackChunk.ts), one after another.
 */
import * as v from 'valibot';
import { TrackDamaged } from '../rules/trackChunk.ts';

export interface TrackReply {
  /** Times in which tracks were recorded, within the window. */
  periods: readonly (readonly [from: number, until: number])[];
  robots: readonly { serialNumber: string; chunks: readonly Uint8Array[] }[];
}

const size = v.pipe(v.number(), v.integer(), v.minValue(0));
const head = v.object({
  periods: v.array(v.tuple([v.number(), v.number()])),
  robots: v.array(v.object({ serialNumber: v.string(), sizes: v.array(size) })),
});
const LENGTH_BYTES = 4;

export function encodeTrackReply({ periods, robots }: TrackReply): Uint8Array {
  const about = new TextEncoder().encode(
    JSON.stringify({
      periods,
      robots: robots.map(({ serialNumber, chunks }) => ({ serialNumber, sizes: chunks.map(({ length }) => length) })),
    }),
  );
  const chunks = robots.flatMap((robot) => robot.chunks);
  const reply = new Uint8Array(LENGTH_BYTES + about.length + chunks.reduce((sum, { length }) => sum + length, 0));
  new DataView(reply.buffer).setUint32(0, about.length);
  reply.set(about, LENGTH_BYTES);
  let at = LENGTH_BYTES + about.length;
  for (const chunk of chunks) {
    reply.set(chunk, at);
    at += chunk.length;
  }
  return reply;
}

/** @throws TrackDamaged */
export function decodeTrackReply(reply: Uint8Array): TrackReply {
  if (reply.length < LENGTH_BYTES) throw new TrackDamaged('cut off');
  const length = new DataView(reply.buffer, reply.byteOffset).getUint32(0);
  let at = LENGTH_BYTES + length;
  if (at > reply.length) throw new TrackDamaged('cut off');
  const parsed = v.safeParse(head, readJson(reply.subarray(LENGTH_BYTES, at)));
  if (!parsed.success) throw new TrackDamaged('the head is not valid');
  const robots = parsed.output.robots.map(({ serialNumber, sizes }) => ({
    serialNumber,
    chunks: sizes.map((bytes) => {
      if (at + bytes > reply.length) throw new TrackDamaged('cut off');
      at += bytes;
      return reply.slice(at - bytes, at);
    }),
  }));
  if (at !== reply.length) throw new TrackDamaged('bytes after the last chunk');
  return { periods: parsed.output.periods, robots };
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
