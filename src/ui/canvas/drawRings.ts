/**
 * Cluster rings: the statuses in the cluster and the number of robots. Hardly two are alike, so they are not sprites:
 * all arcs of one colour are one stroke, and only the numbers are stamped.
 */
import { ROBOT_STATUSES } from '../../../contract/entities/robotConstants.ts';
import type { Cluster } from './cluster.ts';
import type { MapPalette } from './palette.ts';
import { CLUSTER_RADIUS } from './scene.ts';
import { createSprites, stamp } from './sprites.ts';

export type Ring = Pick<Cluster, 'x' | 'y' | 'parts' | 'members'>;

export interface Rings {
  readonly draw: (context: CanvasRenderingContext2D, rings: readonly Ring[]) => void;
}

const FULL = 2 * Math.PI;
const PLATE_PX = CLUSTER_RADIUS + 4;
const ARC_PX = 4.5;
const GAP = (10 / 360) * FULL;
/** Minimum arc, radians: one robot in a thousand must stay visible. */
const LEAST_ARC = 0.06;
const TOP = -FULL / 4;
const NUMBER = { width: 26, height: 16 };
const MOST_KEPT = 300;

export function createRings(palette: MapPalette, pixelRatio: number): Rings {
  const sprites = createSprites(pixelRatio, MOST_KEPT);

  const drawPlates = (context: CanvasRenderingContext2D, rings: readonly Ring[]): void => {
    context.beginPath();
    for (const { x, y } of rings) {
      context.moveTo(x + PLATE_PX, y);
      context.arc(x, y, PLATE_PX, 0, FULL);
    }
    context.fillStyle = palette.surface;
    context.fill();
    context.strokeStyle = palette.line;
    context.lineWidth = 1;
    context.stroke();
  };
  const drawArcs = (context: CanvasRenderingContext2D, rings: readonly Ring[]): void => {
    context.lineWidth = ARC_PX;
    context.lineCap = 'butt';
    for (const status of ROBOT_STATUSES) {
      context.beginPath();
      for (const { x, y, parts, members } of rings) {
        const gap = parts.length > 1 ? GAP : 0;
        let from = TOP + gap / 2;
        for (const [each, count] of parts) {
          const way = (count / members.length) * FULL;
          if (each === status) {
            context.moveTo(x + CLUSTER_RADIUS * Math.cos(from), y + CLUSTER_RADIUS * Math.sin(from));
            context.arc(x, y, CLUSTER_RADIUS, from, from + Math.max(LEAST_ARC, way - gap));
          }
          from += way;
        }
      }
      context.strokeStyle = palette.status[status];
      context.stroke();
    }
  };

  return {
    draw(context, rings) {
      drawPlates(context, rings);
      drawArcs(context, rings);
      for (const { x, y, members } of rings) {
        const number = String(members.length);
        const sprite = sprites.get(number, NUMBER.width, NUMBER.height, (painter) => {
          painter.fillStyle = palette.heading;
          painter.font = palette.countFont;
          painter.textAlign = 'center';
          painter.textBaseline = 'middle';
          painter.fillText(number, 0, 0.5);
        });
        stamp(context, sprite, x, y, pixelRatio);
      }
    },
  };
}
