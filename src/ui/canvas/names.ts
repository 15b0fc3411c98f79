/** Names on the map: measured and painted once each, with a halo and without a background plate. */
import type { MapPalette } from './palette.ts';
import { createSprites, stamp } from './sprites.ts';

export type NameStyle = 'robot' | 'ghost' | 'point' | 'room';

export interface Names {
  /** Size of a name without its halo, px. */
  readonly measure: (text: string, style: NameStyle) => { readonly width: number; readonly height: number };
  /** Centred at x, y. */
  readonly draw: (context: CanvasRenderingContext2D, text: string, style: NameStyle, x: number, y: number) => void;
}

const HALO_PX: Record<NameStyle, number> = { robot: 4, ghost: 4, point: 3.5, room: 3 };
const MOST_KEPT = 1500;

export function createNames(palette: MapPalette, pixelRatio: number): Names {
  const sprites = createSprites(pixelRatio, MOST_KEPT);
  const widths = new Map<string, number>();
  const ruler = document.createElement('canvas').getContext('2d');
  const fontOf = (style: NameStyle): string => (style === 'robot' ? palette.nameFont : palette.quietFont);
  const colour: Record<NameStyle, string> = {
    robot: palette.heading,
    ghost: palette.quiet,
    point: palette.point,
    room: palette.roomName,
  };
  const halo: Record<NameStyle, string> = {
    robot: palette.halo,
    ghost: palette.halo,
    point: palette.halo,
    room: palette.room,
  };

  const measure = (text: string, style: NameStyle): { width: number; height: number } => {
    const key = `${style} ${text}`;
    let width = widths.get(key);
    if (width === undefined && ruler !== null) {
      ruler.font = fontOf(style);
      width = Math.ceil(ruler.measureText(text).width);
      if (widths.size > 2 * MOST_KEPT) widths.clear();
      widths.set(key, width);
    }
    return { width: width ?? 0, height: palette.nameHeight };
  };
  return {
    measure,
    draw(context, text, style, x, y) {
      const { width, height } = measure(text, style);
      const sprite = sprites.get(
        `${style} ${text}`,
        width + 2 * HALO_PX[style],
        height + 2 * HALO_PX[style],
        (painter) => {
          painter.font = fontOf(style);
          painter.textAlign = 'center';
          painter.textBaseline = 'middle';
          painter.lineJoin = 'round';
          painter.strokeStyle = halo[style];
          painter.lineWidth = HALO_PX[style];
          painter.strokeText(text, 0, 0);
          painter.fillStyle = colour[style];
          painter.fillText(text, 0, 0);
        },
      );
      stamp(context, sprite, x, y, pixelRatio);
    },
  };
}
