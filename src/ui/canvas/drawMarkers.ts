/**
 * Robot marks. Up to a few dozen are drawn as vectors and glide between pixels; larger numbers are stamped from
 * sprites.
 */
import type { RobotKind } from '../../../contract/entities/constants.ts';
import type { RobotLight, RobotStatus } from '../../../contract/entities/robotConstants.ts';
import { ROBOT_GLYPHS } from '../icons/robotGlyphs.ts';
import { STATUS_SHAPES } from '../icons/statusShapes.ts';
import type { MapPalette } from './palette.ts';
import { createSprites, stamp } from './sprites.ts';

export interface Marker {
  readonly x: number;
  readonly y: number;
  readonly kind: RobotKind;
  readonly status: RobotStatus;
  /** Radians counter-clockwise from east, null while unknown. */
  readonly theta: number | null;
  readonly ghost: boolean;
  readonly selected: boolean;
  /** It has an unresolved alarm case: outlined, with an exclamation mark. */
  readonly alarm?: boolean;
  /** The lights that are on. */
  readonly lights?: readonly RobotLight[];
  /** Somebody sees or hears it now: a lamp. */
  readonly watched?: boolean;
  /** px */
  readonly radius: number;
}

export interface Markers {
  /** `crowd`: draws from sprites, at whole pixels, with headings in coarse steps. */
  readonly robot: (context: CanvasRenderingContext2D, marker: Marker, crowd: boolean) => void;
}

/**
 * Smaller marks show the status instead of the kind and have no badge: shape and colour still both carry the status.
 */
const BADGE_FROM = 10.5;
const BADGE = { radius: 7.5, shape: 10, beside: 0.8, above: 0.84 };
const HALO_PX = 4.5;
const SELECTED = { gap: 8, width: 2 };
const CASE = { gap: 4, width: 2, badge: 6.5, mark: 'M-1-4.2h2l-.35 4.9h-1.3zM-1 1.8h2v2h-2z' };
/** The cone of the front light, the glow of the chassis light and the ring of the warning light, px beyond the mark. */
const LIGHT = { reach: 26, halfAngle: 0.5, glow: 7, ring: 5, ringWidth: 2.5, cone: 0.75, chassis: 0.55 };
/** The lamp of a watched robot, px: below the status badge. */
const LAMP = { radius: 3.5, halo: 1.5 };
const GLYPH_SIZE = 13 / 1.05;
/** Widths of the red outline, in px and in the shape's own units. */
const STOPPED = { body: 2, shape: 1.4 };
const GHOST_DASH = [3, 2.5];
const SHAPE_FIELD = 12;
const CROWD_STEPS = 24;
const MOST_KEPT = 600;
const FULL = 2 * Math.PI;

/** Badge and lamp go to the rear, clear of the nose. */
const badgeSide = ({ theta, ghost }: Pick<Marker, 'theta' | 'ghost'>): 1 | -1 =>
  theta !== null && !ghost && Math.cos(theta) > 0.3 ? -1 : 1;

function nosePath(radius: number): Path2D {
  const path = new Path2D(
    `M${radius * 0.5} ${-radius * 0.86}L${radius + 6.5} -1.2Q${radius + 7.5} 0 ${radius + 6.5} 1.2L${radius * 0.5} ${radius * 0.86}Z`,
  );
  path.moveTo(radius, 0);
  path.arc(0, 0, radius, 0, FULL);
  return path;
}

function discPath(radius: number): Path2D {
  const path = new Path2D();
  path.arc(0, 0, radius, 0, FULL);
  return path;
}

function hatchPattern(context: CanvasRenderingContext2D, colour: string): CanvasPattern | string {
  const TILE = 6;
  const tile = document.createElement('canvas');
  tile.width = TILE;
  tile.height = TILE;
  const painter = tile.getContext('2d');
  if (painter === null) return 'transparent';
  painter.strokeStyle = colour;
  painter.globalAlpha = 0.55;
  painter.lineWidth = 1.2;
  // Extends past both corners, so that the stripes join across tiles.
  painter.beginPath();
  for (const shift of [-TILE, 0, TILE]) {
    painter.moveTo(shift, TILE);
    painter.lineTo(shift + TILE, 0);
  }
  painter.stroke();
  return context.createPattern(tile, 'repeat') ?? 'transparent';
}

export function createMarkers(palette: MapPalette, pixelRatio: number): Markers {
  const sprites = createSprites(pixelRatio, MOST_KEPT);
  const glyphs = Object.fromEntries(
    Object.entries(ROBOT_GLYPHS).map(([kind, path]) => [kind, new Path2D(path)]),
  ) as Record<RobotKind, Path2D>;
  const shapes = Object.fromEntries(
    Object.entries(STATUS_SHAPES).map(([status, paths]) => [status, paths.map((path) => new Path2D(path))]),
  ) as Record<RobotStatus, Path2D[]>;
  const caseMark = new Path2D(CASE.mark);
  const noses = new Map<number, Path2D>();
  const discs = new Map<number, Path2D>();
  let hatch: CanvasPattern | string | null = null;
  const cached = (cache: Map<number, Path2D>, radius: number, make: (radius: number) => Path2D): Path2D => {
    const path = cache.get(radius) ?? make(radius);
    cache.set(radius, path);
    return path;
  };

  /** Paints the status shape in a square of `size` px around x, y. */
  const paintShape = (
    context: CanvasRenderingContext2D,
    status: RobotStatus,
    size: number,
    x: number,
    y: number,
  ): void => {
    context.save();
    context.translate(x - size / 2, y - size / 2);
    context.scale(size / SHAPE_FIELD, size / SHAPE_FIELD);
    for (const path of shapes[status]) {
      context.fill(path, 'evenodd');
      if (status !== 'stopped') continue;
      context.strokeStyle = palette.stopped;
      context.lineWidth = STOPPED.shape;
      context.stroke(path);
    }
    context.restore();
  };

  const paintBody = (
    context: CanvasRenderingContext2D,
    { status, theta, ghost, radius }: Omit<Marker, 'x' | 'y'>,
  ): void => {
    const disc = cached(discs, radius, discPath);
    if (ghost) {
      hatch ??= hatchPattern(context, palette.status.offline);
      context.fillStyle = palette.halo;
      context.strokeStyle = palette.halo;
      context.lineWidth = HALO_PX;
      context.globalAlpha = 0.92;
      context.fill(disc);
      context.stroke(disc);
      context.globalAlpha = 1;
      context.fillStyle = hatch;
      context.fill(disc);
      context.strokeStyle = status === 'stopped' ? palette.stopped : palette.status.offline;
      context.lineWidth = 1.5;
      context.setLineDash(GHOST_DASH);
      context.stroke(disc);
      context.setLineDash([]);
      return;
    }
    const body = theta === null ? disc : cached(noses, radius, nosePath);
    context.save();
    if (theta !== null) context.rotate(-theta);
    context.lineJoin = 'round';
    context.strokeStyle = palette.halo;
    context.lineWidth = HALO_PX;
    context.stroke(body);
    context.fillStyle = palette.status[status];
    context.fill(body);
    if (status === 'stopped') {
      context.strokeStyle = palette.stopped;
      context.lineWidth = STOPPED.body;
      context.stroke(body);
    }
    context.restore();
  };

  const paintLights = (
    context: CanvasRenderingContext2D,
    { lights = [], theta, ghost, radius }: Omit<Marker, 'x' | 'y'>,
  ): void => {
    if (ghost) return;
    const shine = (outer: number, alpha: number): CanvasGradient => {
      const gradient = context.createRadialGradient(0, 0, radius * 0.6, 0, 0, outer);
      gradient.addColorStop(0, palette.attention);
      gradient.addColorStop(1, 'transparent');
      context.globalAlpha = alpha;
      return gradient;
    };
    if (lights.includes('front') && theta !== null) {
      const outer = radius + LIGHT.reach;
      context.fillStyle = shine(outer, LIGHT.cone);
      context.beginPath();
      context.moveTo(0, 0);
      context.arc(0, 0, outer, -theta - LIGHT.halfAngle, -theta + LIGHT.halfAngle);
      context.fill();
    }
    if (lights.includes('chassis')) {
      context.fillStyle = shine(radius + LIGHT.glow, LIGHT.chassis);
      context.fill(cached(discs, radius + LIGHT.glow, discPath));
    }
    context.globalAlpha = 1;
    if (!lights.includes('warning')) return;
    context.strokeStyle = palette.attention;
    context.lineWidth = LIGHT.ringWidth;
    context.stroke(cached(discs, radius + LIGHT.ring, discPath));
  };

  /** The outline of an alarm case, and its mark below the robot, clear of the status badge. */
  const paintCase = (context: CanvasRenderingContext2D, radius: number): void => {
    context.strokeStyle = palette.status.alarm;
    context.lineWidth = CASE.width;
    context.stroke(cached(discs, radius + CASE.gap, discPath));
    context.save();
    context.translate(0, radius + CASE.gap);
    context.fillStyle = palette.status.alarm;
    context.fill(cached(discs, CASE.badge, discPath));
    context.fillStyle = palette.onFill;
    context.fill(caseMark);
    context.restore();
  };

  const paintLamp = (context: CanvasRenderingContext2D, radius: number, side: number): void => {
    context.beginPath();
    context.arc(side * radius * BADGE.beside, radius * BADGE.above, LAMP.radius, 0, FULL);
    context.fillStyle = palette.mark;
    context.fill();
    context.strokeStyle = palette.surface;
    context.lineWidth = LAMP.halo;
    context.stroke();
  };

  const paintRobot = (context: CanvasRenderingContext2D, marker: Omit<Marker, 'x' | 'y'>): void => {
    paintLights(context, marker);
    paintMark(context, marker);
    if (marker.alarm === true) paintCase(context, marker.radius);
    if (marker.watched === true) paintLamp(context, marker.radius, badgeSide(marker));
  };
  const paintMark = (context: CanvasRenderingContext2D, marker: Omit<Marker, 'x' | 'y'>): void => {
    const { kind, status, ghost, selected, radius } = marker;
    if (selected) {
      context.strokeStyle = palette.mark;
      context.lineWidth = SELECTED.width;
      context.stroke(cached(discs, radius + SELECTED.gap, discPath));
    }
    paintBody(context, marker);
    // A robot that was stopped and then lost contact is still stopped.
    const shown = ghost && status !== 'stopped' ? 'offline' : status;
    context.fillStyle = ghost ? palette.ghostGlyph : palette.onMark;
    if (radius < BADGE_FROM && !ghost) {
      paintShape(context, shown, radius * 1.25, 0, 0);
      return;
    }
    context.save();
    context.scale(radius / GLYPH_SIZE, radius / GLYPH_SIZE);
    context.fill(glyphs[kind]);
    context.restore();
    if (radius < BADGE_FROM) return;
    const side = badgeSide(marker);
    const [x, y] = [side * radius * BADGE.beside, -radius * BADGE.above];
    context.beginPath();
    context.arc(x, y, BADGE.radius, 0, FULL);
    context.fillStyle = palette.surface;
    context.fill();
    context.strokeStyle = palette.line;
    context.lineWidth = 0.75;
    context.stroke();
    context.fillStyle = palette.status[shown];
    paintShape(context, shown, BADGE.shape, x, y);
  };

  return {
    robot(context, marker, crowd) {
      if (!crowd) {
        context.save();
        context.translate(marker.x, marker.y);
        paintRobot(context, marker);
        context.restore();
        return;
      }
      const step =
        marker.theta === null || marker.ghost
          ? null
          : ((Math.round((marker.theta / FULL) * CROWD_STEPS) % CROWD_STEPS) + CROWD_STEPS) % CROWD_STEPS;
      const key = `${marker.kind} ${marker.status} ${step} ${marker.ghost} ${marker.selected} ${marker.alarm === true} ${marker.lights?.join()} ${marker.watched === true} ${marker.radius}`;
      const around = SELECTED.gap + HALO_PX + (marker.alarm === true ? CASE.badge : 0);
      const field = 2 * (marker.radius + Math.max(around, marker.lights?.length ? LIGHT.reach : 0));
      const sprite = sprites.get(key, field, field, (painter) =>
        paintRobot(painter, { ...marker, theta: step === null ? null : (step / CROWD_STEPS) * FULL }),
      );
      stamp(context, sprite, marker.x, marker.y, pixelRatio);
    },
  };
}
