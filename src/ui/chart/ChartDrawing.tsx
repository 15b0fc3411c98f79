/** A laid-out chart as plain SVG, for screen and file: states, arrows and their labels. No state, no hooks, no ids. */
import type { MouseEventHandler, Ref } from 'react';
import { classes } from '../kit/classes.ts';
import { Arrow } from './ChartArrow.tsx';
import type { ChartLayout, PlacedState } from './chartLayout.ts';
import { statesOf, type Chart, type ChartState } from './chartOf.ts';
import { TransitionLines, ChartLines } from './ChartLines.tsx';
import { marksOf, type ChartMarks } from './chartMarks.ts';

export interface ChartDrawingProps extends ChartMarks {
  readonly ref?: Ref<SVGSVGElement> | undefined;
  readonly chart: Chart;
  readonly layout: ChartLayout;
  /** "x y width height"; the whole chart if omitted. */
  readonly viewBox?: string | undefined;
  /** Embedded style sheet, for a file. */
  readonly style?: string | undefined;
  /** Title, for a standalone file; on screen the surrounding element has the accessible name. */
  readonly title?: string | undefined;
  readonly onClick?: MouseEventHandler<SVGSVGElement> | undefined;
}

export function ChartDrawing({ ref, chart, layout, viewBox, style, title, onClick, ...marks }: ChartDrawingProps) {
  const states = new Map(statesOf(chart).map((state) => [state.id, state]));
  const transitions = new Map(chart.transitions.map((transition) => [transition.id, transition]));
  const marked = marksOf(chart, marks);
  return (
    <svg
      ref={ref}
      xmlns="http://www.w3.org/2000/svg"
      className="chart-drawing"
      viewBox={viewBox ?? `0 0 ${layout.width} ${layout.height}`}
      {...(style === undefined ? {} : { width: layout.width, height: layout.height })}
      {...(title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title })}
      onClick={onClick}
    >
      {style !== undefined && <style>{style}</style>}
      {style !== undefined && <rect className="chart-ground" width={layout.width} height={layout.height} rx={12} />}
      {layout.states.map((placed) => {
        const state = states.get(placed.id);
        return (
          state && (
            <Outline
              key={placed.id}
              state={state}
              placed={placed}
              mark={marked.state(placed.id)}
              focused={marks.focused === placed.id}
            />
          )
        );
      })}
      {layout.arrows.map((arrow) => (
        <Arrow key={arrow.transitions.join()} arrow={arrow} marked={marked} />
      ))}
      {layout.dots.map(([x, y]) => (
        <circle key={`${x} ${y}`} className="chart-dot" cx={x} cy={y} r={5} />
      ))}
      {layout.states.map((placed) => {
        const state = states.get(placed.id);
        return (
          state && (
            <StateLines
              key={placed.id}
              state={state}
              placed={placed}
              mark={marked.state(placed.id)}
              transitions={transitions}
              marked={marked}
            />
          )
        );
      })}
      {layout.arrows.map(
        ({ label, transitions: [first] }) =>
          label && (
            <g key={first} transform={`translate(${label.x + 2} ${label.y})`}>
              <TransitionLines text={label.text} transitions={transitions} marked={marked} halo />
            </g>
          ),
      )}
    </svg>
  );
}

type Transitions = Parameters<typeof TransitionLines>[0]['transitions'];
type Marked = ReturnType<typeof marksOf>;
type Mark = ReturnType<Marked['state']>;

/** Only on screen; a file has no marks, nor these utilities. */
const MARK = {
  lit: 'fill-brand-100 stroke-mark stroke-2',
  litOuter: 'fill-brand-50/60 stroke-mark stroke-[1.75]',
  was: 'stroke-mark [stroke-dasharray:4_3]',
} as const;
const CORNER = { leaf: 8, outer: 12 };

function Outline({
  state,
  placed,
  mark,
  focused,
}: {
  readonly state: ChartState;
  readonly placed: PlacedState;
  readonly mark: Mark;
  readonly focused: boolean;
}) {
  const { x, y, width, height, region, parent } = placed;
  const leaf = state.states.length === 0;
  const kind = classes(
    'chart-state',
    !leaf && 'chart-outer',
    region && 'chart-region',
    parent === null && 'chart-root',
    mark !== null && MARK[mark === 'lit' && !leaf ? 'litOuter' : mark],
  );
  const rounded = state.type === 'history' ? Math.min(width, height) / 2 : leaf ? CORNER.leaf : CORNER.outer;
  const box = (inset: number, className: string, shown?: Mark) => (
    <rect
      className={className}
      data-mark={shown ?? undefined}
      x={x + inset}
      y={y + inset}
      width={width - 2 * inset}
      height={height - 2 * inset}
      rx={Math.max(2, rounded - inset)}
    />
  );
  return (
    <g data-state={state.id}>
      <title>{[state.id, ...state.tags.map((tag) => `#${tag}`)].join(' ')}</title>
      {focused && box(-4, 'fill-none stroke-focus stroke-3')}
      {box(0, kind, mark)}
      {state.type === 'final' && box(4, 'chart-end')}
      {placed.rule !== null && <path className="chart-rule" d={`M${x} ${y + placed.rule}h${width}`} />}
    </g>
  );
}

function StateLines({
  state,
  placed,
  mark,
  transitions,
  marked,
}: {
  readonly state: ChartState;
  readonly placed: PlacedState;
  readonly mark: Mark;
  readonly transitions: Transitions;
  readonly marked: Marked;
}) {
  const { x, y, name, text, textAt } = placed;
  // Arrows into child states can pass through the head of a compound state.
  const leaf = state.states.length === 0;
  const word = state.type === 'history' ? (state.history === 'deep' ? 'H*' : 'H') : state.key;
  return (
    <g transform={`translate(${x} ${y})`} data-state={state.id}>
      <text
        className={classes('chart-name', !leaf && 'chart-halo', mark === 'lit' && 'fill-selected-text')}
        x={name.x}
        y={name.y}
        textAnchor={name.centred ? 'middle' : undefined}
      >
        {word}
      </text>
      <g transform={`translate(${textAt.x} ${textAt.y})`}>
        <ChartLines lines={text.lines} halo={!leaf} />
        <TransitionLines text={text} transitions={transitions} marked={marked} halo={!leaf} />
      </g>
    </g>
  );
}
