/**
 * Builds solids for furniture, which the plan describes only from above: the room's kind and the size of a piece decide
 * what it is.
 */
import type { Furniture } from '../../contract/entities/floorPlan.ts';
import type { PlanShape } from '../../contract/rules/planCells.ts';
import { CEILING_M, PAINT, box, cylinder } from './solids.ts';
import type { Solid } from './solids.ts';

type Room = PlanShape['rooms'][number];
type Rect = Extract<Furniture, { shape: 'rect' }>;
type Circle = Extract<Furniture, { shape: 'circle' }>;

const WOOD = { side: PAINT.wood, top: PAINT.woodTop };
const STEEL = { side: PAINT.steel, top: PAINT.steelTop };
const CHAIR = { side: PAINT.chair, top: PAINT.chairTop };
const SOFA = { side: PAINT.sofa, top: PAINT.sofaTop };
const WHITE = { side: PAINT.white, top: PAINT.whiteTop };
const SHELF = { side: PAINT.linen, top: PAINT.linenTop, material: 'shelf' } as const;

/** A slab on a central foot, so that the floor under it is visible. */
const table = (
  { x, y, w, h }: Rect,
  height: number,
  looks: { side: Solid['side']; top: Solid['side'] } = WOOD,
): Solid[] => [
  box(x, y, w, h, height - 0.06, height, looks),
  box(x + w * 0.3, y + h * 0.3, w * 0.4, h * 0.4, 0, height - 0.06, { side: PAINT.darkWood }),
];

const seat = ({ x, y, w, h }: Rect): Solid[] => [
  box(x, y, w, h, 0.36, 0.46, CHAIR),
  box(x + w * 0.35, y + h * 0.35, w * 0.3, h * 0.3, 0, 0.36, { side: PAINT.rubber }),
];

const stool = ({ x, y, r }: Circle): Solid[] => [
  cylinder(x, y, r, 0.4, 0.47, CHAIR),
  cylinder(x, y, r * 0.3, 0, 0.4, { side: PAINT.rubber }),
];

/** The back is on the side away from the table in front of it. */
function sofa({ x, y, w, h }: Rect, others: readonly Furniture[]): Solid[] {
  const low = others.find(
    (piece): piece is Rect =>
      piece.shape === 'rect' &&
      piece.w < 1.6 &&
      Math.abs(piece.x + piece.w / 2 - x - w / 2) < 0.5 &&
      Math.abs(piece.y - y) < 3,
  );
  const tableIsNorth = !low || low.y > y;
  return [
    box(x, y, w, h, 0.08, 0.42, SOFA),
    box(x, tableIsNorth ? y : y + h - 0.22, w, 0.22, 0.42, 0.78, SOFA),
    box(x, y, 0.2, h, 0.42, 0.6, SOFA),
    box(x + w - 0.2, y, 0.2, h, 0.42, 0.6, SOFA),
  ];
}

const plant = ({ x, y, r }: Circle): Solid[] => [
  cylinder(x, y, r * 0.55, 0, 0.5, { side: PAINT.pot, top: PAINT.darkWood }),
  cylinder(x, y, r, 0.4, 1.3, { side: PAINT.leaf, material: 'leaves' }),
  cylinder(x - r * 0.3, y + r * 0.2, r * 0.6, 0.9, 1.6, { side: PAINT.leaf, material: 'leaves' }),
  cylinder(x + r * 0.35, y - r * 0.15, r * 0.5, 0.95, 1.8, { side: PAINT.leaf, material: 'leaves' }),
];

function lobbyPiece(piece: Rect, others: readonly Furniture[]): Solid[] {
  const { x, y, w, h } = piece;
  const [long, short] = [Math.max(w, h), Math.min(w, h)];
  if (long > 6 && short < 1) return [box(x, y, w, h, 0, CEILING_M, { side: PAINT.darkWood, material: 'wood' })];
  if (long > 4 && short > 0.8)
    return [
      box(x, y, w, h, 0, 1.02, { side: PAINT.wood, material: 'wood' }),
      box(x - 0.05, y - 0.05, w + 0.1, h + 0.1, 1.02, 1.1, { side: PAINT.stoneTop }),
    ];
  if (w > 2.5 && h <= 1) return sofa(piece, others);
  if (long > 3) return [box(x, y, w, h, 0.06, 0.46, SOFA)];
  if (long < 1.6 && short > 0.9) return table(piece, 0.42);
  return [box(x, y, w, h, 0, 0.9, { ...WOOD, material: 'wood' })];
}

function guestPiece(piece: Rect): Solid[] {
  const { x, y, w, h } = piece;
  if (piece.wet) return [box(x, y, w, h, 0, CEILING_M, { side: PAINT.plaster, material: 'wall' })];
  if (w * h > 5)
    return [
      box(x, y, w, h, 0, 0.3, { side: PAINT.darkWood }),
      box(x, y, w, h, 0.3, 0.58, { side: PAINT.linen, top: PAINT.linenTop, material: 'bed' }),
    ];
  if (w < 0.8 && h < 1.2) return [box(x, y, w, h, 0.58, 0.72, { side: PAINT.linen, top: PAINT.pillow })];
  return table(piece, 0.75);
}

function clinicalPiece(piece: Rect): Solid[] {
  const { x, y, w, h } = piece;
  const [long, short] = [Math.max(w, h), Math.min(w, h)];
  if (long > 6) return [box(x, y, w, h, 0, 1.9, SHELF)];
  if (long > 2 && short < 0.7) return [box(x, y, w, h, 0, 1.8, { ...WHITE, material: 'shelf' })];
  if (w === 1 && h > 2)
    return [
      box(x, y, w, h, 0.3, 0.62, { ...WHITE, material: 'bed' }),
      box(x + 0.1, y + 0.1, w - 0.2, h - 0.2, 0.1, 0.3, STEEL),
    ];
  if (short <= 0.5 && long <= 0.5) return [box(x, y, w, h, 0, 0.78, { side: PAINT.linen, top: PAINT.linenTop })];
  if (long < 1) return [box(x, y, w, h, 0.62, 0.74, { side: PAINT.linen, top: PAINT.pillow })];
  if (w <= 0.9 && long === 2) return [box(x, y, w, h, 0.2, 0.68, { side: PAINT.teal, top: PAINT.tealTop })];
  return long > 3 ? [box(x, y, w, h, 0, 0.92, { side: PAINT.white, top: PAINT.steelTop })] : table(piece, 0.75, WHITE);
}

function rectOf(piece: Rect, room: Room | null, others: readonly Furniture[]): Solid[] {
  const { x, y, w, h } = piece;
  const [long, short] = [Math.max(w, h), Math.min(w, h)];
  switch (room?.kind) {
    case 'guest':
      return guestPiece(piece);
    case 'lobby':
      return lobbyPiece(piece, others);
    case 'meeting':
      return long > 4
        ? table(piece, 0.74)
        : short < 0.2
          ? [box(x, y, w, h, 0.85, 1.95, { side: PAINT.screen })]
          : seat(piece);
    case 'kitchen':
      return [box(x, y, w, h, 0, 0.92, STEEL)];
    case 'gym':
      return short > 1.2
        ? [
            box(x, y, w, h, 0, 0.4, { side: PAINT.rubber, top: PAINT.rubberTop }),
            box(x + w * 0.4, y, w * 0.2, h, 0.4, 1.9, STEEL),
          ]
        : [
            box(x, y, w, h, 0, 0.24, { side: PAINT.rubber, top: PAINT.rubberTop }),
            box(x + 0.1, y, w - 0.2, 0.12, 0.24, 1.3, STEEL),
          ];
    case 'linen':
      return long <= 1.2 && short <= 0.8
        ? [box(x, y, w, h, 0, 0.9, { side: PAINT.charger, top: PAINT.chargerTop, material: 'charger' })]
        : [box(x, y, w, h, 0, 1.9, SHELF)];
    case 'dock':
      return [box(x, y, w, h, 0, 0.9, { side: PAINT.charger, top: PAINT.chargerTop, material: 'charger' })];
    case 'office':
      return long > 3 && long < 6
        ? [box(x, y, w, h, 0, 1.1, { side: PAINT.teal, top: PAINT.whiteTop })]
        : clinicalPiece(piece);
    case 'ward':
    case 'clinic':
    case 'pharmacy':
    case 'lab':
      return clinicalPiece(piece);
    default:
      return [box(x, y, w, h, 0, 0.75, WOOD)];
  }
}

function circleOf(piece: Circle, room: Room | null, others: readonly Furniture[]): Solid[] {
  const { x, y, r } = piece;
  // Fixtures in a bathroom are hidden behind its walls.
  if (
    room?.kind === 'guest' &&
    others.some(
      (other) =>
        other.shape === 'rect' &&
        other.wet &&
        x > other.x &&
        x < other.x + other.w &&
        y > other.y &&
        y < other.y + other.h,
    )
  )
    return [];
  if (room?.kind === 'gym') return [cylinder(x, y, r, 0, 0.75, { side: PAINT.ball })];
  if (r <= 0.4) return stool(piece);
  if (room?.kind === 'restaurant')
    return [
      cylinder(x, y, r, 0.5, 0.75, { side: PAINT.cloth, top: PAINT.clothTop }),
      cylinder(x, y, 0.12, 0, 0.5, { side: PAINT.darkWood }),
    ];
  if (room?.kind === 'lobby' && (r > 0.6 || x < 1)) return plant(piece);
  return [cylinder(x, y, r, 0.52, 0.58, WOOD), cylinder(x, y, 0.08, 0, 0.52, { side: PAINT.darkWood })];
}

/** Steps that rise away from the staircase door, which is on the southern side, where the room's bars end. */
function stepOf(points: readonly (readonly [number, number])[], room: Room): Solid[] {
  const [from, to] = [points[0], points.at(-1)];
  if (!from || !to) return [];
  const rise = Math.max(1, Math.round((Math.min(from[1], to[1]) - room.y - 0.95) / 0.45) + 1);
  return [
    box(
      Math.min(from[0], to[0]) - 0.25,
      Math.min(from[1], to[1]) - 0.225,
      Math.abs(to[0] - from[0]) + 0.5,
      0.45,
      0,
      rise * 0.17,
      { side: PAINT.step, top: PAINT.stepTop },
    ),
  ];
}

/** Polylines give solids only in stairs: elsewhere they are glass fronts at the slab's edge and belong to the walls. */
export function furnitureOf(piece: Furniture, room: Room | null, others: readonly Furniture[]): Solid[] {
  if (!piece.solid) return [];
  if (piece.shape === 'rect') return rectOf(piece, room, others);
  if (piece.shape === 'circle') return circleOf(piece, room, others);
  return room?.kind === 'stair' ? stepOf(piece.points, room) : [];
}
