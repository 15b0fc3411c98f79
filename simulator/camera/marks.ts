/** What the robot's recognition draws into the picture of an alarm: a frame around the thing, and what was measured. */
import type { AlarmType } from '../../contract/entities/robotConstants.ts';
import { GLYPH_HEIGHT, GLYPH_STEP, GLYPH_WIDTH, dotAt, textColumns } from './font.ts';
import { figureOf } from './figures.ts';
import type { FigureKind } from './figures.ts';
import { yuv } from './frame.ts';
import type { Planes, Yuv } from './frame.ts';
import type { Lens } from './lens.ts';
import { mix } from './overlay.ts';
import { drawRobotColumn } from './robots.ts';
import type { Thing } from './things.ts';

const AMBER = yuv(255, 176, 46);
const BACKDROP = yuv(14, 18, 28);
const INK = yuv(250, 250, 250);
/** Drawn as a degree sign. */
const DEGREE = '\x7f';

/** Half the width, the depth before and behind the thing's place, and the heights of its frame, metres. */
interface Extent {
  readonly half: number;
  readonly deep?: number;
  readonly z: readonly [low: number, high: number];
}
const FACE: Extent = { half: 0.16, z: [1.44, 1.79] };
const DOOR: Extent = { half: 0.5, z: [0, 2.12] };
const EXTENTS: Readonly<Record<AlarmType, Extent>> = {
  humanBody: { half: 0.36, z: [0, 1.8] },
  highTemperature: FACE,
  smoke: { half: 0.8, z: [0, 2.35] },
  noMask: FACE,
  doorOpen: DOOR,
  noise: DOOR,
  carton: { half: 0.75, deep: 0.6, z: [0, 0.9] },
  waterAccumulation: { half: 0.95, deep: 0.65, z: [0, 0] },
  fall: { half: 1.06, z: [0, 0.5] },
  unclosedWindow: { half: 0.72, z: [0.78, 2.36] },
  missingExtinguisher: { half: 0.28, z: [0.56, 1.84] },
  clutter: { half: 1.05, deep: 0.75, z: [0, 0.6] },
  navigationException: { half: 0.74, deep: 0.36, z: [0, 1.56] },
};

export type Rect = { left: number; top: number; right: number; bottom: number };

/** Where the thing is in the picture, pixels; null if it is behind the camera. */
export function frameOf(lens: Lens, { alarm, x, y, theta }: Thing): Rect | null {
  const { half, deep = 0, z } = EXTENTS[alarm];
  const rect: Rect = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [right, near] of [
    [-half, -deep],
    [half, -deep],
    [-half, deep],
    [half, deep],
  ] as const) {
    const dx = x - Math.sin(theta) * right + Math.cos(theta) * near - lens.x;
    const dy = y + Math.cos(theta) * right + Math.sin(theta) * near - lens.y;
    const depth = dx * lens.forwardX + dy * lens.forwardY;
    if (depth < 0.3) return null;
    const column = lens.width / 2 + ((dx * lens.rightX + dy * lens.rightY) / depth) * lens.focal;
    rect.left = Math.min(rect.left, column);
    rect.right = Math.max(rect.right, column);
    for (const height of z) {
      const row = lens.horizon + ((lens.eye - height) / depth) * lens.focal;
      rect.top = Math.min(rect.top, row);
      rect.bottom = Math.max(rect.bottom, row);
    }
  }
  return rect;
}

function fill(planes: Planes, { left, top, right, bottom }: Rect, colour: Yuv, alpha: number) {
  for (let row = Math.max(0, Math.round(top)); row < Math.min(planes.height, Math.round(bottom)); row++)
    for (let column = Math.max(0, Math.round(left)); column < Math.min(planes.width, Math.round(right)); column++)
      mix(planes, row, column, colour, alpha);
}

/** The corners of a frame. */
function brackets(planes: Planes, { left, top, right, bottom }: Rect, thick: number) {
  const across = Math.min((right - left) * 0.28, thick * 14);
  const down = Math.min((bottom - top) * 0.28, thick * 14);
  for (const x of [left, right - thick])
    for (const y of [top, bottom - down])
      fill(planes, { left: x, top: y, right: x + thick, bottom: y + down }, AMBER, 1);
  for (const x of [left, right - across])
    for (const y of [top, bottom - thick])
      fill(planes, { left: x, top: y, right: x + across, bottom: y + thick }, AMBER, 1);
}

function label(planes: Planes, text: string, centre: number, bottom: number) {
  const dot = Math.max(1, Math.round(planes.height / 180));
  const padding = 2 * dot;
  const width = textColumns(text) * dot;
  const left = Math.round(Math.max(padding, Math.min(planes.width - width - padding, centre - width / 2)));
  const top = Math.round(Math.max(padding, bottom - GLYPH_HEIGHT * dot - padding));
  const plate = {
    left: left - padding,
    top: top - padding,
    right: left + width + padding,
    bottom: top + GLYPH_HEIGHT * dot + padding,
  };
  fill(planes, plate, BACKDROP, 0.82);
  for (let i = 0; i < text.length; i++)
    for (let x = 0; x < GLYPH_WIDTH; x++)
      for (let y = 0; y <= GLYPH_HEIGHT; y++) {
        if (!dotAt(text, i * GLYPH_STEP + x, y)) continue;
        const [fromX, fromY] = [left + (i * GLYPH_STEP + x) * dot, top + y * dot];
        fill(planes, { left: fromX, top: fromY, right: fromX + dot, bottom: fromY + dot }, INK, 1);
      }
}

function icon(planes: Planes, kind: FigureKind, centreX: number, centreY: number, size: number) {
  const left = Math.max(0, Math.min(planes.width - size, centreX - size / 2));
  const top = Math.max(0, Math.min(planes.height - size, centreY - size / 2));
  const sprite = figureOf(kind)[0] ?? null;
  const seen = { depth: 0, left, width: size, top, height: size, sprite };
  for (let column = Math.floor(left); column < Math.min(planes.width, left + size); column++)
    drawRobotColumn(planes, column, seen);
}

function textOf({ alarm, value }: Thing): string {
  if (value === undefined) return '';
  return alarm === 'highTemperature' ? `${value.toFixed(1)} ${DEGREE}C` : `${value.toFixed(0)} dB`;
}

/** @param isFramed with the frame; otherwise the robot reports where the thing is */
export function drawMark(planes: Planes, lens: Lens, thing: Thing, isFramed = true): void {
  const found = frameOf(lens, thing);
  if (!found) return;
  const edge = planes.height / 60;
  const rect = {
    left: Math.max(edge, found.left - edge),
    top: Math.max(edge, found.top - edge),
    right: Math.min(planes.width - edge, found.right + edge),
    bottom: Math.min(planes.height - 3 * edge, found.bottom + edge),
  };
  if (isFramed) brackets(planes, rect, Math.max(1, Math.round(planes.height / 200)));
  const [middle, size] = [(rect.left + rect.right) / 2, planes.height / 6];
  if (thing.alarm === 'noise') icon(planes, 'loudspeaker', middle, (rect.top + rect.bottom) / 2 - size * 0.4, size);
  if (thing.alarm === 'noMask')
    icon(planes, 'crossedMask', rect.right + size * 0.7, (rect.top + rect.bottom) / 2, size);
  const text = textOf(thing);
  if (!text) return;
  if (thing.alarm === 'noise') label(planes, text, middle, (rect.top + rect.bottom) / 2 + size * 0.75);
  else label(planes, text, rect.right + size * 0.9, (rect.top + rect.bottom) / 2);
}
