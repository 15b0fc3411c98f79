/** Picture detection: by content, for complete files only, and never decoded beyond the declared size. */
import { describe, expect, it } from 'vitest';
import { pictureOf } from '../../../server/files/picture.ts';
import { jpeg, png, webp } from '../../fakes/pictures.ts';

const of = (bytes: Buffer) => pictureOf(bytes, 1_024);

describe('a picture', () => {
  it.each([
    ['PNG', png(30, 20), { type: 'image/png', width: 30, height: 20 }],
    ['JPEG', jpeg(300, 200), { type: 'image/jpeg', width: 300, height: 200 }],
    ['lossless WebP', webp.lossless, { type: 'image/webp', width: 1, height: 1 }],
    ['lossy WebP', webp.lossy, { type: 'image/webp', width: 1, height: 1 }],
    ['extended WebP', webp.extended(640, 480), { type: 'image/webp', width: 640, height: 480 }],
    [
      'PNG with words in it',
      png(3, 3, { more: [['tEXt', Buffer.from('Comment\0hello')]] }),
      { type: 'image/png', width: 3, height: 3 },
    ],
    // The size is read, so that the picture can be refused for it.
    [
      'PNG that is too large to be looked into',
      png(60_000, 60_000, { pixels: 10 }),
      { type: 'image/png', width: 60_000, height: 60_000 },
    ],
  ] as const)('%s is told by its bytes', async (_, bytes, found) => expect(await of(bytes)).toEqual(found));

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['words', Buffer.from('GIF89a and so on, quite long enough')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page that begins as PNG', Buffer.concat([png(3, 3).subarray(0, 8), Buffer.from('<script>alert(1)</script>')])],
    ['PNG with a page behind it', Buffer.concat([png(3, 3), Buffer.from('<script>')])],
    ['PNG cut short', png(30, 20).subarray(0, -5)],
    ['PNG with a wrong sum', Buffer.from(png(3, 3).map((byte, i) => (i === 20 ? byte ^ 1 : byte)))],
    ['PNG without size', png(0, 20)],
    [
      'PNG in more parts than any has',
      png(3, 3, { more: Array.from({ length: 6_000 }, () => ['tEXt', Buffer.alloc(0)] as [string, Buffer]) }),
    ],
    ['PNG that moves', png(3, 3, { more: [['acTL', Buffer.alloc(8)]] })],
    ['PNG that unfolds to more than it says', png(10, 10, { pixels: 5_000_000 })],
    ['JPEG cut short', jpeg(30, 20).subarray(0, -2)],
    ['JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2, 0xff, 0xd9])],
    ['JPEG with a page behind it', Buffer.concat([jpeg(3, 3), Buffer.from('<script>')])],
    ['WebP with a page behind it', Buffer.concat([webp.lossless, Buffer.from('<script>')])],
    ['WebP that moves', webp.extended(3, 3, 0x02)],
    ['WebP cut short', webp.lossy.subarray(0, 20)],
  ])('%s is none', async (_, bytes) => expect(await of(bytes)).toBeNull());
});
