/** Positions of all elements of a laid-out chart, px from the upper left corner. Plain data. */
import type { TextBlock } from './chartText.ts';

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface PlacedState extends Rectangle {
  readonly id: string;
  readonly parent: string | null;
  /** The state is a region of a parallel state. */
  readonly region: boolean;
  /** Text under the name, relative to the upper left corner of the state, including its margin. */
  readonly text: TextBlock;
  readonly textAt: { readonly x: number; readonly y: number };
  /** Position of the name: its centre if `centred`, else its left end; y is the baseline. */
  readonly name: { readonly x: number; readonly y: number; readonly centred: boolean };
  /** A full-width line under the head at which arrows into child states begin; y from the state's upper edge. */
  readonly rule: number | null;
  readonly depth: number;
}
export interface PlacedArrow {
  /** Transitions with the same route, drawn as one arrow. */
  readonly transitions: readonly string[];
  readonly start: boolean;
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly label: (Rectangle & { readonly text: TextBlock }) | null;
}
export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  readonly states: readonly PlacedState[];
  readonly arrows: readonly PlacedArrow[];
  /** Centres of the initial-state dots. */
  readonly dots: readonly (readonly [x: number, y: number])[];
}

/** The layout translated by dx, dy. */
export const movedBy = (layout: ChartLayout, dx: number, dy: number): ChartLayout => ({
  ...layout,
  states: layout.states.map((state) => ({ ...state, x: state.x + dx, y: state.y + dy })),
  arrows: layout.arrows.map((arrow) => ({
    ...arrow,
    points: arrow.points.map(([x, y]) => [x + dx, y + dy] as const),
    label: arrow.label && { ...arrow.label, x: arrow.label.x + dx, y: arrow.label.y + dy },
  })),
  dots: layout.dots.map(([x, y]) => [x + dx, y + dy] as const),
});
