/** ROS maps: common variants and mistakes, and that an export reads back equal. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodePgm } from '../../../contract/rules/mapFiles/pgm.ts';
import { MapFileFault, type Picture } from '../../../contract/rules/mapFiles/picture.ts';
import { encodePng } from '../../../contract/rules/mapFiles/png.ts';
import { meaningsOf } from '../../../contract/rules/mapFiles/meaning.ts';
import { pictureOfPlan } from '../../../contract/rules/mapFiles/planPicture.ts';
import { fileNameOf, readRosMap, rosMapFiles, type RosMap } from '../../../contract/rules/mapFiles/rosMap.ts';
import { readRosYaml } from '../../../contract/rules/mapFiles/rosYaml.ts';
import { readZip } from '../../../contract/rules/mapFiles/zip.ts';
import { MAP_FILE_MAX_BYTES } from '../../../contract/rules/mapLimits.ts';
import { MAPS } from '../../../demo/sites.ts';
import { zipOf } from '../../../server/files/zip.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const GREY: Picture = { width: 2, height: 2, channels: 1, data: Uint8Array.of(0, 205, 254, 255) };
const YAML =
  'image: floor.pgm\nresolution: 0.05\norigin: [-1.5, 2, 0.1]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n';
const fault = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
    return 'fine';
  } catch (error) {
    return error instanceof MapFileFault ? [error.kind, error.words] : error;
  }
};

describe('the YAML of a map', () => {
  it.each<[string, string]>([
    ['as map_saver writes it', YAML],
    [
      'with comments, quotes, other line ends and a mark in front',
      '\uFEFF# made by hand\r\n---\r\nimage: "floor.pgm"   # the picture\r\nresolution: 5.0e-2\r\norigin: [-1.5, 2.0,\r\n  0.1] # pose\r\nmode: trinary\r\n',
    ],
    [
      'with a list over lines',
      "image: 'floor.pgm'\nresolution: 0.05\norigin:\n  - -1.5\n  - 2\n  - 0.1\nnegate: false\n",
    ],
  ])('%s', (_, text) => {
    expect(readRosYaml(text)).toEqual({
      image: 'floor.pgm',
      resolution: 0.05,
      origin: { x: -1.5, y: 2, yaw: 0.1 },
      meta: { occupiedThresh: 0.65, freeThresh: 0.196, negate: false, mode: 'trinary' },
    });
  });

  it.each<[string, string, unknown]>([
    ['no image', 'resolution: 1\norigin: [0,0,0]', ['yamlFieldMissing', { field: 'image' }]],
    ['no resolution', 'image: a\norigin: [0,0,0]', ['yamlFieldMissing', { field: 'resolution' }]],
    [
      'a resolution that is no number',
      'image: a\nresolution: 5cm\norigin: [0,0,0]',
      ['yamlFieldWrong', { field: 'resolution', value: '5cm' }],
    ],
    [
      'a resolution of nothing',
      'image: a\nresolution: 0\norigin: [0,0,0]',
      ['yamlFieldWrong', { field: 'resolution', value: '0' }],
    ],
    [
      'an origin that is not a number',
      'image: a\nresolution: 1\norigin: [nan, 0, 0]',
      ['yamlFieldWrong', { field: 'origin', value: '[nan, 0, 0]' }],
    ],
    ['an origin of one', 'image: a\nresolution: 1\norigin: [1]', ['yamlFieldWrong', { field: 'origin', value: '[1]' }]],
    [
      'thresholds the wrong way round',
      'image: a\nresolution: 1\norigin: [0,0,0]\nfree_thresh: 0.9\noccupied_thresh: 0.1',
      ['yamlFieldWrong', { field: 'free_thresh', value: '0.9' }],
    ],
    [
      'a mode there is not',
      'image: a\nresolution: 1\norigin: [0,0,0]\nmode: best',
      ['yamlFieldWrong', { field: 'mode', value: 'best' }],
    ],
    ['lines that are no YAML', 'image: a\n<html>', ['yamlWrong', { line: 2 }]],
  ])('is refused with %s', async (_, text, expected) => expect(await fault(() => readRosYaml(text))).toEqual(expected));
});

describe('a ROS map', () => {
  const files = async () =>
    [
      { name: 'floor.yaml', bytes: utf8(YAML) },
      { name: 'floor.pgm', bytes: encodePgm(GREY) },
    ] as const;

  it('is read from its files in any order, from folders, from a zip, from a PNG that is called PGM', async () => {
    const [yaml, pgm] = await files();
    for (const given of [
      [yaml, pgm],
      [pgm, yaml],
      [
        {
          name: 'x.zip',
          bytes: zipOf([
            { name: 'maps/floor.pgm', bytes: pgm.bytes },
            { name: 'maps/floor.yaml', bytes: yaml.bytes },
          ]),
        },
      ],
      [yaml, { name: 'floor.pgm', bytes: await encodePng(GREY) }],
    ])
      expect(await readRosMap(given)).toMatchObject({
        picture: GREY,
        resolution: 0.05,
        origin: { x: -1.5, y: 2, yaw: 0.1 },
        title: 'floor',
      });
  });

  it('says what is missing, or twice there, or not what it says', async () => {
    const [yaml, pgm] = await files();
    expect(await fault(() => readRosMap([pgm]))).toEqual(['yamlMissing', {}]);
    expect(await fault(() => readRosMap([yaml]))).toEqual(['imageMissing', { image: 'floor.pgm', found: '—' }]);
    expect(await fault(() => readRosMap([yaml, { name: 'other.pgm', bytes: pgm.bytes }]))).toEqual([
      'imageMissing',
      { image: 'floor.pgm', found: 'other.pgm' },
    ]);
    expect(await fault(() => readRosMap([yaml, { ...yaml, name: 'b.yaml' }]))).toEqual([
      'yamlTwice',
      { first: 'floor.yaml', second: 'b.yaml' },
    ]);
    expect(await fault(() => readRosMap([yaml, { name: 'floor.pgm', bytes: utf8('no picture') }]))).toEqual([
      'notAPicture',
      { file: 'floor.pgm' },
    ]);
    expect(
      await fault(() => readRosMap([{ name: 'a.zip', bytes: utf8('PK\x03\x04 and no more of it than this') }])),
    ).toEqual(['zipWrong', {}]);
  });

  it('a zip with a changed byte, or with more in it than it says, is refused', async () => {
    const [yaml, pgm] = await files();
    const stored = zipOf([yaml, pgm], { isPacked: true });
    const at = Buffer.from(stored).indexOf('P5') + 12;
    expect(await fault(() => readZip(stored.map((byte, i) => (i === at ? byte ^ 1 : byte))))).toEqual(['zipWrong', {}]);
    const bomb = zipOf([yaml, { name: 'floor.pgm', bytes: new Uint8Array(64 << 20) }]);
    const view = new DataView(bomb.buffer);
    const entry = Buffer.from(bomb).lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    for (const [size, kind] of [
      [10, ['zipWrong', {}]],
      [MAP_FILE_MAX_BYTES, ['fileTooLarge', { limit: MAP_FILE_MAX_BYTES / 2 ** 20 }]],
    ] as const) {
      view.setUint32(entry + 24, size, true);
      expect(await fault(() => readZip(bomb))).toEqual(kind);
    }
    const full = Array.from({ length: 201 }, (_, i) => ({ name: `${i}.txt`, bytes: utf8('x') }));
    expect(await fault(() => readZip(zipOf(full)))).toEqual(['zipWrong', {}]);
  });

  it('a zip of the same files is the same, and has names in any script', async () => {
    const both = await files();
    expect(zipOf(both)).toEqual(zipOf(both));
    const named = [{ name: '地图/21F 客房.yaml', bytes: utf8(YAML) }];
    expect(await readZip(zipOf(named))).toEqual(named);
  });

  const map = fc.record({
    resolution: fc.double({ min: 0.001, max: 10, noNaN: true }),
    origin: fc.record({
      x: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
      y: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
      yaw: fc.double({ min: -7, max: 7, noNaN: true }),
    }),
    meta: fc.record({
      occupiedThresh: fc.double({ min: 0.5, max: 1, noNaN: true }),
      freeThresh: fc.double({ min: 0, max: 0.4, noNaN: true }),
      negate: fc.boolean(),
      mode: fc.constantFrom('trinary' as const, 'scale' as const, 'raw' as const),
    }),
    title: fc.string({ maxLength: 30 }),
    picture: fc
      .record({ width: fc.integer({ min: 1, max: 20 }), height: fc.integer({ min: 1, max: 20 }) })
      .chain(({ width, height }) =>
        fc
          .uint8Array({ minLength: width * height, maxLength: width * height })
          .map((data): Picture => ({ width, height, channels: 1, data })),
      ),
  });
  it('reads back what was exported', () =>
    fc.assert(
      fc.asyncProperty(map, async (one: RosMap) => {
        const zip = zipOf(rosMapFiles(one));
        expect((await readZip(zip)).map(({ name }) => name)).toEqual([
          `${fileNameOf(one.title)}.yaml`,
          `${fileNameOf(one.title)}.pgm`,
        ]);
        const read = await readRosMap([{ name: 'export.zip', bytes: zip }]);
        // -0 and 0 are the same position.
        expect({ ...read, origin: { x: read.origin.x + 0, y: read.origin.y + 0, yaw: read.origin.yaw + 0 } }).toEqual({
          ...one,
          title: fileNameOf(one.title),
          origin: { x: one.origin.x + 0, y: one.origin.y + 0, yaw: one.origin.yaw + 0 },
        });
      }),
      { numRuns: 60 },
    ));

  it('of a drawn floor knows its walls, its floor and what is beyond', () => {
    const [floor] = MAPS;
    if (!floor) throw new Error('no demo');
    const { width, height, data } = pictureOfPlan(floor.plan, floor.resolution);
    expect([width, height]).toEqual([Math.ceil(floor.plan.width / 0.05), Math.ceil(floor.plan.height / 0.05)]);
    expect(new Set(data)).toEqual(new Set([0, 205, 254]));
    for (const { x, y } of floor.points)
      expect(data[Math.floor((floor.plan.height - y) / 0.05) * width + Math.floor(x / 0.05)]).toBe(254);
  });

  it.each([
    ['trinary', false, ['occupied', 'unknown', 'free']],
    ['trinary', true, ['free', 'occupied', 'occupied']],
    ['raw', false, ['free', 'unknown', 'unknown']],
  ] as const)('greys mean what the file says: %s, negated %s', (mode, negate, expected) => {
    const meanings = meaningsOf({ occupiedThresh: 0.65, freeThresh: 0.196, negate, mode });
    expect([meanings[0], meanings[205], meanings[254]]).toEqual(expected);
  });
});
