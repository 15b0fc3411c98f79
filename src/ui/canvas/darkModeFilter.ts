/**
 * Maps an occupancy grid image to the dark theme: free space takes the colour of the floor, obstacles that of the
 * walls, unknown space that of the background. Plain inversion would make unknown space lighter than the floor and the
 * walls too bright.
 */
import type { MapPalette } from './palette.ts';

const ID = 'map-picture-night';
const SVG = 'http://www.w3.org/2000/svg';
/** Grey levels from black to white in even steps; the last but one, 204, is the value that maps use for unknown. */
const STEPS = 6;

type Colour = readonly [red: number, green: number, blue: number];
/** Channels of `#rrggbb`, each 0 to 1. */
const partsOf = (hex: string): Colour =>
  [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) || 0) / 255) as unknown as Colour;

/** Per channel, the output for each grey level, as `tableValues` of an SVG filter. Pure. */
export function darkModeTables({
  outer,
  ground,
  floor,
}: Pick<MapPalette, 'outer' | 'ground' | 'floor'>): readonly [string, string, string] {
  const [wall, unknown, free] = [partsOf(outer), partsOf(ground), partsOf(floor)];
  const tableOf = (channel: 0 | 1 | 2): string =>
    Array.from({ length: STEPS }, (_, step) => {
      const part = Math.min(1, step / (STEPS - 2));
      return (step === STEPS - 1 ? free[channel] : wall[channel] + (unknown[channel] - wall[channel]) * part).toFixed(
        4,
      );
    }).join(' ');
  return [tableOf(0), tableOf(1), tableOf(2)];
}

/** Value for a canvas context's `filter`; the SVG filter is added to the page once. */
export function darkModeFilter(palette: MapPalette): string {
  const tables = darkModeTables(palette);
  const known = document.getElementById(ID);
  if (known?.dataset['tables'] !== tables.join()) {
    known?.closest('svg')?.remove();
    document.body.append(filterOf(tables));
  }
  return `url(#${ID})`;
}

function filterOf(tables: readonly string[]): SVGElement {
  const make = (name: string, attributes: Readonly<Record<string, string>>, ...children: Element[]): SVGElement => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const channels = tables.map((tableValues, i) => make(`feFunc${'RGB'[i] ?? ''}`, { type: 'table', tableValues }));
  return make(
    'svg',
    { width: '0', height: '0', class: 'absolute', 'aria-hidden': 'true' },
    make(
      'filter',
      {
        id: ID,
        'data-tables': tables.join(),
        'color-interpolation-filters': 'sRGB',
        x: '0',
        y: '0',
        width: '1',
        height: '1',
      },
      make('feColorMatrix', { type: 'saturate', values: '0' }),
      make('feComponentTransfer', {}, ...channels),
    ),
  );
}
