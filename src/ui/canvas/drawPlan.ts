/**
 * The static layer: background, floor, rooms, furniture, doors, walls, windows. Details too small to read are omitted,
 * not shrunk.
 */
import type { LayerFrame } from './canvasLayer.ts';
import { darkModeFilter } from './darkModeFilter.ts';
import type { MapPalette } from './palette.ts';
import type { PlanPaths } from './planPaths.ts';
import type { MapPicture } from './scene.ts';

/** Thickness in metres, and its limits in px. */
const WALL = { metres: 0.26, least: 1.4, most: 7 };
const OUTER_WALL = { metres: 0.42, least: 2.2, most: 11 };
const WINDOW_OF_WALL = 0.45;
/** px per metre from which furniture is drawn. */
const FURNITURE_FROM = 8;
const FURNITURE_FULL_FROM = 11;
const FURNITURE_SOFT = 0.75;
const WET_SOFT = 0.9;
const DOORS_FROM = 9;

const clampWidth = ({ metres, least, most }: typeof WALL, scale: number): number =>
  Math.max(least, Math.min(most, metres * scale));

/** Screen px per image pixel from which smoothing is off: smoothed walls look blurred. */
const SQUARES_FROM = 2;

/** In metres, y north: the image's lower left corner lies at its origin. */
export function drawPicture(
  context: CanvasRenderingContext2D,
  { image, frame: { resolution, height, origin } }: MapPicture,
  scale: number,
  palette: MapPalette,
): void {
  const [cos, sin] = [Math.cos(origin.yaw), Math.sin(origin.yaw)];
  context.save();
  context.transform(cos, sin, -sin, cos, origin.x, origin.y);
  context.transform(resolution, 0, 0, -resolution, 0, height);
  context.imageSmoothingEnabled = resolution * scale < SQUARES_FROM;
  // The light theme needs no filter: the image already has dark walls on a light floor.
  if (document.documentElement.dataset['theme'] === 'dark') context.filter = darkModeFilter(palette);
  context.drawImage(image, 0, 0);
  context.restore();
}

export function drawPlan(
  context: CanvasRenderingContext2D,
  { view, size, pixelRatio }: LayerFrame,
  paths: PlanPaths,
  palette: MapPalette,
  picture: MapPicture | null = null,
  /** Draws on the bare floor, below rooms and walls, in px. */
  onFloor?: (context: CanvasRenderingContext2D) => void,
): void {
  const { scale } = view;
  const zoom = scale * pixelRatio;
  // Paths are in metres with y north: the transform flips them, and line widths in px are divided by the scale.
  const toMetres = (): void =>
    context.setTransform(
      zoom,
      0,
      0,
      -zoom,
      (size.width / 2 - view.cx * scale) * pixelRatio,
      (size.height / 2 + view.cy * scale) * pixelRatio,
    );
  toMetres();
  const px = (width: number): number => width / scale;
  const fill = (path: Path2D, colour: string): void => {
    context.fillStyle = colour;
    context.fill(path);
  };
  const stroke = (path: Path2D, colour: string, width: number): void => {
    context.strokeStyle = colour;
    context.lineWidth = px(width);
    context.stroke(path);
  };

  context.lineCap = 'butt';
  context.lineJoin = 'miter';
  fill(paths.floor, palette.floor);
  if (picture !== null) drawPicture(context, picture, scale, palette);
  if (onFloor) {
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    onFloor(context);
    toMetres();
  }
  fill(paths.rooms, palette.room);
  fill(paths.cores, palette.core);
  if (scale >= FURNITURE_FROM) {
    const softness = scale < FURNITURE_FULL_FROM ? FURNITURE_SOFT : 1;
    context.globalAlpha = softness * WET_SOFT;
    fill(paths.wet, palette.core);
    context.globalAlpha = softness;
    stroke(paths.wet, palette.furniture, 1);
    stroke(paths.furniture, palette.furniture, 1);
    context.globalAlpha = 1;
  }
  if (scale >= DOORS_FROM) stroke(paths.doors, palette.door, 1);
  context.lineCap = 'square';
  fill(paths.columns, palette.wall);
  stroke(paths.walls, palette.wall, clampWidth(WALL, scale));
  const outer = clampWidth(OUTER_WALL, scale);
  stroke(paths.outerWalls, palette.outer, outer);
  context.lineCap = 'butt';
  stroke(paths.windows, palette.floor, outer * WINDOW_OF_WALL);
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
}
