/** A live WebM becomes a file with a length and an index; what a cut-off file lacks is left out. */
import { describe, expect, it } from 'vitest';
import { indexOfWebm, seekableWebm, webmDurationMs } from '../../../server/files/webmIndex.ts';
import { liveWebm } from '../../fakes/webm.ts';

async function* chunksOf(bytes: Buffer, size: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const all = async (source: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
};
const made = async (bytes: Buffer, size = 1_000) => {
  const source = () => chunksOf(bytes, size);
  const index = await indexOfWebm(source);
  return index && { index, file: await all(seekableWebm(source, index)) };
};

describe('a live recording', () => {
  const [head = Buffer.alloc(0), ...clusters] = liveWebm({ clusters: 3, frames: 10, frameMs: 100 });
  const live = Buffer.concat([head, ...clusters]);

  it.each([1, 7, 100_000])('in chunks of %d bytes has its length, its size and all its frames', async (size) => {
    const found = await made(live, size);
    expect(found?.index).toMatchObject({ video: { track: 1, width: 640, height: 360 } });
    expect(webmDurationMs(found?.index ?? { duration: 0, scale: 1 })).toBe(3_000);
    for (const cluster of clusters) expect(found?.file.includes(cluster.subarray(12))).toBe(true);
  });

  it('has an index that leads to its clusters, and none of unknown length', async () => {
    const { file } = (await made(live)) ?? { file: Buffer.alloc(0) };
    const segment = file.indexOf(Buffer.from('18538067', 'hex'));
    const content = segment + 12;
    expect(Number(file.readBigUInt64BE(segment + 4) & 0xffffffffffffffn)).toBe(file.length - content);
    const position = Buffer.from('f10100000000000008', 'hex');
    const places: number[] = [];
    for (let at = file.indexOf(position); at >= 0; at = file.indexOf(position, at + 1))
      places.push(Number(file.readBigUInt64BE(at + position.length)));
    expect(places).toHaveLength(3);
    for (const place of places) {
      expect(file.readUInt32BE(content + place)).toBe(0x1f43b675);
      expect(file.readBigUInt64BE(content + place + 4)).not.toBe(0x01ffffffffffffffn);
    }
    // An indexed file stays as it is.
    expect((await made(file))?.file.equals(file)).toBe(true);
  });

  it('that is cut off anywhere ends with its last whole frame', async () => {
    const cut = live.subarray(0, live.length - 150);
    const found = await made(cut);
    expect(found?.index.clusters).toHaveLength(3);
    expect(webmDurationMs(found?.index ?? { duration: 0, scale: 1 })).toBe(2_900);
    expect(found?.file.includes(live.subarray(live.length - 150 - 50, live.length - 150))).toBe(false);
  });
});

describe('a crafted file', () => {
  const [head = Buffer.alloc(0), ...clusters] = liveWebm({ clusters: 1 });
  /** Two bytes each. */
  const voids = (count: number): Buffer => Buffer.alloc(count * 2, Buffer.from('ec80', 'hex'));
  const once = (bytes: Buffer) => () => chunksOf(bytes, bytes.length);
  const infoAt = head.indexOf(Buffer.from('1549a966', 'hex'));
  const tracksAt = head.indexOf(Buffer.from('1654ae6b', 'hex'));

  it('of empty elements leaves the server time for others, and is read up to a limit', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const found = await indexOfWebm(once(Buffer.concat([head, ...clusters, voids(199_000), ...clusters])));
    isOver = true;
    expect(turns).toBeGreaterThan(150);
    expect(found?.clusters).toHaveLength(2);
    // The same with more of them: what comes behind is cut off.
    const cut = await indexOfWebm(once(Buffer.concat([head, ...clusters, voids(200_000), ...clusters])));
    expect(cut?.clusters).toHaveLength(1);
  });

  it('ends when the job is aborted', async () => {
    const abort = new AbortController();
    const reading = indexOfWebm(once(Buffer.concat([head, voids(100_000)])), abort.signal);
    setImmediate(() => abort.abort(new Error('stopped')));
    await expect(reading).rejects.toThrow('stopped');
  });

  it('that repeats its description is read by the first, and none is read that is too large', async () => {
    const other = Buffer.from(head.subarray(infoAt));
    other.writeUIntBE(0x010000, other.indexOf(Buffer.from('0f4240', 'hex')), 3);
    const found = await indexOfWebm(once(Buffer.concat([head, other, ...clusters])));
    expect(found?.scale).toBe(1_000_000);
    const large = Buffer.concat([Buffer.from('1654ae6b10010001', 'hex'), Buffer.alloc(65_537)]);
    expect(await indexOfWebm(once(Buffer.concat([head.subarray(0, tracksAt), large, ...clusters])))).toBeNull();
    const time = Buffer.concat([Buffer.from('1f43b67501ffffffffffffffe789', 'hex'), Buffer.alloc(9)]);
    expect(await indexOfWebm(once(Buffer.concat([head, time, ...clusters])))).toBeNull();
  });
});

it.each([
  ['nothing', Buffer.alloc(0)],
  ['something else', Buffer.from('no video at all, but long enough to be one')],
  ['a head without a frame', liveWebm()[0] ?? Buffer.alloc(0)],
])('%s is no recording', async (_, bytes) => {
  expect(await indexOfWebm(() => chunksOf(bytes, 10))).toBeNull();
});
