/** Builds the ELK graph of a state and its descendants, and converts ELK's result to a layout. */
import type { ElkEdgeSection, ElkExtendedEdge, ElkLabel, ElkNode } from 'elkjs/lib/elk-api.js';
import type { ChartState } from './chartOf.ts';
import type { Route, Routes } from './chartRoutes.ts';
import { besideFirst, isBack, storyOf } from './chartStory.ts';
import { endingRight, labelText, type TextBlock } from './chartText.ts';
import { type ChartLayout, movedBy, type PlacedArrow, type PlacedState } from './chartLayout.ts';
import { HEAD_GAP, type StateBox } from './stateBox.ts';

export type Direction = 'RIGHT' | 'DOWN';
type Boxes = ReadonlyMap<string, StateBox>;
type Parts = ReadonlyMap<string, ChartLayout>;

const DOT = 10;
/**
 * Size of a gate: a node where an arrow between a state and its descendant meets the border; the arrow is extended to
 * the border later.
 */
const GATE = 2;
const PAD = 18;
/** Gap between a head's last line and the rule below it. */
const RULE_GAP = 5;
const gateId = ({ id }: Route): string => `gate ${id}`;
const dotId = (state: string): string => `dot ${state}`;

/** Set on each compound state, because ELK options are not inherited. */
const options = (direction: Direction): Record<string, string> => ({
  'elk.algorithm': 'layered',
  'elk.direction': direction,
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.randomSeed': '1',
  'elk.layered.cycleBreaking.strategy': 'GREEDY',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.thoroughness': '20',
  'elk.spacing.nodeNode': '22',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '10',
  'elk.spacing.edgeLabel': '3',
  'elk.spacing.labelNode': '6',
  'elk.layered.spacing.nodeNodeBetweenLayers': '26',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
});

/** ELK turns a downward graph on its side to lay it out, but not this size. */
const minimumOf = (box: StateBox | undefined, direction: Direction): string => {
  const size = [box?.width ?? 0, box?.height ?? 0];
  return `(${(direction === 'DOWN' ? size.reverse() : size).join()})`;
};

/** Routes with both ends in `state`, except those within a part that is laid out separately. */
function routesIn(state: ChartState, { routes, above }: Routes, alone: Parts): Route[] {
  const isIn = (id: string, outer: string): boolean => above.get(id)?.has(outer) === true;
  return routes.filter(
    ({ source, target, within }) =>
      isIn(source, state.id) &&
      isIn(target, state.id) &&
      ![...alone.keys()].some(
        (part) =>
          isIn(source, part) && isIn(target, part) && !(within === null && (source === part || target === part)),
      ),
  );
}

export function elkGraphOf(
  state: ChartState,
  routes: Routes,
  boxes: Boxes,
  alone: Parts,
  direction: Direction,
): ElkNode {
  const own = routesIn(state, routes, alone);
  const story = storyOf(state);
  /** Compound states whose initial transition is drawn in this graph. */
  const compoundsIn = (each: ChartState): ChartState[] =>
    alone.has(each.id) ? [] : [...(each.type === 'compound' ? [each] : []), ...each.states.flatMap(compoundsIn)];
  const nodeOf = (each: ChartState): ElkNode => {
    const part = alone.get(each.id);
    const box = boxes.get(each.id);
    if (part !== undefined) return { id: each.id, width: part.width, height: part.height };
    if (each.states.length === 0) return { id: each.id, width: box?.width ?? 0, height: box?.height ?? 0 };
    const starts = own.filter((route) => route.start && route.source === each.id);
    const gates = own.filter(
      ({ start, within, source, target }) =>
        !start && ((within === 'source' && source === each.id) || (within === 'target' && target === each.id)),
    );
    return {
      id: each.id,
      children: [
        ...starts.map((route): ElkNode => ({ id: dotId(route.source), width: DOT, height: DOT })),
        ...gates.map((route): ElkNode => ({
          id: gateId(route),
          width: GATE,
          height: GATE,
          layoutOptions: { 'elk.layered.layering.layerConstraint': route.within === 'source' ? 'FIRST' : 'LAST' },
        })),
        ...each.states.map(nodeOf),
      ],
      layoutOptions: {
        ...options(direction),
        'elk.padding': `[top=${(box?.head ?? 0) + HEAD_GAP},left=${PAD},bottom=${PAD},right=${PAD}]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': minimumOf(box, direction),
      },
    };
  };
  // Invisible edges that only keep a state in its row.
  const beside = compoundsIn(state).flatMap((each) =>
    besideFirst(each, own, story).map(({ id }): ElkExtendedEdge => ({
      id: `beside ${id}`,
      sources: [dotId(each.id)],
      targets: [id],
    })),
  );
  return {
    id: 'chart',
    layoutOptions: {
      ...options(direction),
      'elk.json.edgeCoords': 'ROOT',
      'elk.padding': '[top=0,left=0,bottom=0,right=0]',
    },
    children: [nodeOf(state)],
    edges: [...own.map((route) => edgeOf(route, isBack(route, story))), ...beside],
  };
}

function edgeOf(route: Route, back: boolean): ElkExtendedEdge {
  const text = labelText(route.labelled);
  const source = route.start ? dotId(route.source) : route.within === 'source' ? gateId(route) : route.source;
  const target = route.within === 'target' ? gateId(route) : route.target;
  return {
    id: route.id,
    sources: [back ? target : source],
    targets: [back ? source : target],
    ...(text.width > 0 && {
      labels: [
        {
          id: `label ${route.id}`,
          text: ' ',
          width: text.width + 4,
          height: text.height,
          layoutOptions: { 'elk.edgeLabels.placement': 'CENTER', 'elk.edgeLabels.inline': 'false' },
        },
      ],
    }),
  };
}

/** @param graph ELK's result */
export function placedOf(
  graph: ElkNode,
  state: ChartState,
  routes: Routes,
  boxes: Boxes,
  alone: Parts,
  direction: Direction,
): ChartLayout {
  const states: PlacedState[] = [];
  const dots: (readonly [number, number])[] = [];
  const inner: ChartLayout[] = [];
  const places = new Map<string, { x: number; y: number; width: number; height: number }>();
  const readPlaces = (node: ElkNode, dx: number, dy: number): void => {
    const x = dx + (node.x ?? 0);
    const y = dy + (node.y ?? 0);
    places.set(node.id, { x, y, width: node.width ?? 0, height: node.height ?? 0 });
    node.children?.forEach((child) => readPlaces(child, x, y));
  };
  graph.children?.forEach((node) => readPlaces(node, 0, 0));
  const own = routesIn(state, routes, alone);
  const story = storyOf(state);
  const readState = (each: ChartState, parent: string | null, region: boolean, depth: number): void => {
    const place = places.get(each.id);
    const box = boxes.get(each.id);
    if (place === undefined || box === undefined) throw new Error(`${each.id} was not laid out`);
    const part = alone.get(each.id);
    if (part !== undefined) {
      const moved = movedBy(part, place.x, place.y);
      inner.push({
        ...moved,
        states: moved.states.map((found) => ({
          ...found,
          parent: found.parent ?? parent,
          region: found.region || (found.id === each.id && region),
          depth: found.depth + depth,
        })),
      });
      return;
    }
    const name = box.nameAt.centred ? { ...box.nameAt, x: place.width / 2 } : box.nameAt;
    const ruled =
      direction === 'DOWN' &&
      own.some(({ start, within, source }) => !start && within === 'source' && source === each.id);
    states.push({
      id: each.id,
      parent,
      region,
      ...place,
      text: box.text,
      textAt: box.textAt,
      name,
      rule: ruled ? box.head + RULE_GAP : null,
      depth,
    });
    const dot = places.get(dotId(each.id));
    if (dot !== undefined) dots.push([dot.x + DOT / 2, dot.y + DOT / 2]);
    each.states.forEach((child) => readState(child, each.id, each.type === 'parallel', depth + 1));
  };
  readState(state, null, false, 0);

  const edges = new Map((graph.edges ?? []).map((edge) => [edge.id, edge]));
  const arrows = own.map((route): PlacedArrow => {
    const edge = edges.get(route.id);
    const section = edge?.sections?.[0];
    if (section === undefined) throw new Error(`${route.id} was not laid out`);
    const label = edge?.labels?.[0];
    const along = pointsOf(section);
    const points = extended(isBack(route, story) ? along.reverse() : along, route, places, boxes, direction);
    return {
      transitions: route.transitions.map(({ id }) => id),
      start: route.start,
      points,
      label: label === undefined ? null : labelOf(label, points, labelText(route.labelled)),
    };
  });
  const whole = places.get(state.id);
  return {
    width: whole?.width ?? 0,
    height: whole?.height ?? 0,
    states: [...states, ...inner.flatMap((each) => each.states)],
    arrows: [...arrows, ...inner.flatMap((each) => each.arrows)],
    dots: [...dots, ...inner.flatMap((each) => each.dots)],
  };
}

type Point = readonly [x: number, y: number];

/** To the left of a vertical line the label is right-aligned to it. */
function labelOf(
  { x = 0, y = 0, width = 0, height = 0 }: ElkLabel,
  points: readonly Point[],
  text: TextBlock,
): NonNullable<PlacedArrow['label']> {
  const right = x + width;
  const beside = points.some(([px, py], index) => {
    const next = points[index + 1];
    return (
      next !== undefined &&
      next[0] === px &&
      px >= right - 1 &&
      px <= right + 8 &&
      Math.min(py, next[1]) <= y &&
      Math.max(py, next[1]) >= y + height
    );
  });
  return { x, y, width, height, text: beside ? endingRight(text) : text };
}

function pointsOf({ startPoint, bendPoints = [], endPoint }: ElkEdgeSection): Point[] {
  const all = [startPoint, ...bendPoints, endPoint].map(({ x, y }): Point => [x, y]);
  // Drops redundant points on straight lines.
  return all.filter(([x, y], index) => {
    const [before, after] = [all[index - 1], all[index + 1]];
    return (
      before === undefined ||
      after === undefined ||
      !((before[0] === x && x === after[0]) || (before[1] === y && y === after[1]))
    );
  });
}

/** Extends the line from the gate to the border that it represents. */
function extended(
  points: Point[],
  route: Route,
  places: ReadonlyMap<string, { x: number; y: number; width: number; height: number }>,
  boxes: Boxes,
  direction: Direction,
): Point[] {
  if (route.start || route.within === null) return points;
  const outer = route.within === 'source' ? route.source : route.target;
  const place = places.get(outer);
  const [first] = points;
  const last = points.at(-1);
  if (place === undefined || first === undefined || last === undefined) return points;
  if (route.within === 'source') {
    const from: Point =
      direction === 'RIGHT' ? [place.x, first[1]] : [first[0], place.y + (boxes.get(outer)?.head ?? 0) + RULE_GAP];
    return [from, ...points.slice(1)];
  }
  const to: Point = direction === 'RIGHT' ? [place.x + place.width, last[1]] : [last[0], place.y + place.height];
  return [...points.slice(0, -1), to];
}
