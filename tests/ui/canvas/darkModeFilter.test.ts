// @vitest-environment jsdom
/** A map picture in dark mode keeps the brightness order of a drawn plan. */
import { afterEach, describe, expect, it } from 'vitest';
import { darkModeFilter, darkModeTables } from '../../../src/ui/canvas/darkModeFilter.ts';
import type { MapPalette } from '../../../src/ui/canvas/palette.ts';

/** As in dark.css. */
const night = { outer: '#556b98', ground: '#0a111f', floor: '#1a2740' } as MapPalette;
afterEach(() => {
  document.body.innerHTML = '';
});

/** The colour a grey value maps to, 0 to 255 per channel. */
function seen(grey: number): number[] {
  return darkModeTables(night).map((table) => {
    const values = table.split(' ').map(Number);
    const at = (grey / 255) * (values.length - 1);
    const [low = 0, high = low] = [values[Math.floor(at)], values[Math.min(values.length - 1, Math.floor(at) + 1)]];
    return Math.round((low + (high - low) * (at - Math.floor(at))) * 255);
  });
}

describe('the picture of a map at night', () => {
  it('has walls as walls, free places as the floor, and what is not known as the ground', () => {
    expect(seen(0)).toEqual([0x55, 0x6b, 0x98]);
    expect(seen(204)).toEqual([0x0a, 0x11, 0x1f]);
    expect(seen(255)).toEqual([0x1a, 0x27, 0x40]);
    // The greys that map_saver writes for unknown and free.
    for (const [grey, token] of [
      [205, [0x0a, 0x11, 0x1f]],
      [254, [0x1a, 0x27, 0x40]],
    ] as const)
      seen(grey).forEach((part, i) => expect(Math.abs(part - (token[i] ?? 0))).toBeLessThan(3));
  });

  it('stands once in the page, and anew when the colours are others', () => {
    expect(darkModeFilter(night)).toBe('url(#map-picture-night)');
    darkModeFilter(night);
    expect(document.querySelectorAll('filter')).toHaveLength(1);
    const before = document.querySelector('feFuncR')?.getAttribute('tableValues');
    darkModeFilter({ ...night, outer: '#ffffff' });
    expect(document.querySelectorAll('filter')).toHaveLength(1);
    expect(document.querySelector('feFuncR')?.getAttribute('tableValues')).not.toBe(before);
  });
});
