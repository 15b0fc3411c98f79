/** One arrow of a chart: an orthogonal line with rounded corners, and its head. */
import { classes } from '../kit/classes.ts';
import type { PlacedArrow } from './chartLayout.ts';
import type { Marked } from './chartMarks.ts';

type Point = readonly [x: number, y: number];

/** Solid lines: in the overlay; dashed lines: not in it. */
const STROKE = {
  in: 'stroke-text-2 stroke-[1.75]',
  out: 'stroke-attn [stroke-dasharray:4_4]',
  last: 'stroke-mark stroke-[2.25]',
} as const;
const FILL = { in: 'fill-text-2', out: 'fill-attn', last: 'fill-mark' } as const;
const ROUND = 7;
const HEAD = { length: 8, half: 4 };

export function Arrow({
  arrow: { points, transitions, start },
  marked,
}: {
  readonly arrow: PlacedArrow;
  readonly marked: Marked;
}) {
  const last = transitions.some(marked.isLast);
  const counted = !start && marked.overlay !== 'none';
  const isIn = transitions.some((id) => marked.isIn(id) === true);
  const kind = last ? 'last' : !counted ? null : isIn ? 'in' : 'out';
  return (
    <g className="chart-arrow" data-mark={kind ?? undefined}>
      <path className={classes('chart-line', kind && STROKE[kind])} d={lineOf(points)} />
      <path className={classes('chart-head', kind && FILL[kind])} d={headOf(points)} />
    </g>
  );
}

const towards = ([x, y]: Point, [toX, toY]: Point, by: number): Point => {
  const length = Math.hypot(toX - x, toY - y) || 1;
  return [x + ((toX - x) / length) * by, y + ((toY - y) / length) * by];
};
const spelled = ([x, y]: Point): string => `${Number(x.toFixed(1))} ${Number(y.toFixed(1))}`;

/** The line ends short of the head's tip, so that the tip stays sharp. */
function lineOf(points: readonly Point[]): string {
  return points
    .map((point, index) => {
      const before = points[index - 1];
      const after = points[index + 1];
      if (before === undefined) return `M${spelled(point)}`;
      if (after === undefined) return `L${spelled(towards(point, before, HEAD.length / 2))}`;
      const round = Math.min(
        ROUND,
        Math.hypot(point[0] - before[0], point[1] - before[1]) / 2,
        Math.hypot(after[0] - point[0], after[1] - point[1]) / 2,
      );
      return `L${spelled(towards(point, before, round))}Q${spelled(point)} ${spelled(towards(point, after, round))}`;
    })
    .join('');
}

function headOf(points: readonly Point[]): string {
  const tip = points.at(-1) ?? [0, 0];
  const before = points.at(-2) ?? tip;
  const [x, y] = towards(tip, before, HEAD.length);
  const [sideX, sideY] = [((tip[1] - y) / HEAD.length) * HEAD.half, ((x - tip[0]) / HEAD.length) * HEAD.half];
  return `M${spelled([x + sideX, y + sideY])}L${spelled(tip)}L${spelled([x - sideX, y - sideY])}Z`;
}
