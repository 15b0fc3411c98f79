/**
 * A stop of a route: a disc with its number, or numbers if the route calls there several times. A badge at its corner
 * shows its state.
 */
import type { MapPalette } from './palette.ts';
import type { RouteMark } from './routeInput.ts';

export const STOP_RADIUS = 12;
const HALO_PX = 2;
const RING = { gap: 4.5, width: 2 };
const PADDING_PX = 6;
/** More numbers than these make the label too long. */
const MOST_NUMBERS = 3;
const BADGE = { radius: 6.5, out: 8.5 };
const FULL = 2 * Math.PI;

const textOf = (numbers: readonly number[]): string =>
  numbers.slice(0, MOST_NUMBERS).join('·') + (numbers.length > MOST_NUMBERS ? '…' : '');

type Badge = 'fault' | 'tick' | 'cross';
const badgeOf = ({ faulty, state }: RouteMark): Badge | null =>
  faulty ? 'fault' : state === 'arrived' ? 'tick' : state === 'failed' ? 'cross' : null;

export function drawStop(
  context: CanvasRenderingContext2D,
  palette: MapPalette,
  mark: RouteMark,
  x: number,
  y: number,
  isHovered: boolean,
): void {
  const text = textOf(mark.numbers);
  const { colour, ink, isHollow } = colours(palette, mark);
  context.save();
  context.translate(x, y);
  context.font = palette.countFont;
  const half = Math.max(STOP_RADIUS, context.measureText(text).width / 2 + PADDING_PX);
  const pill = (more: number): void => {
    context.beginPath();
    context.roundRect(
      -half - more,
      -STOP_RADIUS - more,
      2 * (half + more),
      2 * (STOP_RADIUS + more),
      STOP_RADIUS + more,
    );
  };
  pill(HALO_PX);
  context.fillStyle = palette.halo;
  context.fill();
  if (mark.selected || isHovered) {
    pill(RING.gap);
    context.fill();
    context.strokeStyle = palette.mark;
    context.lineWidth = RING.width;
    context.globalAlpha = mark.selected ? 1 : 0.5;
    context.stroke();
    context.globalAlpha = 1;
  }
  pill(isHollow ? -1 : 0);
  context.fillStyle = colour;
  context.fill();
  if (isHollow) {
    context.strokeStyle = ink;
    context.lineWidth = 2;
    context.stroke();
  }
  context.fillStyle = ink;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, 0, 0.5);
  // Struck through: the robot skipped this stop.
  if (mark.state === 'skipped')
    stroke(
      context,
      [
        [-half + 3, 6],
        [half - 3, -6],
      ],
      ink,
      2,
    );
  const badge = badgeOf(mark);
  if (badge) drawBadge(context, palette, badge, half - STOP_RADIUS + BADGE.out, -BADGE.out);
  context.restore();
}

function colours(
  palette: MapPalette,
  { state, selected }: RouteMark,
): { colour: string; ink: string; isHollow: boolean } {
  if (state === 'skipped') return { colour: palette.surface, ink: palette.quiet, isHollow: true };
  if (selected || state === 'underway') return { colour: palette.fill, ink: palette.onFill, isHollow: false };
  return { colour: palette.heading, ink: palette.surface, isHollow: false };
}

function stroke(
  context: CanvasRenderingContext2D,
  places: readonly (readonly [number, number])[],
  colour: string,
  width: number,
): void {
  context.beginPath();
  places.forEach(([x, y], i) => {
    if (i === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.stroke();
}

/**
 * A diamond for a fault, as for an alarm; a tick in a disc; a cross in a square: shape and colour both carry the
 * meaning.
 */
function drawBadge(context: CanvasRenderingContext2D, palette: MapPalette, badge: Badge, x: number, y: number): void {
  const { radius } = BADGE;
  context.translate(x, y);
  context.beginPath();
  if (badge === 'tick') context.arc(0, 0, radius, 0, FULL);
  else if (badge === 'cross') context.roundRect(-radius + 0.5, -radius + 0.5, 2 * radius - 1, 2 * radius - 1, 2.5);
  else {
    context.moveTo(0, -radius - 0.5);
    context.lineTo(radius + 0.5, 0);
    context.lineTo(0, radius + 0.5);
    context.lineTo(-radius - 0.5, 0);
    context.closePath();
  }
  context.strokeStyle = palette.halo;
  context.lineWidth = 3;
  context.stroke();
  context.fillStyle = badge === 'tick' ? palette.status.online : palette.status.alarm;
  context.fill();
  if (badge === 'tick')
    stroke(
      context,
      [
        [-2.8, 0.2],
        [-0.8, 2.2],
        [3, -2.2],
      ],
      palette.onMark,
      1.8,
    );
  else if (badge === 'cross')
    stroke(
      context,
      [
        [-2.3, -2.3],
        [2.3, 2.3],
        [0, 0],
        [2.3, -2.3],
        [-2.3, 2.3],
      ],
      palette.onMark,
      1.8,
    );
  else {
    stroke(
      context,
      [
        [0, -2.8],
        [0, 0.6],
      ],
      palette.onMark,
      1.6,
    );
    stroke(
      context,
      [
        [0, 2.8],
        [0, 2.9],
      ],
      palette.onMark,
      1.6,
    );
  }
}
