/**
 * A map's picture in the colours of the night: what is free as the floor of a drawn plan, what stands there as its walls, what is not
 * known as the ground beyond. An inverted picture would have the unknown lighter than the floor, and walls that glare.
 */
import type { MapPalette } from './palette.ts';

const ID = 'map-picture-night';
const SVG = 'http://www.w3.org/2000/svg';
/** Greys from black to white in even steps: the last but one, 204, is where maps have what is not known. */
const STEPS = 6;

type Colour = readonly [red: number, green: number, blue: number];
/** Of `#rrggbb`, each part of 1. */
const partsOf = (hex: string): Colour =>
  [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) || 0) / 255) as unknown as Colour;

/** For each channel what the greys become, as an SVG filter's tables have it. Pure. */
export function nightTables({
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

/** For a canvas' `filter`; the page holds it once. */
export function nightFilter(palette: MapPalette): string {
  const tables = nightTables(palette);
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
    { width: '0', height: '0', class: 'map-layer', 'aria-hidden': 'true' },
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
