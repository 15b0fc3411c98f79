/** Where everything of a chart stands once it is laid out, px from the upper left corner. Plain data. */
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
  /** A region of a parallel state. */
  readonly region: boolean;
  /** Under the name; from the upper left corner of the state, with its margin. */
  readonly text: TextBlock;
  readonly textAt: { readonly x: number; readonly y: number };
  /** Where the name stands: its middle when `centred`, else its left end; y is the base line. */
  readonly name: { readonly x: number; readonly y: number; readonly centred: boolean };
  /** A line under the head, across the whole width, from which arrows into the state begin; y from its upper edge. */
  readonly rule: number | null;
  readonly depth: number;
}
export interface PlacedArrow {
  /** Transitions that go the same way, drawn as one. */
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
  /** The dots that starts come from: their middles. */
  readonly dots: readonly (readonly [x: number, y: number])[];
}

/** The same at another place. */
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
