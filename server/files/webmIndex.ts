/**
 * Makes a seekable file of a WebM that was recorded live. A browser writes such a file without its length and without an
 * index, and a closed tab cuts it off anywhere. The file is read twice in blocks: once for the index, once to copy it.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { createByteReader, EndOfBytes, type ByteReader } from './byteReader.ts';

type Source = () => AsyncIterable<Uint8Array>;

export interface WebmIndex {
  /** Bytes of the element, header included. */
  ebml: Buffer;
  tracks: Buffer;
  /** Nanoseconds per unit of timestamps. */
  scale: number;
  video: { track: number; width: number; height: number };
  clusters: Cluster[];
  /** In units of `scale`. */
  duration: number;
}
interface Cluster {
  /** Range of the content in the source. */
  start: number;
  end: number;
  timestamp: number;
  /** Whether it contains a frame that can be decoded by itself. */
  hasKeyframe: boolean;
}

const ID = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  entry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  block: 0xa3,
  group: 0xa0,
  cues: 0x1c53bb6b,
  cue: 0xbb,
  cueTime: 0xb3,
  cuePositions: 0xb7,
  cueTrack: 0xf7,
  cuePosition: 0xf1,
} as const;
/** Elements that end a cluster of unknown length. */
const TOP_LEVEL: readonly number[] = [ID.cluster, ID.info, ID.tracks, ID.cues, 0x114d9b74, 0x1254c367, 0x1941a469];
const MILLISECOND_NS = 1_000_000;
const VIDEO_TRACK = 1;
/** Largest element that is read as a whole; a number has at most 8 bytes. */
const WHOLE_MAX = 64 * 1024;
const NUMBER_BYTES = 8;
const CLUSTERS_MAX = 20_000;
/** More than a recording of the longest time has frames. What comes after them counts as cut off. */
const ELEMENTS_MAX = 200_000;
/** Small elements are in memory already: without a pause, many of them would keep the server from everything else. */
const ELEMENTS_PER_TURN = 1_000;

/**
 * @param signal rejects with its reason
 * @returns null for content that is no WebM with a frame of video
 */
export async function indexOfWebm(source: Source, signal?: AbortSignal): Promise<WebmIndex | null> {
  const reader = createByteReader(source());
  const clusters: Cluster[] = [];
  const found: Partial<WebmIndex> = {};
  let last = 0;
  let frames = 0;
  let elements = 0;
  const nextElement = async (): Promise<ElementHead> => {
    elements += 1;
    if (elements > ELEMENTS_MAX) throw new EndOfBytes();
    if (elements % ELEMENTS_PER_TURN === 0) await turn();
    signal?.throwIfAborted();
    return elementOf(reader);
  };
  try {
    const head = await nextElement();
    if (head.id !== ID.ebml || head.size === null) return null;
    found.ebml = element(ID.ebml, await whole(reader, head.size));
    const segment = await nextElement();
    if (segment.id !== ID.segment) return null;
    for (let next = await nextElement(); clusters.length < CLUSTERS_MAX;) {
      if (next.id === ID.cluster) {
        const start = reader.at();
        const cluster: Cluster = { start, end: start, timestamp: 0, hasKeyframe: false };
        clusters.push(cluster);
        const limit = next.size === null ? Infinity : start + next.size;
        for (;;) {
          if (reader.at() >= limit) {
            next = await nextElement();
            break;
          }
          const child = await nextElement();
          if (next.size === null && TOP_LEVEL.includes(child.id)) {
            next = child;
            break;
          }
          if (child.size === null) return null;
          if (child.id === ID.timestamp) cluster.timestamp = numberOf(await whole(reader, child.size, NUMBER_BYTES));
          else if (child.id === ID.block) {
            const [track, offset, flags] = blockHead(await reader.read(Math.min(child.size, 4)));
            await reader.skip(child.size - Math.min(child.size, 4));
            last = Math.max(last, cluster.timestamp + offset);
            if (track === found.video?.track) {
              frames += 1;
              cluster.hasKeyframe ||= (flags & 0x80) !== 0;
            }
          } else await reader.skip(child.size);
          cluster.end = reader.at();
        }
        continue;
      }
      if (next.size === null) return null;
      // Each occurs once; what repeats it is passed over.
      if (next.id === ID.info && found.scale === undefined) found.scale = scaleIn(await whole(reader, next.size));
      else if (next.id === ID.tracks && !found.tracks) {
        const body = await whole(reader, next.size);
        found.tracks = element(ID.tracks, body);
        const video = videoIn(body);
        if (!video) return null;
        found.video = video;
      } else await reader.skip(next.size);
      next = await nextElement();
    }
  } catch (error) {
    // The end of the file, or where it was cut off: what is before it counts.
    if (!(error instanceof EndOfBytes)) throw error;
  } finally {
    await reader.close();
  }
  const { ebml, tracks, video, scale = MILLISECOND_NS } = found;
  const filled = clusters.filter(({ start, end }) => end > start);
  if (!ebml || !tracks || !video || frames === 0) return null;
  // The last frame is shown as long as the others.
  const duration = last + (frames > 1 ? last / (frames - 1) : 0);
  return { ebml, tracks, video, scale, clusters: filled, duration };
}

export const webmDurationMs = ({ duration, scale }: Pick<WebmIndex, 'duration' | 'scale'>): number =>
  Math.round((duration * scale) / MILLISECOND_NS);

const CLUSTER_HEAD_BYTES = 12;

/** The file with its length at the start and an index of its clusters. */
export async function* seekableWebm(source: Source, index: WebmIndex): AsyncIterable<Uint8Array> {
  const { ebml, tracks, scale, duration, clusters, video } = index;
  const info = element(
    ID.info,
    Buffer.concat([
      element(ID.scale, unsigned(scale)),
      element(ID.duration, float(duration)),
      element(0x4d80, Buffer.from('Roundhouse')),
      element(0x5741, Buffer.from('Roundhouse')),
    ]),
  );
  const cued = clusters.filter(({ hasKeyframe }) => hasKeyframe);
  const cuesOf = (positions: ReadonlyMap<Cluster, number>): Buffer =>
    element(
      ID.cues,
      Buffer.concat(
        cued.map((cluster) =>
          element(
            ID.cue,
            Buffer.concat([
              element(ID.cueTime, unsigned(cluster.timestamp)),
              element(
                ID.cuePositions,
                Buffer.concat([
                  element(ID.cueTrack, unsigned(video.track)),
                  element(ID.cuePosition, unsigned(positions.get(cluster) ?? 0)),
                ]),
              ),
            ]),
          ),
        ),
      ),
    );
  const cuesBytes = cued.length === 0 ? 0 : cuesOf(new Map()).length;
  let position = info.length + tracks.length + cuesBytes;
  const positions = new Map<Cluster, number>();
  for (const cluster of clusters) {
    positions.set(cluster, position);
    position += CLUSTER_HEAD_BYTES + (cluster.end - cluster.start);
  }
  yield Buffer.concat([
    ebml,
    header(ID.segment, position),
    info,
    tracks,
    ...(cued.length === 0 ? [] : [cuesOf(positions)]),
  ]);
  const reader = createByteReader(source());
  try {
    for (const { start, end } of clusters) {
      await reader.skip(start - reader.at());
      yield header(ID.cluster, end - start);
      yield* reader.pass(end - start);
    }
  } finally {
    await reader.close();
  }
}

interface ElementHead {
  id: number;
  /** null: unknown, up to the next element of its level. */
  size: number | null;
}

async function elementOf(reader: ByteReader): Promise<ElementHead> {
  const [first = 0] = await reader.read(1);
  const idLength = Math.clz32(first) - 23;
  if (idLength > 4) throw new EndOfBytes();
  const id = [first, ...(await reader.read(idLength - 1))].reduce((sum, byte) => sum * 256 + byte, 0);
  const [mark = 0] = await reader.read(1);
  const length = Math.clz32(mark) - 23;
  if (length > 8) throw new EndOfBytes();
  const rest = await reader.read(length - 1);
  const head = mark & (0xff >> length);
  const isUnknown = head === 0xff >> length && rest.every((byte) => byte === 0xff);
  return { id, size: isUnknown ? null : rest.reduce((sum, byte) => sum * 256 + byte, head) };
}

async function whole(reader: ByteReader, size: number, most = WHOLE_MAX): Promise<Buffer> {
  if (size > most) throw new EndOfBytes();
  return reader.read(size);
}

/** Elements of a body that is in memory. */
function* elementsIn(body: Buffer): Generator<{ id: number; content: Buffer }> {
  for (let at = 0; at < body.length;) {
    const idLength = Math.clz32(body[at] ?? 0) - 23;
    const sizeAt = at + idLength;
    const mark = body[sizeAt] ?? 0;
    const length = Math.clz32(mark) - 23;
    if (idLength > 4 || length > 8 || sizeAt + length > body.length) return;
    const size = body
      .subarray(sizeAt + 1, sizeAt + length)
      .reduce((sum, byte) => sum * 256 + byte, mark & (0xff >> length));
    const start = sizeAt + length;
    if (start + size > body.length) return;
    yield { id: body.readUIntBE(at, idLength), content: body.subarray(start, start + size) };
    at = start + size;
  }
}

const numberOf = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
const numberIn = (body: Buffer, id: number): number => {
  for (const one of elementsIn(body)) if (one.id === id) return numberOf(one.content);
  return 0;
};
const scaleIn = (info: Buffer): number => numberIn(info, ID.scale) || MILLISECOND_NS;

function videoIn(tracks: Buffer): WebmIndex['video'] | null {
  for (const { id, content } of elementsIn(tracks)) {
    if (id !== ID.entry || numberIn(content, ID.trackType) !== VIDEO_TRACK) continue;
    const track = numberIn(content, ID.trackNumber);
    for (const one of elementsIn(content))
      if (one.id === ID.video)
        return { track, width: numberIn(one.content, ID.width), height: numberIn(one.content, ID.height) };
    return { track, width: 0, height: 0 };
  }
  return null;
}

/** Track, time after the cluster, flags. Track numbers above 126 do not occur. */
const blockHead = (bytes: Buffer): [track: number, offset: number, flags: number] =>
  bytes.length < 4 ? [0, 0, 0] : [bytes.readUInt8(0) & 0x7f, bytes.readInt16BE(1), bytes.readUInt8(3)];

function header(id: number, size: number): Buffer {
  const name = Buffer.from(id.toString(16).padStart(2, '0'), 'hex');
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(size) | (1n << 56n));
  return Buffer.concat([name, length]);
}
const element = (id: number, content: Buffer): Buffer => Buffer.concat([header(id, content.length), content]);
/** Always 8 bytes, so that the size of the index does not depend on what it holds. */
function unsigned(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(Math.max(0, Math.round(value))));
  return bytes;
}
function float(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}
