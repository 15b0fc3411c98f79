import { describe, expect, it } from 'vitest';
import { dotAt, isDrawable, textColumns } from '../../../simulator/camera/font.ts';
import { createFrame, fillColumn, i420Size, planesOf, yuv } from '../../../simulator/camera/frame.ts';

describe('a frame', () => {
  it('has a full plane of luma and two quarter planes of chroma', () => {
    expect(i420Size(640, 360)).toBe(640 * 360 * 1.5);
    const { y, u, v } = planesOf(createFrame(5, 3));
    expect([y.length, u.length, v.length]).toEqual([15, 6, 6]);
  });

  it('knows colours in limited range', () => {
    expect(yuv(0, 0, 0)).toEqual([16, 128, 128]);
    expect(yuv(255, 255, 255)).toEqual([235, 128, 128]);
    expect(yuv(255, 0, 0)[2]).toBe(240);
    expect(yuv(0, 0, 255)[1]).toBe(240);
  });

  it("mixes the rows at a column's ends by how much of them is covered", () => {
    const planes = planesOf(createFrame(2, 8));
    planes.y.fill(100);
    fillColumn(planes, 0, 1.75, 4.5, 200, 200, 90, 150);
    expect([...planes.y].filter((_, i) => i % 2 === 0)).toEqual([100, 125, 200, 200, 150, 100, 100, 100]);
    expect([...planes.y].filter((_, i) => i % 2 === 1)).toEqual(Array(8).fill(100));
    expect([...planes.u]).toEqual([0, 90, 90, 0]);
  });

  it("cuts a column off at the picture's edges and draws nothing outside", () => {
    const planes = planesOf(createFrame(1, 4));
    fillColumn(planes, 0, -100, 2, 0, 102, 128, 128);
    fillColumn(planes, 0, 5, 9, 77, 77, 128, 128);
    expect([...planes.y]).toEqual([100, 101, 0, 0]);
  });
});

describe('the font', () => {
  it('has the printable letters of ASCII and says what it has not', () => {
    expect(isDrawable('Porter 1 ~ W1-2308')).toBe(true);
    expect(isDrawable('一号')).toBe(false);
    expect(isDrawable('')).toBe(false);
    expect(textColumns('101')).toBe(17);
  });

  it('draws a one as a stroke with a foot', () => {
    const rows = Array.from({ length: 7 }, (_, row) =>
      Array.from({ length: 5 }, (__, column) => (dotAt('1', column, row) ? '#' : '.')).join(''),
    );
    expect(rows).toEqual(['..#..', '.##..', '..#..', '..#..', '..#..', '..#..', '.###.']);
    expect(dotAt('1', 2, -1)).toBe(false);
    expect(dotAt('1', 9, 0)).toBe(false);
  });
});
