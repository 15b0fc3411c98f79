/** What things consist of: solids, upright figures and shapes on the floor. */
import type { Place } from '../../contract/entities/floorPlan.ts';
import { OUTER_WALL_M } from '../../contract/rules/planCells.ts';
import type { WallPlace } from './extinguishers.ts';
import type { FigureKind } from './figures.ts';
import { yuv } from './frame.ts';
import type { Yuv } from './frame.ts';
import { PAINT, box, cylinder } from './solids.ts';
import type { Solid } from './solids.ts';
import type { Thing } from './things.ts';

export interface Figure {
  readonly x: number;
  readonly y: number;
  /** Height of its lower edge, metres. */
  readonly z: number;
  readonly kind: FigureKind;
}
/** A convex shape on the floor. */
export interface Sheet {
  readonly corners: readonly Place[];
  readonly colour: Yuv;
  readonly alpha: number;
}
export interface Puddle {
  readonly x: number;
  readonly y: number;
  /** Circles that flow together: offset and radius, metres. */
  readonly drops: readonly (readonly [x: number, y: number, r: number])[];
}
export interface Parts {
  readonly solids: Solid[];
  readonly figures: Figure[];
  readonly sheets: Sheet[];
  readonly puddles: Puddle[];
}

const CARDBOARD = { side: yuv(176, 132, 84), top: yuv(196, 154, 104) };
const TAPE = { side: yuv(208, 184, 140), top: yuv(216, 194, 152) };
const BAG = { side: yuv(44, 46, 52), top: yuv(58, 60, 66) };
const BUCKET = { side: yuv(46, 104, 176), top: yuv(30, 62, 108) };
const PLANK = { side: yuv(168, 130, 84), top: yuv(190, 152, 104) };
const BIN = { side: yuv(96, 102, 110), top: yuv(36, 34, 34) };
const RED = { side: yuv(204, 34, 36), top: yuv(214, 60, 58) };
const PAPER = yuv(232, 232, 228);
const SHADOW = yuv(60, 58, 58);
const GLOW = yuv(255, 132, 32);

/** Places relative to a thing, as seen from where it faces: to the right, and towards the viewer, metres. */
class Frame {
  private readonly fx: number;
  private readonly fy: number;
  readonly thing: WallPlace;

  constructor(thing: WallPlace) {
    this.thing = thing;
    // Solids are parallel to the axes.
    const turns = Math.round(thing.theta / (Math.PI / 2));
    this.fx = Math.round(Math.cos((turns * Math.PI) / 2));
    this.fy = Math.round(Math.sin((turns * Math.PI) / 2));
  }

  at(right: number, near: number): Place {
    const { x, y } = this.thing;
    return [x - this.fy * right + this.fx * near, y + this.fx * right + this.fy * near];
  }

  box([left, right]: Place, [far, near]: Place, [z0, z1]: Place, looks: Parameters<typeof box>[6]): Solid {
    const [x1, y1] = this.at(left, far);
    const [x2, y2] = this.at(right, near);
    return box(Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1), z0, z1, looks);
  }

  /** A carton with tape over its top and down its front. */
  carton(right: number, near: number, z: number, [w, d, h]: readonly [number, number, number]): Solid[] {
    return [
      this.box([right - w / 2, right + w / 2], [near - d / 2, near + d / 2], [z, z + h], CARDBOARD),
      this.box(
        [right - 0.035, right + 0.035],
        [near - d / 2, near + d / 2 + 0.004],
        [z + h * 0.62, z + h + 0.004],
        TAPE,
      ),
      this.box([right + w * 0.2, right + w * 0.38], [near, near + d / 2 + 0.003], [z + h * 0.16, z + h * 0.36], {
        side: yuv(226, 222, 212),
      }),
    ];
  }

  round(right: number, near: number, r: number, [z0, z1]: Place, looks: Parameters<typeof cylinder>[5]): Solid {
    const [x, y] = this.at(right, near);
    return cylinder(x, y, r, z0, z1, looks);
  }

  sheet(right: number, near: number, w: number, d: number, turn: number, colour: Yuv, alpha = 1): Sheet {
    const corner = (sx: number, sy: number): Place => {
      const [a, b] = [(sx * w) / 2, (sy * d) / 2];
      return this.at(right + a * Math.cos(turn) - b * Math.sin(turn), near + a * Math.sin(turn) + b * Math.cos(turn));
    };
    return { corners: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], colour, alpha };
  }

  /** A soft shadow on the floor. */
  shadow(right: number, near: number, rx: number, ry: number): Sheet[] {
    return [1.15, 1, 0.8].map((scale) => ({
      corners: Array.from({ length: 16 }, (_, i) => {
        const angle = (i / 16) * 2 * Math.PI;
        return this.at(right + rx * scale * Math.cos(angle), near + ry * scale * Math.sin(angle));
      }),
      colour: SHADOW,
      alpha: 0.16,
    }));
  }
}

function cartons(frame: Frame): Solid[] {
  return [
    ...frame.carton(-0.34, -0.05, 0, [0.62, 0.5, 0.5]),
    ...frame.carton(0.32, 0, 0, [0.52, 0.46, 0.4]),
    ...frame.carton(-0.3, -0.05, 0.5, [0.44, 0.4, 0.34]),
    ...frame.carton(0.06, 0.48, 0, [0.34, 0.3, 0.26]),
  ];
}

/** Cartons on a pallet, man-high. */
function barrier(frame: Frame): Solid[] {
  const layer = (z: number, ...cartons_: readonly (readonly [number, number])[]) =>
    cartons_.flatMap(([right, near]) => frame.carton(right, near, z, [0.62, 0.6, 0.46]));
  return [
    frame.box([-0.68, 0.68], [-0.35, 0.36], [0.09, 0.13], PLANK),
    ...[-0.6, 0, 0.6].map((right) => frame.box([right - 0.06, right + 0.06], [-0.33, 0.35], [0, 0.09], PLANK)),
    ...layer(0.13, [-0.33, 0], [0.33, 0]),
    ...layer(0.59, [-0.33, 0.01], [0.33, -0.02]),
    ...layer(1.05, [-0.2, 0]),
  ];
}

function rubbish(frame: Frame): Pick<Parts, 'solids' | 'sheets'> {
  return {
    solids: [
      frame.round(-0.5, -0.05, 0.27, [0, 0.36], BAG),
      frame.round(-0.5, -0.05, 0.19, [0.36, 0.46], BAG),
      frame.round(-0.5, -0.05, 0.07, [0.46, 0.56], BAG),
      frame.round(-0.08, -0.28, 0.22, [0, 0.3], BAG),
      frame.round(-0.08, -0.28, 0.06, [0.3, 0.42], BAG),
      frame.round(0.42, 0.12, 0.15, [0, 0.3], BUCKET),
      frame.box([0.24, 0.74], [-0.5, -0.16], [0, 0.32], PLANK),
      frame.box([0.28, 0.7], [-0.46, -0.2], [0.32, 0.33], { side: PAINT.rubber }),
      frame.box([-0.3, 0.6], [0.42, 0.5], [0, 0.05], PLANK),
      frame.box([-0.05, 0.03], [0.3, 0.85], [0.05, 0.09], PLANK),
      frame.round(-0.32, 0.42, 0.035, [0, 0.22], RED),
    ],
    sheets: [
      frame.sheet(-0.6, 0.5, 0.21, 0.3, 0.5, PAPER),
      frame.sheet(-0.3, 0.72, 0.21, 0.3, -0.3, PAPER),
      frame.sheet(0.7, 0.42, 0.21, 0.3, 1.1, PAPER),
      frame.sheet(0.3, 0.7, 0.21, 0.3, 0.2, PAPER),
      frame.sheet(0.95, 0.05, 0.3, 0.21, 0.6, PAPER),
      ...frame.shadow(0, 0, 0.9, 0.6),
    ],
  };
}

/** A leaf that opened inwards, and the free opening behind it. The pane is not drawn: it is clear. */
function openWindow(frame: Frame): Solid[] {
  const [low, high, inner] = [0.86, 2.29, OUTER_WALL_M / 2 + 0.02];
  const white = { side: yuv(176, 184, 190), top: yuv(208, 213, 216) };
  const [hinge, length, slices] = [-0.52, 0.98, 14];
  // Opened by 115 degrees; approximated by slices, because solids are parallel to the axes.
  const slice = (i: number): Place => [
    hinge - Math.sin(0.44) * (i / slices) * length,
    inner + 0.03 + Math.cos(0.44) * (i / slices) * length,
  ];
  return [
    frame.box([-0.52, 0.52], [inner - 0.02, inner], [low, high], { side: white.side, material: 'opening' }),
    ...Array.from({ length: slices }, (_, i) => {
      const [[r1, n1], [r2, n2]] = [slice(i), slice(i + 1)];
      const across: Place = [Math.min(r1, r2) - 0.012, Math.max(r1, r2) + 0.012];
      const isStile = i === 0 || i === slices - 1;
      return isStile
        ? [frame.box(across, [n1, n2], [low, high], white)]
        : [
            frame.box(across, [n1, n2], [low, low + 0.075], white),
            frame.box(across, [n1, n2], [high - 0.075, high], white),
          ];
    }).flat(),
    frame.box([-0.62, 0.62], [inner, inner + 0.12], [low - 0.06, low - 0.02], white),
  ];
}

/** The sign and the board of an extinguisher on the wall, and the extinguisher itself unless it is missing. */
export function extinguisherSolids(place: WallPlace, isThere: boolean): Solid[] {
  const frame = new Frame(place);
  return [
    frame.box([-0.17, 0.17], [0, 0.014], [1.52, 1.78], { side: RED.side, material: 'plate' }),
    frame.box([-0.2, 0.2], [0, 0.01], [0.62, 1.42], { side: yuv(238, 238, 234) }),
    frame.box([-0.17, 0.17], [0, 0.012], [0.65, 1.39], { side: isThere ? yuv(222, 222, 218) : yuv(208, 208, 204) }),
    frame.box([-0.05, 0.05], [0, 0.05], [1.2, 1.24], { side: PAINT.rubber }),
    frame.box([-0.08, 0.08], [0, 0.06], [0.7, 0.73], { side: PAINT.rubber }),
    ...(isThere
      ? [
          frame.round(0, 0.1, 0.085, [0.73, 1.2], RED),
          frame.round(0, 0.1, 0.05, [1.2, 1.25], RED),
          frame.round(0, 0.1, 0.03, [1.25, 1.32], { side: PAINT.rubber }),
          frame.box([-0.09, 0.03], [0.09, 0.12], [1.3, 1.335], { side: PAINT.rubber }),
          frame.box([0.075, 0.1], [0.09, 0.13], [0.9, 1.3], { side: PAINT.rubber }),
          frame.box([-0.06, 0.06], [0.1, 0.187], [0.9, 1.06], { side: yuv(236, 232, 214) }),
        ]
      : []),
  ].map((solid) => (solid.material === 'plate' ? { ...solid, text: 'FIRE' } : solid));
}

/** Door and noise have no parts: the door itself is opened, and noise is not visible. */
export function addParts(parts: Parts, thing: Thing): void {
  const frame = new Frame(thing);
  const { x, y } = thing;
  const stand = (kind: FigureKind) => {
    parts.figures.push({ x, y, z: 0, kind });
    parts.sheets.push(...frame.shadow(0, 0, 0.34, 0.24));
  };
  switch (thing.alarm) {
    case 'humanBody':
      return stand('person');
    case 'noMask':
      return stand('maskless');
    case 'highTemperature':
      return stand('feverish');
    case 'fall':
      parts.figures.push({ x, y, z: 0, kind: 'lying' });
      return void parts.sheets.push(...frame.shadow(0, 0.02, 1, 0.28));
    case 'smoke':
      parts.solids.push(
        frame.round(0, -0.02, 0.19, [0, 0.42], BIN),
        frame.round(0, -0.02, 0.13, [0.42, 0.425], { side: GLOW }),
      );
      parts.figures.push({ x, y, z: 0.36, kind: 'smoke' });
      return void parts.sheets.push(...frame.shadow(0, 0, 0.3, 0.26));
    case 'carton':
      parts.solids.push(...cartons(frame));
      return void parts.sheets.push(...frame.shadow(0, 0.05, 0.85, 0.6));
    case 'navigationException':
      parts.solids.push(...barrier(frame));
      return void parts.sheets.push(...frame.shadow(0, 0, 0.9, 0.6));
    case 'clutter': {
      const { solids, sheets } = rubbish(frame);
      parts.solids.push(...solids);
      return void parts.sheets.push(...sheets);
    }
    case 'waterAccumulation':
      return void parts.puddles.push({
        x,
        y,
        drops: [
          [0, 0, 0.5],
          [0.5, 0.18, 0.3],
          [-0.48, -0.12, 0.32],
          [0.15, -0.42, 0.24],
          [-0.25, 0.42, 0.22],
          [0.86, -0.1, 0.09],
          [-0.82, 0.3, 0.08],
        ],
      });
    case 'unclosedWindow':
      return void parts.solids.push(...openWindow(frame));
    case 'missingExtinguisher':
    case 'doorOpen':
    case 'noise':
  }
}
