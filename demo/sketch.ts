/**
 * Converts a floor sketch into a floor plan. In the sketch y runs downwards from the sheet's upper (northern) edge; the
 * plan has y to the north. Rooms list their walls and doors; a wall shared by two rooms is drawn once and is
 * interrupted at every doorway.
 */
import type { Door, Furniture, Place, Segment } from '../contract/entities/floorPlan.ts';
import type { DemoPlan, DemoRoom } from './plan.ts';
import type { LocalName } from './localName.ts';

export type Side = 'N' | 'E' | 'S' | 'W';
export type DoorSketch = {
  readonly side: Side;
  /** Distance from the western or northern end of the side, metres. */
  readonly at: number;
  readonly width: number;
  /** Required only if the door is referenced elsewhere; default: derived from the room's id. */
  readonly id?: string;
  readonly controlled?: boolean;
};
export type RoomSketch = {
  readonly id: string;
  readonly name: LocalName;
  readonly kind: DemoRoom['kind'];
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly doors?: readonly DoorSketch[];
  /** Sides with a wall; default: all four. */
  readonly walls?: readonly Side[];
  /** Position of the name; default: the middle of the room. */
  readonly label?: Place;
};
/** x1, y1, x2, y2; parallel to an axis. */
export type Line = readonly [number, number, number, number];
export type FloorSketch = {
  readonly width: number;
  readonly height: number;
  readonly outline: readonly Place[];
  readonly rooms: readonly RoomSketch[];
  /** Where the outer wall is open or fully glazed. */
  readonly outerGaps: readonly Line[];
  readonly windows: readonly Line[];
  /** Centres of square columns. */
  readonly columns: readonly Place[];
  readonly columnSize: number;
  readonly furniture: readonly Furniture[];
};

type Interval = readonly [number, number];
/** Walls along one axis: the built intervals by the fixed coordinate. */
type Rails = Map<number, Interval[]>;

const SIDES: readonly Side[] = ['N', 'E', 'S', 'W'];
/** Unit vector from each side into the room, in plan coordinates (y to the north). */
const INWARD: Record<Side, Place> = { N: [0, -1], E: [-1, 0], S: [0, 1], W: [1, 0] };

const tidy = (metres: number) => Math.round(metres * 1000) / 1000;

function without(intervals: readonly Interval[], cut: Interval): Interval[] {
  return intervals
    .flatMap(([from, to]): Interval[] => [
      [from, Math.min(to, cut[0])],
      [Math.max(from, cut[1]), to],
    ])
    .filter(([from, to]) => to - from > 1e-6);
}

function joined(intervals: readonly Interval[]): Interval[] {
  const result: [number, number][] = [];
  for (const [from, to] of [...intervals].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from <= last[1] + 1e-6) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

function sideLine(room: RoomSketch, side: Side): Line {
  const { x, y, w, h } = room;
  return (
    { N: [x, y, x + w, y], S: [x, y + h, x + w, y + h], W: [x, y, x, y + h], E: [x + w, y, x + w, y + h] } as const
  )[side];
}

function doorLine(room: RoomSketch, door: DoorSketch): Line {
  const [x, y, x2] = sideLine(room, door.side);
  return x === x2 ? [x, y + door.at, x, y + door.at + door.width] : [x + door.at, y, x + door.at + door.width, y];
}

/** Collects wall lines along both axes, cuts gaps, and returns the rest as plan segments. */
function railYard(height: number) {
  const across: Rails = new Map();
  const down: Rails = new Map();
  const placeOf = ([x1, y1, x2, y2]: Line): [Rails, number, Interval] => {
    if (tidy(y1) === tidy(y2)) return [across, tidy(y1), [Math.min(x1, x2), Math.max(x1, x2)]];
    if (tidy(x1) === tidy(x2)) return [down, tidy(x1), [Math.min(y1, y2), Math.max(y1, y2)]];
    throw new Error(`a wall must be parallel to an axis: ${x1},${y1} to ${x2},${y2}`);
  };
  return {
    build(line: Line) {
      const [rails, at, interval] = placeOf(line);
      rails.set(at, [...(rails.get(at) ?? []), interval]);
    },
    cut(line: Line) {
      const [rails, at, interval] = placeOf(line);
      rails.set(at, without(rails.get(at) ?? [], interval));
    },
    segments(): Segment[] {
      const flip = (y: number) => tidy(height - y);
      return [
        ...[...across].flatMap(([y, all]) =>
          joined(all).map(([a, b]): Segment => ({ from: [tidy(a), flip(y)], to: [tidy(b), flip(y)] })),
        ),
        ...[...down].flatMap(([x, all]) =>
          joined(all).map(([a, b]): Segment => ({ from: [x, flip(a)], to: [x, flip(b)] })),
        ),
      ];
    },
  };
}

function flipped(piece: Furniture, height: number): Furniture {
  switch (piece.shape) {
    case 'rect':
      return { ...piece, x: tidy(piece.x), y: tidy(height - piece.y - piece.h) };
    case 'circle':
      return { ...piece, x: tidy(piece.x), y: tidy(height - piece.y) };
    case 'line':
      return { ...piece, points: piece.points.map(([x, y]): Place => [tidy(x), tidy(height - y)]) };
  }
}

/** @throws Error if a wall or the outline is not parallel to an axis */
export function planOf(floor: FloorSketch): DemoPlan {
  const { height } = floor;
  const flip = (y: number) => tidy(height - y);
  const segmentOf = ([x1, y1, x2, y2]: Line): Segment => ({ from: [tidy(x1), flip(y1)], to: [tidy(x2), flip(y2)] });
  const outlineLines = floor.outline.map(([x, y], i): Line => {
    const [x2, y2] = floor.outline[(i + 1) % floor.outline.length] ?? [x, y];
    return [x, y, x2, y2];
  });

  const outer = railYard(height);
  outlineLines.forEach((line) => outer.build(line));
  floor.outerGaps.forEach((line) => outer.cut(line));

  const inner = railYard(height);
  for (const room of floor.rooms) for (const side of room.walls ?? SIDES) inner.build(sideLine(room, side));
  outlineLines.forEach((line) => inner.cut(line));
  const doors = floor.rooms.flatMap((room) =>
    (room.doors ?? []).map((door, i): Door => {
      const line = doorLine(room, door);
      inner.cut(line);
      return {
        id: door.id ?? `${room.id}-door${i ? `-${i + 1}` : ''}`,
        ...segmentOf(line),
        swing: INWARD[door.side],
        controlled: door.controlled ?? false,
      };
    }),
  );

  const half = floor.columnSize / 2;
  return {
    width: floor.width,
    height,
    outline: [floor.outline.map(([x, y]): Place => [tidy(x), flip(y)])],
    rooms: floor.rooms.map(({ id, name, kind, x, y, w, h, label }) => ({
      id,
      name,
      kind,
      x: tidy(x),
      y: tidy(height - y - h),
      w: tidy(w),
      h: tidy(h),
      ...(label && { label: [tidy(label[0]), flip(label[1])] as Place }),
    })),
    walls: inner.segments(),
    outerWalls: outer.segments(),
    windows: floor.windows.map(segmentOf),
    doors,
    columns: floor.columns.map(([x, y]) => ({
      x: tidy(x - half),
      y: tidy(height - y - half),
      w: floor.columnSize,
      h: floor.columnSize,
    })),
    furniture: floor.furniture.map((piece) => flipped(piece, height)),
  };
}
