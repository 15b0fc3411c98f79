/** Placement of labels on paper, and the targets of their codes. */
import { describe, expect, it } from 'vitest';
import {
  isOwnDeviceOnly,
  LABEL_SIZES,
  labelSheet,
  pagesOf,
  PAPERS,
  pointAddress,
} from '../../../contract/rules/pointLabels.ts';
import { codeIn, readScanned } from '../../../contract/rules/scanned.ts';

describe('a sheet of labels', () => {
  for (const paper of PAPERS) {
    for (const size of LABEL_SIZES) {
      it(`${paper}, ${size}: stands in the middle, with a margin that printers leave`, () => {
        const { paperWidth, paperHeight, width, height, columns, rows, left, top, perPage } = labelSheet(paper, size);
        expect(2 * left + columns * width).toBeCloseTo(paperWidth);
        expect(2 * top + rows * height).toBeCloseTo(paperHeight);
        expect(Math.min(left, top)).toBeGreaterThan(6);
        expect(perPage).toBe(columns * rows);
      });
    }
  }
  it('counts its pages', () => {
    expect([0, 1, 21, 22].map((labels) => pagesOf(labels, 'A4', 'small'))).toEqual([0, 1, 1, 2]);
  });
});

describe('the address of a point', () => {
  it('is one that the companion app reads, of its own cloud only', () => {
    const address = pointAddress('https://rh.example', 'a:b.c@d');
    expect(readScanned(address, 'https://rh.example')).toEqual({ kind: 'point', code: 'a:b.c@d' });
    expect(readScanned(address, 'https://other.example')).toEqual({ kind: 'elsewhere', host: 'rh.example' });
    expect(codeIn('?point=p-1')).toEqual({ kind: 'point', code: 'p-1' });
    for (const wrong of ['?point=', '?point=a%20b', '?point=%3Cb%3E', `?point=${'x'.repeat(65)}`])
      expect(codeIn(wrong)).toBeNull();
  });

  it('says when no phone could open it', () => {
    for (const own of [
      'http://localhost:3000/mini-program',
      'http://127.0.0.1/x',
      'http://[::1]:80/',
      'http://0.0.0.0:3000/',
    ])
      expect(isOwnDeviceOnly(own)).toBe(true);
    for (const far of [
      'https://rh.example/',
      'http://127.example.org/',
      'http://192.168.1.5:3000/',
      'https://localhost.example/',
    ])
      expect(isOwnDeviceOnly(far)).toBe(false);
  });
});
