/**
 * Label placement: greedy, most important first, on the first free side; a label without space shows on hover only. A
 * label keeps its side as long as possible, so that labels do not jump while robots move. Pure.
 */

export type Side = 'below' | 'above' | 'right' | 'left' | 'on';

export interface PlacedLabelRequest {
  readonly id: string;
  /** px, the centre of the labelled mark. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** px from the centre to where the label can begin; 0 with side 'on'. */
  readonly clear: number;
  /** In order of preference. */
  readonly sides: readonly Side[];
  /** The label must stay within this box: a room's name must not cross its walls. */
  readonly within?: Box;
  /** Covers a soft mark if no other side is free: a robot's name over a point's plate. */
  readonly coversSoft?: boolean;
  /** Shown regardless of overlap: the label of the hovered mark. */
  readonly forced?: boolean;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const squareAt = (x: number, y: number, half: number): Box => ({
  x: x - half,
  y: y - half,
  width: 2 * half,
  height: 2 * half,
});

export const isIn = (box: Box, { x, y }: { readonly x: number; readonly y: number }): boolean =>
  x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;

export interface PlacedLabel extends Box {
  readonly id: string;
  readonly side: Side;
}

const CELL_PX = 64;
interface Air {
  readonly beside: number;
  readonly above: number;
}
/** Space between two labels, so that labels on one line do not read as one. */
const BETWEEN_NAMES: Air = { beside: 5, above: 1 };
const NO_AIR: Air = { beside: 0, above: 0 };

/** Spatial hash for overlap tests. */
class OverlapGrid {
  readonly #air: Air;
  readonly #cells = new Map<number, Box[]>();

  constructor(air: Air) {
    this.#air = air;
  }

  #each(box: Box, visit: (cell: number) => boolean): boolean {
    for (let column = Math.floor(box.x / CELL_PX); column <= Math.floor((box.x + box.width) / CELL_PX); column += 1) {
      for (let row = Math.floor(box.y / CELL_PX); row <= Math.floor((box.y + box.height) / CELL_PX); row += 1) {
        if (visit(column * 4096 + row)) return true;
      }
    }
    return false;
  }

  add(box: Box): void {
    this.#each(box, (cell) => {
      const boxes = this.#cells.get(cell);
      if (boxes === undefined) this.#cells.set(cell, [box]);
      else boxes.push(box);
      return false;
    });
  }

  meets(box: Box): boolean {
    const { beside, above } = this.#air;
    return this.#each(box, (cell) =>
      (this.#cells.get(cell) ?? []).some(
        (other) =>
          box.x < other.x + other.width + beside &&
          other.x < box.x + box.width + beside &&
          box.y < other.y + other.height + above &&
          other.y < box.y + box.height + above,
      ),
    );
  }
}

export function boxAt({ x, y, width, height, clear }: PlacedLabelRequest, side: Side): Box {
  switch (side) {
    case 'on':
      return { x: x - width / 2, y: y - height / 2, width, height };
    case 'below':
      return { x: x - width / 2, y: y + clear, width, height };
    case 'above':
      return { x: x - width / 2, y: y - clear - height, width, height };
    case 'right':
      return { x: x + clear, y: y - height / 2, width, height };
    case 'left':
      return { x: x - clear - width, y: y - height / 2, width, height };
  }
}

const isWithin = (box: Box, outer: Box | undefined): boolean =>
  outer === undefined ||
  (box.x >= outer.x &&
    box.y >= outer.y &&
    box.x + box.width <= outer.x + outer.width &&
    box.y + box.height <= outer.y + outer.height);

export interface Marks {
  /** Never covered. */
  readonly hard: readonly Box[];
  /** Covered only by labels with `coversSoft`, and only when no other side is free. */
  readonly soft: readonly Box[];
}

/** `wishes` by descending importance; `before` holds the previous side of each label. */
export function placeLabels(
  wishes: readonly PlacedLabelRequest[],
  marks: Marks,
  before: ReadonlyMap<string, Side>,
): PlacedLabel[] {
  const names = new OverlapGrid(BETWEEN_NAMES);
  const hard = new OverlapGrid(NO_AIR);
  const soft = new OverlapGrid(NO_AIR);
  for (const mark of marks.hard) hard.add(mark);
  for (const mark of marks.soft) soft.add(mark);
  const placed: PlacedLabel[] = [];
  const put = (wish: PlacedLabelRequest, side: Side): void => {
    const box = boxAt(wish, side);
    names.add(box);
    placed.push({ id: wish.id, side, ...box });
  };
  for (const wish of wishes) if (wish.forced === true) put(wish, before.get(wish.id) ?? wish.sides[0] ?? 'below');
  for (const wish of wishes) {
    if (wish.forced === true) continue;
    const last = before.get(wish.id);
    const order = last === undefined ? wish.sides : [last, ...wish.sides.filter((side) => side !== last)];
    const isFree = (each: Side): boolean => {
      const box = boxAt(wish, each);
      return isWithin(box, wish.within) && !names.meets(box) && !hard.meets(box);
    };
    const side =
      order.find((each) => isFree(each) && !soft.meets(boxAt(wish, each))) ??
      (wish.coversSoft === true ? order.find(isFree) : undefined);
    if (side !== undefined) put(wish, side);
  }
  return placed;
}
