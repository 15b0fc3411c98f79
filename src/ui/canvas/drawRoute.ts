/** A route on the map: its legs with their direction, its numbered stops, and the ghost that previews the run. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { addChevrons } from './drawLines.ts';
import { drawStop, STOP_RADIUS } from './drawStop.ts';
import { ghostAt } from './ghost.ts';
import { offsetLine, assignLanes } from './parallelRoutes.ts';
import type { MapOverlay, OverlayPainting } from './overlay.ts';
import type { RouteInput } from './routeInput.ts';
import { toScreen } from './viewport.ts';

const LINE = { width: 2.5, halo: 6, lane: 4.5 };
const STRAIGHT: number[] = [3, 5];
/** Distance between chevrons in metres, and its minimum in px. */
const CHEVRONS = { metres: 4, least: 34 };
const GHOST = { radius: 10, width: 2, halo: 5, dash: [3, 2.5], tip: 6, back: 4, half: 4.5 };
const FOCUS = { radius: 19, width: 2.5 };
/** With reduced motion the ghost moves in steps, ms. */
const STEP_MS = 1_000;
/** px per metre. Any point can become a stop, so all are named while the whole floor is shown on a desktop. */
const NAMES_FROM = 6;
const FULL = 2 * Math.PI;

export function createRouteOverlay({ stops, legs, ghost, focus, now }: RouteInput): MapOverlay {
  const marks = new Map(stops.map((mark) => [mark.areaId, mark]));
  const lanes = assignLanes(legs.map(({ path }) => path));
  /** Clock time of the ghost's last paint; while the clock is paused, so is the ghost. */
  let painted = Number.NaN;

  function line({ context }: OverlayPainting, places: readonly (readonly [number, number])[]): void {
    context.beginPath();
    places.forEach(([x, y], i) => {
      if (i === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
  }
  function paintGhost(
    { context, frame, palette }: OverlayPainting,
    at: Place,
    theta: number,
    stayed: number | null,
  ): void {
    const [x, y] = toScreen(frame.view, frame.size, at);
    context.save();
    context.translate(x, y);
    context.beginPath();
    context.arc(0, 0, GHOST.radius, 0, FULL);
    context.fillStyle = palette.surface;
    context.strokeStyle = palette.halo;
    context.lineWidth = GHOST.halo;
    context.stroke();
    context.fill();
    context.strokeStyle = palette.mark;
    context.lineWidth = GHOST.width;
    // Dashed because it is a preview, not a robot. The elapsed part of a stay is drawn solid.
    context.setLineDash(GHOST.dash);
    context.stroke();
    context.setLineDash([]);
    if (stayed !== null) {
      context.beginPath();
      context.arc(0, 0, GHOST.radius, -FULL / 4, -FULL / 4 + stayed * FULL);
      context.lineWidth = GHOST.width + 1;
      context.stroke();
    }
    context.rotate(-theta);
    context.beginPath();
    context.moveTo(GHOST.tip, 0);
    context.lineTo(-GHOST.back, -GHOST.half);
    context.lineTo(-GHOST.back / 2, 0);
    context.lineTo(-GHOST.back, GHOST.half);
    context.closePath();
    context.fillStyle = palette.mark;
    context.fill();
    context.restore();
  }

  function paintFocus({ context, frame, palette }: OverlayPainting, at: Place): void {
    const [x, y] = toScreen(frame.view, frame.size, at);
    context.beginPath();
    context.arc(x, y, FOCUS.radius, 0, FULL);
    context.strokeStyle = palette.mark;
    context.lineWidth = FOCUS.width;
    context.stroke();
  }

  return {
    ways(painting) {
      const { context, frame, palette } = painting;
      context.lineCap = 'round';
      context.lineJoin = 'round';
      const lines = legs.map(({ path }, i) => {
        const lane = lanes[i] ?? 0;
        return offsetLine(
          path.map((place) => toScreen(frame.view, frame.size, place)),
          lane === 0 ? 0 : (lane - 0.5) * LINE.lane,
        );
      });
      // All halos first, so that the halo of one line does not cut another line.
      context.strokeStyle = palette.halo;
      context.lineWidth = LINE.halo;
      for (const places of lines) {
        line(painting, places);
        context.stroke();
      }
      context.lineWidth = LINE.width;
      for (const [i, places] of lines.entries()) {
        const isStraight = legs[i]?.isStraight === true;
        context.strokeStyle = isStraight ? palette.attention : palette.route;
        context.setLineDash(isStraight ? STRAIGHT : []);
        line(painting, places);
        context.stroke();
        context.setLineDash([]);
        context.beginPath();
        addChevrons(context, places, Math.max(CHEVRONS.least, CHEVRONS.metres * frame.view.scale));
        context.stroke();
      }
    },
    namesFrom: NAMES_FROM,
    radiusOf: (pointId) => (marks.has(pointId) ? STOP_RADIUS : undefined),
    point({ context, palette }, { id }, x, y, isHovered) {
      const mark = marks.get(id);
      if (mark) drawStop(context, palette, mark, x, y, isHovered);
    },
    isPulsing: (pointId) => marks.get(pointId)?.state === 'underway',
    moving(painting) {
      if (focus !== null) paintFocus(painting, focus);
      if (ghost === null) return false;
      const clock = now();
      const pose = ghostAt({ legs, ghost }, painting.still ? Math.floor(clock / STEP_MS) * STEP_MS : clock);
      if (pose) paintGhost(painting, [pose.x, pose.y], pose.theta, pose.stayed);
      const runs = clock !== painted && pose?.hasEnded === false;
      painted = clock;
      return runs;
    },
  };
}
