/** The text of a chart: lines in a state, and transitions with their overlay symbol. */
import { classes } from '../kit/classes.ts';
import type { ChartTransition } from './chartOf.ts';
import type { Marked } from './chartMarks.ts';
import type { TextBlock, TextLine } from './chartText.ts';

const KIND: Readonly<Record<TextLine['font'], string>> = {
  title: 'chart-name',
  event: 'chart-event',
  note: 'chart-note',
};

/** Event names, by the mark of their transition. */
const EVENT = { out: 'fill-attn-text', last: 'font-bold fill-selected-text' } as const;
export const SIGN = {
  in: 'fill-none stroke-st-online-text stroke-[1.75]',
  out: 'fill-none stroke-attn-text stroke-[1.25] [stroke-dasharray:2_1.5]',
  last: 'fill-mark',
} as const;

export function ChartLines({
  lines,
  halo = false,
  mark = null,
}: {
  readonly lines: readonly TextLine[];
  readonly halo?: boolean;
  readonly mark?: keyof typeof EVENT | null;
}) {
  return lines.map(({ font, text, x, y, ends }) => (
    <text
      key={y}
      className={classes(KIND[font], halo && 'chart-halo', font === 'event' && mark && EVENT[mark])}
      x={x}
      y={y}
      textAnchor={ends === true ? 'end' : undefined}
    >
      {text}
    </text>
  ));
}

/** The full text of a transition, for the tooltip; the drawing can truncate it. */
export const spelledOut = ({ label, guard, actions }: ChartTransition): string =>
  [label, guard && `[${guard}]`, actions.length > 0 && `/ ${actions.join(', ')}`].filter(Boolean).join(' ');

export function TransitionLines({
  text,
  transitions,
  marked,
  halo = false,
}: {
  readonly text: TextBlock;
  readonly transitions: ReadonlyMap<string, ChartTransition>;
  readonly marked: Marked;
  /** The text lies on a line and needs a halo to stay readable. */
  readonly halo?: boolean;
}) {
  return text.transitions.map(({ transition, x, y, lines }) => {
    const found = transitions.get(transition);
    const isIn = marked.isIn(transition);
    const isLast = marked.isLast(transition);
    return (
      <g
        key={transition}
        data-transition={transition}
        data-mark={isLast ? 'last' : isIn === null ? undefined : isIn ? 'in' : 'out'}
      >
        {found && <title>{spelledOut(found)}</title>}
        <Sign isIn={isIn} isLast={isLast} x={x} y={y + 7.5} />
        <ChartLines lines={lines} halo={halo} mark={isLast ? 'last' : isIn === false ? 'out' : null} />
      </g>
    );
  });
}

/**
 * A tick for transitions in the overlay, a ring for others, a filled arrow head for the last step: distinguishable
 * without colour.
 */
function Sign({
  isIn,
  isLast,
  x,
  y,
}: {
  readonly isIn: boolean | null;
  readonly isLast: boolean;
  readonly x: number;
  readonly y: number;
}) {
  if (isLast && isIn === null) return <path className={SIGN.last} d={`M${x + 2} ${y - 4}l7 4l-7 4Z`} />;
  if (isIn === null) return null;
  return isIn ? (
    <path className={SIGN.in} d={`M${x + 1.5} ${y}l2.5 3l5 -6.5`} />
  ) : (
    <circle className={SIGN.out} cx={x + 5} cy={y} r={3.5} />
  );
}
