/** PGM and PNG: every supported variant, and what is rejected before decompression. */
import { deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jpegHead } from '../../../contract/rules/mapFiles/jpeg.ts';
import { decodePgm, encodePgm } from '../../../contract/rules/mapFiles/pgm.ts';
import { MapFileFault, type Picture } from '../../../contract/rules/mapFiles/picture.ts';
import { decodePng, encodePng } from '../../../contract/rules/mapFiles/png.ts';
import { BASELINE, CMYK, PROGRESSIVE, UPRIGHT } from '../../fakes/jpegs.ts';
import { crc32 } from '../../../contract/rules/mapFiles/streams.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const kindOf = async (work: () => unknown): Promise<string> => {
  try {
    await work();
    return 'fine';
  } catch (error) {
    return error instanceof MapFileFault ? error.kind : String(error);
  }
};
const picture = fc
  .record({
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 40 }),
    channels: fc.constantFrom(1 as const, 3 as const),
  })
  .chain(({ width, height, channels }) =>
    fc
      .uint8Array({ minLength: width * height * channels, maxLength: width * height * channels })
      .map((data): Picture => ({ width, height, channels, data })),
  );

function pngOf(head: number[], raw: Uint8Array, extra: readonly [string, Uint8Array][] = []): Uint8Array {
  const chunk = (name: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const first = Buffer.alloc(13);
  first.writeUInt32BE(head[0] ?? 0, 0);
  first.writeUInt32BE(head[1] ?? 0, 4);
  first.set(head.slice(2), 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', first),
    ...extra.map(([name, data]) => chunk(name, data)),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('PGM', () => {
  it.each<[string, Uint8Array, number[]]>([
    ['in bytes', Uint8Array.of(...bytes('P5\n2 2\n255\n'), 0, 128, 254, 255), [0, 128, 254, 255]],
    [
      'with comments in its head',
      Uint8Array.of(...bytes('P5 # CREATOR: map_saver 0.050 m/pix\n# more\r\n2 #w\n2\n#h\n255\n'), 1, 2, 3, 4),
      [1, 2, 3, 4],
    ],
    ['of 16 bits', Uint8Array.of(...bytes('P5\n2 1\n65535\n'), 0xff, 0xff, 0x80, 0x80), [255, 128]],
    ['of few greys', Uint8Array.of(...bytes('P5\n3 1\n100\n'), 0, 50, 100), [0, 128, 255]],
    ['in words', bytes('P2\n# x\n2 2\n255\n0 128\n# y\n254\t255\n'), [0, 128, 254, 255]],
  ])('%s', (_, file, expected) => expect([...decodePgm(file).data]).toEqual(expected));

  it.each<[string, Uint8Array, string]>([
    ['cut off', Uint8Array.of(...bytes('P5\n2 2\n255\n'), 0, 1), 'pictureDamaged'],
    ['cut off in words', bytes('P2 2 2 255 1 2 3'), 'pictureDamaged'],
    ['a grey over its most', bytes('P2 1 1 100 101'), 'pictureDamaged'],
    ['of no greys', bytes('P5 1 1 0 x'), 'pictureDamaged'],
    ['of letters', bytes('P2 1 1 255 abc'), 'pictureDamaged'],
    ['of no size', bytes('P5 0 9 255 '), 'notAPicture'],
    ['of 300 megapixels', bytes('P5 20000 15000 255 '), 'pictureTooLarge'],
    ['a number without end', bytes(`P5 ${'9'.repeat(400)} 1 255 `), 'pictureDamaged'],
    ['another format', bytes('P6 1 1 255 xyz'), 'notAPicture'],
    ['nothing', new Uint8Array(), 'notAPicture'],
  ])('refuses one %s', async (_, file, kind) => expect(await kindOf(() => decodePgm(file))).toBe(kind));

  it('reads back what it writes', () =>
    fc.assert(
      fc.property(picture, (one) => {
        if (one.channels === 1) expect(decodePgm(encodePgm(one))).toEqual(one);
        else expect(decodePgm(encodePgm(one))).toMatchObject({ width: one.width, height: one.height, channels: 1 });
      }),
    ));
});

describe('PNG', () => {
  it('reads back what it writes, which others read as well', () =>
    fc.assert(
      fc.asyncProperty(picture, async (one) => {
        const file = await encodePng(one);
        expect(await decodePng(file)).toEqual(one);
        const at = Buffer.from(file).indexOf('IDAT');
        expect(inflateSync(file.subarray(at + 4, at + 4 + Buffer.from(file).readUInt32BE(at - 4)))).toHaveLength(
          (one.width * one.channels + 1) * one.height,
        );
      }),
      { numRuns: 50 },
    ));

  it.each<[string, Uint8Array, number, number[]]>([
    [
      'every filter',
      pngOf([2, 5, 8, 0, 0, 0, 0], Uint8Array.of(0, 10, 20, 1, 5, 5, 2, 1, 1, 3, 2, 2, 4, 1, 1)),
      1,
      [10, 20, 5, 10, 6, 11, 5, 10, 6, 11],
    ],
    ['one bit', pngOf([4, 1, 1, 0, 0, 0, 0], Uint8Array.of(0, 0b10100000)), 1, [255, 0, 255, 0]],
    ['16 bits', pngOf([1, 1, 16, 0, 0, 0, 0], Uint8Array.of(0, 0x80, 0x80)), 1, [128]],
    [
      'a palette',
      pngOf([2, 1, 4, 3, 0, 0, 0], Uint8Array.of(0, 0x10), [['PLTE', Uint8Array.of(1, 2, 3, 4, 5, 6)]]),
      3,
      [4, 5, 6, 1, 2, 3],
    ],
    ['what is see-through on white', pngOf([2, 1, 8, 4, 0, 0, 0], Uint8Array.of(0, 0, 0, 100, 255)), 1, [255, 100]],
    [
      'past a colour profile that would unpack to 64 MiB',
      pngOf([1, 1, 8, 0, 0, 0, 0], Uint8Array.of(0, 7), [
        ['iCCP', Buffer.concat([Buffer.from('x\0\0'), deflateSync(Buffer.alloc(64 << 20))])],
      ]),
      1,
      [7],
    ],
    ['colours with alpha', pngOf([1, 1, 8, 6, 0, 0, 0], Uint8Array.of(0, 1, 2, 3, 255)), 3, [1, 2, 3]],
  ])('reads %s', async (_, file, channels, data) => {
    const read = await decodePng(file);
    expect([read.channels, [...read.data]]).toEqual([channels, data]);
  });

  const fine = pngOf([1, 1, 8, 0, 0, 0, 0], Uint8Array.of(0, 9));
  it.each<[string, Uint8Array, string]>([
    ['cut off', fine.subarray(0, 50), 'pictureDamaged'],
    ['with a byte changed', Uint8Array.from(fine, (byte, i) => (i === 44 ? byte ^ 1 : byte)), 'pictureDamaged'],
    ['of 300 megapixels', pngOf([20_000, 15_000, 8, 0, 0, 0, 0], Uint8Array.of(0)), 'pictureTooLarge'],
    ['that unfolds to more than it says', pngOf([1, 1, 8, 0, 0, 0, 0], new Uint8Array(1 << 20)), 'pictureDamaged'],
    ['that unfolds to less', pngOf([9, 9, 8, 0, 0, 0, 0], Uint8Array.of(0, 1)), 'pictureDamaged'],
    ['interlaced', pngOf([1, 1, 8, 0, 0, 0, 1], Uint8Array.of(0, 9)), 'pictureUnsupported'],
    ['of a kind there is not', pngOf([1, 1, 8, 5, 0, 0, 0], Uint8Array.of(0, 9)), 'pictureUnsupported'],
    ['that is none', bytes('GIF89a'), 'notAPicture'],
  ])('refuses one %s', async (_, file, kind) => expect(await kindOf(() => decodePng(file))).toBe(kind));
});

describe('the head of a JPEG', () => {
  const whole = { width: 24, height: 16, isWhole: true };
  it.each<[string, Uint8Array, unknown]>([
    ['baseline', BASELINE, whole],
    ['progressive', PROGRESSIVE, whole],
    ['of four inks', CMYK, whole],
    ['turned by its EXIF: as it is stored', UPRIGHT, whole],
    ['with more after its end', Uint8Array.of(...BASELINE, 1, 2, 3), whole],
    ['with marks filled up', Uint8Array.of(0xff, 0xd8, 0xff, 0xff, ...BASELINE.subarray(2)), whole],
    ['cut off', BASELINE.subarray(0, BASELINE.length - 9), { ...whole, isWhole: false }],
    ['cut off in a later scan', PROGRESSIVE.subarray(0, PROGRESSIVE.length - 30), { ...whole, isWhole: false }],
    ['cut off before its size', BASELINE.subarray(0, 30), null],
    ['that is none', bytes('GIF89a and more of it'), null],
    ['of nothing', new Uint8Array(), null],
  ])('%s', (_, file, expected) => expect(jpegHead(file)).toEqual(expected));
});
