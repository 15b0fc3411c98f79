/** A WebM as a browser records it live: no length, no index, clusters of unknown size. Frames are random bytes. */
import { randomBytes } from 'node:crypto';

const UNKNOWN = Buffer.from('01ffffffffffffff', 'hex');
const hex = (id: string): Buffer => Buffer.from(id, 'hex');
const sized = (id: string, content: Uint8Array): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length | 0x10000000);
  return Buffer.concat([hex(id), size, content]);
};
const byte = (value: number): Buffer => Buffer.from([value]);
const short = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};

export interface LiveWebm {
  clusters?: number;
  frames?: number;
  frameMs?: number;
  frameBytes?: number;
}

/** Header, then one chunk for each cluster; the first frame of a cluster is a keyframe. */
export function liveWebm({ clusters = 3, frames = 10, frameMs = 100, frameBytes = 400 }: LiveWebm = {}): Buffer[] {
  const head = Buffer.concat([
    sized('1a45dfa3', sized('4282', Buffer.from('webm'))),
    hex('18538067'),
    UNKNOWN,
    sized('1549a966', sized('2ad7b1', Buffer.from('0f4240', 'hex'))),
    sized(
      '1654ae6b',
      sized(
        'ae',
        Buffer.concat([
          sized('d7', byte(1)),
          sized('83', byte(1)),
          sized('86', Buffer.from('V_VP8')),
          sized('e0', Buffer.concat([sized('b0', short(640)), sized('ba', short(360))])),
        ]),
      ),
    ),
  ]);
  const parts = Array.from({ length: clusters }, (_, cluster) => {
    const start = cluster * frames * frameMs;
    const time = Buffer.alloc(4);
    time.writeUInt32BE(start);
    const blocks = Array.from({ length: frames }, (__, frame) => {
      const place = Buffer.alloc(3);
      place.writeInt16BE(frame * frameMs);
      place.writeUInt8(frame === 0 ? 0x80 : 0, 2);
      return sized('a3', Buffer.concat([byte(0x81), place, randomBytes(frameBytes)]));
    });
    return Buffer.concat([hex('1f43b675'), UNKNOWN, sized('e7', time), ...blocks]);
  });
  return [head, ...parts];
}
