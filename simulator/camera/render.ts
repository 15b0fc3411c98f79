/**
 * A robot's front camera, drawn from the floor plan: walls by one ray per column, floor and ceiling by rows, furniture
 * and other robots from far to near. Draws directly into the I420 planes that WebRTC sends.
 */
import type { Place } from '../../contract/entities/floorPlan.ts';
import { castLoose, raycast, castsFor, hitsOf, setDoors } from './raycast.ts';
import type { RaycastBuffers } from './raycast.ts';
import { FacePainter } from './facePainter.ts';
import { isDrawable } from './font.ts';
import { planesOf } from './frame.ts';
import type { I420Buffer, Planes } from './frame.ts';
import { surfacesOf } from './floorSurfaces.ts';
import { drawLights } from './lights.ts';
import type { OwnLights } from './lights.ts';
import { aim, lensFor } from './lens.ts';
import type { Lens } from './lens.ts';
import { extinguishersOf } from './extinguishers.ts';
import { drawMark } from './marks.ts';
import { createStencil, drawCaption, drawPath, drawShadows, drawSheet } from './overlay.ts';
import type { Stencil } from './overlay.ts';
import { drawCeiling, drawFloor } from './depthPlanes.ts';
import type { Edges } from './depthPlanes.ts';
import { createCrowd, drawRobotColumn, collectVisible } from './robots.ts';
import type { VisibleRobots, OtherRobot } from './robots.ts';
import { sceneOf } from './scene.ts';
import type { Scene, ScenePlan } from './scene.ts';
import { drawPuddle } from './puddles.ts';
import { CEILING_M } from './solids.ts';
import { addParts, extinguisherSolids } from './thingParts.ts';
import type { Parts } from './thingParts.ts';
import type { Thing } from './things.ts';

export type { OtherRobot } from './robots.ts';

/** Height of the camera, metres. */
export const EYE_M = 1.05;
/** Radians: about 78 degrees, as in the console's drawings. */
export const FIELD_OF_VIEW = 1.357;

export type CameraView = {
  /** World metres and radians. */
  readonly x: number;
  readonly y: number;
  readonly theta: number;
  /** Radians upwards. */
  readonly tilt?: number;
  readonly lights?: OwnLights;
  /** The clock of the lights, ms. */
  readonly now?: number;
  /** Horizontal field of view in radians. */
  readonly fov?: number;
  /** Formatted for display, in the site's time zone. */
  readonly time: string;
  readonly name: string;
  /** Replaces a name that the bitmap font cannot draw. */
  readonly serialNumber?: string;
  readonly others: readonly OtherRobot[];
  /** What lies or stands there for a while, on this floor. */
  readonly things?: readonly Thing[];
  /** The thing that is framed, with its value. */
  readonly marked?: Thing;
  /** It is marked without its frame. */
  readonly isUnframed?: boolean;
  /** The planned path ahead of the robot, drawn in dashes on the floor. */
  readonly path?: readonly Place[];
};
export type Camera = {
  /** Fills the frame. Any size works; buffers are kept for the last size used. */
  draw: (frame: I420Buffer, view: CameraView) => void;
};

/** Buffers that depend on the picture size. */
type FrameBuffers = {
  readonly planes: Planes;
  readonly data: I420Buffer['data'];
  readonly lens: Lens;
  readonly casts: RaycastBuffers;
  readonly edges: Edges;
  readonly stencil: Stencil;
  readonly vignette: Uint8Array;
  readonly painter: FacePainter;
};

function drawColumn({ planes, casts, painter }: FrameBuffers, crowd: VisibleRobots, column: number) {
  const wallAt = casts.wallAt[column] ?? Infinity;
  const wall = casts.wall[column] ?? -1;
  if (wall >= 0) painter.wall(column, wall, wallAt, casts.wallFace[column] ?? 0);
  const first = hitsOf(column);
  let robot = 0;
  const robotsBefore = (depth: number) => {
    for (; robot < crowd.count; robot++) {
      const seen = crowd.seen[robot];
      if (!seen || seen.depth < depth) return;
      if (seen.depth < wallAt && column >= seen.left - 1 && column <= seen.left + seen.width)
        drawRobotColumn(planes, column, seen);
    }
  };
  for (let i = (casts.count[column] ?? 0) - 1; i >= 0; i--) {
    const hit = first + i;
    const enter = casts.enter[hit] ?? 0;
    robotsBefore(enter);
    painter.solid(column, casts.solid[hit] ?? 0, enter, Math.min(wallAt, casts.leave[hit] ?? 0), casts.face[hit] ?? 0);
  }
  robotsBefore(0);
}

/** Lenses pass less light towards the corners: the attenuation per pixel, in 1/256. */
function vignetteFor(width: number, height: number): Uint8Array {
  const passed = new Uint8Array(width * height);
  for (let row = 0, i = 0; row < height; row++) {
    const dy = (row + 0.5) / height - 0.5;
    for (let column = 0; column < width; column++, i++) {
      const dx = (column + 0.5) / width - 0.5;
      passed[i] = Math.round(255 * (1 - (dx * dx + dy * dy) * 0.26));
    }
  }
  return passed;
}

function shade(luma: Uint8Array, vignette: Uint8Array) {
  for (let i = 0; i < luma.length; i++) luma[i] = ((luma[i] ?? 0) * (vignette[i] ?? 0) + 128) >> 8;
}

/** Distance up to which things are drawn, metres. */
const THINGS_FAR_M = 16;

/** What is drawn besides the scene: the things in front of the camera, and the floor's extinguishers. */
function partsIn(plan: ScenePlan, lens: Lens, things: readonly Thing[]): Parts {
  const parts: Parts = { solids: [], figures: [], sheets: [], puddles: [] };
  const isNear = ({ x, y }: { readonly x: number; readonly y: number }) => {
    const [dx, dy] = [x - lens.x, y - lens.y];
    return dx * lens.forwardX + dy * lens.forwardY > -1.5 && Math.hypot(dx, dy) < THINGS_FAR_M;
  };
  for (const thing of things) if (isNear(thing)) addParts(parts, thing);
  const missing = things.filter(({ alarm }) => alarm === 'missingExtinguisher');
  for (const place of extinguishersOf(plan)) {
    if (!isNear(place)) continue;
    const isThere = missing.every(({ x, y }) => Math.hypot(x - place.x, y - place.y) > 0.5);
    parts.solids.push(...extinguisherSolids(place, isThere));
  }
  return parts;
}

const leftOpen = (things: readonly Thing[]): ReadonlySet<number> =>
  new Set(things.flatMap(({ alarm, door }) => (alarm === 'doorOpen' && door !== undefined ? [door] : [])));

function captionOf({ name, serialNumber, time }: CameraView): string {
  const label = isDrawable(name) ? name : (serialNumber ?? '');
  return label ? `${label}  ${time}` : time;
}

/**
 * Builds the data shared by all cameras of a plan ahead of the first frame. It takes some hundred milliseconds, which
 * would otherwise delay that frame.
 */
export function prepareCamera(plan: ScenePlan): void {
  sceneOf(plan);
  surfacesOf(plan);
}

/** Cheap to call: walls, floor and light are built on the first frame and shared by all cameras of the same plan. */
export function createCamera({
  plan,
  eyeHeight = EYE_M,
}: {
  readonly plan: ScenePlan;
  readonly eyeHeight?: number;
}): Camera {
  const crowd = createCrowd();
  let bench: FrameBuffers | null = null;
  const benchFor = (frame: I420Buffer, scene: Scene): FrameBuffers => {
    if (bench?.data === frame.data && bench.planes.width === frame.width) return bench;
    const planes = planesOf(frame);
    const { width, height } = frame;
    const reused = bench?.planes.width === width && bench.planes.height === height ? bench : null;
    const lens = reused?.lens ?? lensFor(width, height, eyeHeight);
    const casts = reused?.casts ?? castsFor(scene, width);
    bench = {
      planes,
      data: frame.data,
      lens,
      casts,
      edges: reused?.edges ?? {
        floor: new Float64Array(width),
        ceiling: new Float64Array(width),
        wallAt: casts.wallAt,
      },
      vignette: reused?.vignette ?? vignetteFor(width, height),
      stencil: reused?.stencil ?? createStencil(height),
      painter: new FacePainter(planes, lens, scene, surfacesOf(plan)),
    };
    return bench;
  };
  return {
    draw(frame, view) {
      const scene = sceneOf(plan);
      const surfaces = surfacesOf(plan);
      const drawn = benchFor(frame, scene);
      const { planes, lens, casts, edges, stencil, vignette, painter } = drawn;
      aim(lens, view.x, view.y, view.theta, view.fov ?? FIELD_OF_VIEW, view.tilt);
      const { things = [] } = view;
      const parts = partsIn(plan, lens, things);
      painter.loose = parts.solids;
      setDoors(scene, casts, view.x, view.y, leftOpen(things));
      casts.met.fill(0);
      for (let column = 0; column < lens.width; column++) {
        const [dirX, dirY] = [lens.dirX[column] ?? 1, lens.dirY[column] ?? 0];
        raycast(scene, casts, column, lens.x, lens.y, dirX, dirY);
        castLoose(casts, column, parts.solids, scene.solids.length, lens.x, lens.y, dirX, dirY);
        const scale = lens.focal / (casts.wallAt[column] ?? Infinity);
        edges.floor[column] = lens.horizon + lens.eye * scale;
        edges.ceiling[column] = lens.horizon - (CEILING_M - lens.eye) * scale;
      }
      drawFloor(planes, lens, surfaces, edges);
      drawCeiling(planes, lens, surfaces, edges);
      drawShadows(planes, lens, stencil, view.others);
      for (const sheet of parts.sheets) drawSheet(planes, lens, stencil, sheet);
      for (const puddle of parts.puddles) drawPuddle(planes, lens, puddle);
      if (view.path) drawPath(planes, lens, stencil, view.path);
      collectVisible(crowd, lens, view.others, parts.figures);
      for (let column = 0; column < lens.width; column++) drawColumn(drawn, crowd, column);
      shade(planes.y, vignette);
      if (view.lights) drawLights(planes, view.lights, view.now ?? 0);
      if (view.marked) drawMark(planes, lens, view.marked, view.isUnframed !== true);
      drawCaption(planes, captionOf(view));
    },
  };
}
