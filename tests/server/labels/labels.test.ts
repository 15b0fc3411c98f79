/**
 * Generated labels: every code decoded by an independent reader, names complete or truncated with an ellipsis, whatever
 * characters they hold.
 */
import { describe, expect, it } from 'vitest';
import type { LabelledPoint } from '../../../contract/endpoints/pointLabels.ts';
import { labelSheet, pointAddress, type LabelSize, type Paper } from '../../../contract/rules/pointLabels.ts';
import { decodePng } from '../../../contract/rules/mapFiles/png.ts';
import { readZip } from '../../../contract/rules/mapFiles/zip.ts';
import { fitText } from '../../../server/labels/textFitting.ts';
import { labelFont } from '../../../server/labels/font.ts';
import { labelSheets } from '../../../server/labels/labelSheets.ts';
import { fileNames, labelZip } from '../../../server/labels/labelZip.ts';
import { labelMapInset } from '../../../server/labels/labelMapInset.ts';
import { codeIn, codeInPng, drawPdf } from '../../fakes/readLabels.ts';

const NAMES = [
  '大堂接待处',
  'Kitchen pass',
  '一二三四五六七八九十',
  '😀 \u202e<b>ไทย</b>',
  'W'.repeat(20),
  'Café – Žižka',
  '门',
];
const label = (i: number, change: Partial<LabelledPoint> = {}): LabelledPoint => ({
  areaId: `p-${i}`,
  name: NAMES[i % NAMES.length] ?? '',
  kinds: i % 2 ? ['充电点', '电梯点'] : [],
  map: { mapId: 'm', floor: '21F', name: '客房层' },
  site: '海港酒店',
  address: pointAddress('https://roundhouse.example.org', `1f0c2b7e-3b0a-4bde-9d52-0a1b2c3d4e${i}`),
  ...change,
});
const many = (count: number) => Array.from({ length: count }, (_, i) => label(i));
async function pdfOf(labels: readonly LabelledPoint[], paper: Paper, size: LabelSize): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of labelSheets(labels, { paper, size, title: '21F', language: 'zh-CN' })) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('sheets', () => {
  for (const [paper, size] of [
    ['A4', 'small'],
    ['A4', 'medium'],
    ['Letter', 'large'],
  ] as const) {
    it(`${paper}, ${size}: each code on its own label leads to its own point`, { timeout: 120_000 }, async () => {
      const sheet = labelSheet(paper, size);
      const labels = many(sheet.perPage + 1);
      const pages = await drawPdf(await pdfOf(labels, paper, size));
      expect(pages).toHaveLength(2);
      const found = labels.map((_, i) => {
        const page = pages[Math.floor(i / sheet.perPage)];
        const [column, row] = [i % sheet.columns, Math.floor((i % sheet.perPage) / sheet.columns)];
        const [left, top] = [
          (sheet.left + column * sheet.width) / sheet.paperWidth,
          (sheet.top + row * sheet.height) / sheet.paperHeight,
        ];
        return page
          ? codeIn(page, {
              left,
              top,
              right: left + sheet.width / sheet.paperWidth,
              bottom: top + sheet.height / sheet.paperHeight,
            })
          : null;
      });
      expect(found).toEqual(labels.map(({ address }) => address));
      const text = pages.map((page) => page.text).join('\n');
      for (const words of ['大堂接待处', '客房层', '海港酒店', '充电点', '21F']) expect(text).toContain(words);
    });
  }
});

describe('pictures', () => {
  it(
    'come one for each point, under names unlike each other, with a code that can be read',
    { timeout: 120_000 },
    async () => {
      const labels = many(NAMES.length);
      const files = await readZip(await labelZip(labels));
      expect(files.map(({ name }) => name)).toEqual(fileNames(labels).map((name) => `${name}.png`));
      expect(await Promise.all(files.map(({ bytes }) => codeInPng(bytes)))).toEqual(
        labels.map(({ address }) => address),
      );
      // The name is below the code: dark pixels where blank paper would be.
      const { width, height, data } = await decodePng(files[0]?.bytes ?? new Uint8Array());
      expect(data.subarray(width * (width + 4), width * (height - 20)).some((shade) => shade < 64)).toBe(true);
    },
  );

  it('have safe names, whatever points are called', () => {
    const map = { mapId: 'm', floor: '1F', name: '' };
    const named = (...names: string[]) => fileNames(names.map((name) => ({ name, map })));
    expect(named('大堂', '大堂', 'Bar', 'bar', '../../etc', 'a/b\\c:d', '😀', 'CON')).toEqual([
      '1F-大堂',
      '1F-大堂-2',
      '1F-Bar',
      '1F-bar-2',
      '1F-..-..-etc',
      '1F-a-b-c-d',
      '1F',
      '1F-CON',
    ]);
    expect(named('x-2', 'x', 'x')).toEqual(['1F-x-2', '1F-x', '1F-x-3']);
  });
});

describe('words on a label', () => {
  const fit = async (text: string, width: number, sizes = [12, 8], lines = 2) => {
    const { drawable, widthOf } = await labelFont();
    return fitText(drawable(text), { width, sizes, lines, widthOf });
  };
  it('stay large while there is room, break between words or anywhere in Chinese, shrink, and are cut last', async () => {
    expect(await fit('大堂', 100)).toEqual({ size: 12, lines: ['大堂'] });
    expect(await fit('一二三四五六', 40)).toEqual({ size: 12, lines: ['一二三', '四五六'] });
    expect(await fit('Kitchen pass', 60)).toEqual({ size: 12, lines: ['Kitchen', 'pass'] });
    expect((await fit('一二三四五六七八', 40)).size).toBe(8);
    const cut = await fit('W'.repeat(60), 40);
    expect(cut.lines).toHaveLength(2);
    expect(cut.lines[1]?.endsWith('…')).toBe(true);
    expect(await fit('', 40)).toEqual({ size: 12, lines: [] });
  });
  it('have a box for what the font lacks, and nothing that turns the line about', async () => {
    const { drawable } = await labelFont();
    expect(drawable('a\u202e😀\u0000ไ文')).toBe('a□□文');
  });
});

it('the walls about a point are told, those far away are not, and a picture has none', () => {
  const wall = (x: number) => ({ from: [x, 0] as [number, number], to: [x, 3] as [number, number] });
  const found = labelMapInset(
    {
      walls: [wall(2), wall(40)],
      outerWalls: [],
      rooms: [
        { x: 0, y: 0, w: 4, h: 3 },
        { x: 40, y: 0, w: 4, h: 3 },
      ],
    },
    1,
    1,
  );
  expect(found).toMatchObject({
    x: 1,
    y: 1,
    walls: [
      [
        [2, 0],
        [2, 3],
      ],
    ],
    rooms: [{ x: 0, y: 0, w: 4, h: 3 }],
  });
  expect(labelMapInset({ walls: [], outerWalls: [], rooms: [] }, 1, 1)).toBeNull();
});
