/** A word-sized line chart of a figure's history. Decorative beside the figure, so hidden from screen readers. */

const WIDTH = 72;
const HEIGHT = 26;
const PAD = 4;
const DOT = 2.5;

/** Path and end point of a line through the values, fitted to the box. Pure. */
export function sparkPath(values: readonly number[]): {
  readonly path: string;
  readonly end: readonly [number, number];
} {
  const most = Math.max(...values);
  const least = Math.min(...values);
  const places = values.map((value, index): [number, number] => [
    PAD / 2 + (index * (WIDTH - PAD - DOT)) / Math.max(1, values.length - 1),
    HEIGHT - PAD - ((value - least) / (most - least || 1)) * (HEIGHT - 2 * PAD),
  ]);
  const path = places.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  return { path, end: places.at(-1) ?? [0, 0] };
}

export function Sparkline({ values }: { readonly values: readonly number[] }) {
  if (values.length < 2) return null;
  const { path, end } = sparkPath(values);
  return (
    <svg className="spark" width={WIDTH} height={HEIGHT} aria-hidden="true">
      <path d={path} />
      <circle cx={end[0]} cy={end[1]} r={DOT} />
    </svg>
  );
}
