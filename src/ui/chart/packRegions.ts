/** Packs the regions of a parallel state in rows, in order, to approximately the shape of the card. */
import type { ChartState } from './chartOf.ts';
import { type ChartLayout, movedBy, type PlacedState } from './chartLayout.ts';
import { HEAD_GAP, type StateBox } from './stateBox.ts';

const GAP = 14;
const PAD = 16;
const STEPS = 24;

interface Size {
  readonly width: number;
  readonly height: number;
}
interface Packing extends Size {
  readonly at: readonly (readonly [x: number, y: number])[];
}

/**
 * @param ways alternative layouts of each region
 * @param shape wanted ratio of width to height
 */
export function packed(
  state: ChartState,
  boxes: ReadonlyMap<string, StateBox>,
  ways: ReadonlyMap<string, readonly ChartLayout[]>,
  shape: number,
): ChartLayout {
  const box = boxes.get(state.id);
  const choices = state.states.map(({ id }) => ways.get(id) ?? []);
  if (box === undefined || choices.some(({ length }) => length === 0))
    throw new Error(`${state.id} has a region that was not laid out`);
  const head = box.head + HEAD_GAP;
  const { regions, packing } = chosen(choices, shape);
  const width = Math.max(box.width, packing.width + 2 * PAD);
  const height = head + packing.height + PAD;
  const own: PlacedState = {
    id: state.id,
    parent: null,
    region: false,
    x: 0,
    y: 0,
    width,
    height,
    text: box.text,
    textAt: box.textAt,
    name: box.nameAt,
    rule: null,
    depth: 0,
  };
  const placed = regions.map((region, index) => {
    const [x, y] = packing.at[index] ?? [0, 0];
    const moved = movedBy(region, PAD + x, head + y);
    return {
      ...moved,
      states: moved.states.map((each) => ({
        ...each,
        parent: each.parent ?? state.id,
        region: each.region || each.parent === null,
        depth: each.depth + 1,
      })),
    };
  });
  return {
    width,
    height,
    states: [own, ...placed.flatMap((each) => each.states)],
    arrows: placed.flatMap((each) => each.arrows),
    dots: placed.flatMap((each) => each.dots),
  };
}

/** Greedy choice of a layout per region, largest region first, for the best overall fit. */
function chosen(
  choices: readonly (readonly ChartLayout[])[],
  shape: number,
): { regions: ChartLayout[]; packing: Packing } {
  const least = (ways: readonly ChartLayout[]): ChartLayout =>
    ways.reduce((one, other) => (costOf(other, shape) < costOf(one, shape) ? other : one));
  let regions = choices.map(least);
  let packing = bestPacking(regions, shape);
  const order = regions
    .map((_, index) => index)
    .sort((one, other) => areaOf(regions[other]) - areaOf(regions[one]) || one - other);
  for (const index of order) {
    for (const way of choices[index] ?? []) {
      const turned = regions.with(index, way);
      const tried = bestPacking(turned, shape);
      if (costOf(tried, shape) < costOf(packing, shape) - 0.5) [regions, packing] = [turned, tried];
    }
  }
  return { regions, packing };
}
const areaOf = (size: Size | undefined): number => (size ? size.width * size.height : 0);
const costOf = ({ width, height }: Size, shape: number): number => Math.max(width / shape, height);

/**
 * Tries widths from that of the widest region to all regions in one row, and takes the one that needs the least
 * reduction.
 */
function bestPacking(sizes: readonly Size[], shape: number): Packing {
  const widest = Math.max(...sizes.map(({ width }) => width));
  const row = sizes.reduce((sum, { width }) => sum + width + GAP, -GAP);
  const tries = Array.from({ length: STEPS + 1 }, (_, step) =>
    packedWithin(sizes, widest + ((row - widest) * step) / STEPS),
  );
  return tries.reduce((best, each) => (costOf(each, shape) < costOf(best, shape) - 0.5 ? each : best));
}

/** Places each region as high, then as far left, as the previous ones allow. */
function packedWithin(sizes: readonly Size[], most: number): Packing {
  const placed: { x: number; y: number; width: number; height: number }[] = [];
  const isFree = (x: number, y: number, { width, height }: Size): boolean =>
    x + width <= most + 0.5 &&
    placed.every(
      (other) =>
        x >= other.x + other.width + GAP ||
        other.x >= x + width + GAP ||
        y >= other.y + other.height + GAP ||
        other.y >= y + height + GAP,
    );
  for (const size of sizes) {
    const xs = [0, ...placed.map(({ x, width }) => x + width + GAP)];
    const ys = [0, ...placed.map(({ y, height }) => y + height + GAP)];
    const spots = ys.flatMap((y) => xs.map((x) => ({ x, y }))).filter(({ x, y }) => isFree(x, y, size));
    const spot = spots.reduce(
      (best, each) => (each.y < best.y || (each.y === best.y && each.x < best.x) ? each : best),
      { x: 0, y: Number.POSITIVE_INFINITY },
    );
    placed.push({ ...spot, width: size.width, height: size.height });
  }
  return {
    at: placed.map(({ x, y }) => [x, y] as const),
    width: Math.max(...placed.map(({ x, width }) => x + width)),
    height: Math.max(...placed.map(({ y, height }) => y + height)),
  };
}
