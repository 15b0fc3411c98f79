/** Map points: a small plate with an icon for the attribute; only a dot when zoomed out. */
import { POINT_ICONS } from '../icons/pointIcons.ts';
import type { PointAttribute } from '../../../contract/entities/robotConstants.ts';
import type { MapPalette } from './palette.ts';
import { POINT_SIZE } from './scene.ts';
import { createSprites, stamp } from './sprites.ts';

export interface Points {
  readonly point: (
    context: CanvasRenderingContext2D,
    attribute: PointAttribute,
    x: number,
    y: number,
    selected: boolean,
  ) => void;
  readonly dot: (context: CanvasRenderingContext2D, x: number, y: number) => void;
}

const ROUND_PX = 6;
const DOT_PX = 3.5;
const FAR_DOT_PX = 3;
/** Share of the plate taken by the icon. */
const ICON_SHARE = 0.65;
const ICON_FIELD = 24;
const MOST_KEPT = 64;

export function createPoints(palette: MapPalette, pixelRatio: number): Points {
  const sprites = createSprites(pixelRatio, MOST_KEPT);
  const icons = new Map<PointAttribute, Path2D>();

  const paint = (context: CanvasRenderingContext2D, attribute: PointAttribute, selected: boolean): void => {
    context.beginPath();
    context.roundRect(-POINT_SIZE / 2, -POINT_SIZE / 2, POINT_SIZE, POINT_SIZE, ROUND_PX);
    context.fillStyle = selected ? palette.mark : palette.surface;
    context.fill();
    context.strokeStyle = selected ? palette.halo : palette.line;
    context.lineWidth = selected ? 2 : 1;
    context.stroke();
    const ink = selected ? palette.onMark : palette.point;
    const path = POINT_ICONS[attribute];
    if (path === null) {
      context.beginPath();
      context.arc(0, 0, DOT_PX, 0, 2 * Math.PI);
      context.fillStyle = ink;
      context.fill();
      return;
    }
    const icon = icons.get(attribute) ?? new Path2D(path);
    icons.set(attribute, icon);
    const grown = (POINT_SIZE * ICON_SHARE) / ICON_FIELD;
    context.scale(grown, grown);
    context.translate(-ICON_FIELD / 2, -ICON_FIELD / 2);
    context.strokeStyle = ink;
    context.lineWidth = 2;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.stroke(icon);
  };
  const paintDot = (context: CanvasRenderingContext2D): void => {
    context.beginPath();
    context.arc(0, 0, FAR_DOT_PX, 0, 2 * Math.PI);
    context.fillStyle = palette.point;
    context.fill();
    context.strokeStyle = palette.halo;
    context.lineWidth = 1.5;
    context.stroke();
  };

  return {
    point(context, attribute, x, y, selected) {
      const field = POINT_SIZE + 4;
      stamp(
        context,
        sprites.get(`${attribute} ${selected}`, field, field, (painter) => paint(painter, attribute, selected)),
        x,
        y,
        pixelRatio,
      );
    },
    dot(context, x, y) {
      stamp(context, sprites.get('dot', 2 * FAR_DOT_PX + 4, 2 * FAR_DOT_PX + 4, paintDot), x, y, pixelRatio);
    },
  };
}
