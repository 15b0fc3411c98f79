/** Every marker of the map: robot kinds by status, rings, points. */
import { useEffect, useRef } from 'react';
import { ROBOT_KINDS } from '../../../contract/entities/constants.ts';
import { POINT_ATTRIBUTES, ROBOT_STATUSES } from '../../../contract/entities/robotConstants.ts';
import { createMarkers } from '../../../src/ui/canvas/drawMarkers.ts';
import { createPoints } from '../../../src/ui/canvas/drawPoints.ts';
import { createRings } from '../../../src/ui/canvas/drawRings.ts';
import { readPalette } from '../../../src/ui/canvas/palette.ts';

const RATIO = 2;

function draw(canvas: HTMLCanvasElement): void {
  canvas.width = 1200 * RATIO;
  canvas.height = 260 * RATIO;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.scale(RATIO, RATIO);
  const palette = readPalette(document.documentElement);
  const markers = createMarkers(palette, RATIO);
  const points = createPoints(palette, RATIO);
  ROBOT_KINDS.forEach((kind, row) =>
    ROBOT_STATUSES.forEach((status, column) => {
      const at = {
        x: 50 + column * 80,
        y: 40 + row * 56,
        kind,
        status,
        theta: -column,
        ghost: status === 'offline',
        selected: false,
        radius: 14,
      };
      markers.robot(context, at, false);
    }),
  );
  markers.robot(
    context,
    { x: 560, y: 180, kind: 'delivery', status: 'working', theta: 0, ghost: false, selected: true, radius: 16 },
    false,
  );
  markers.robot(
    context,
    { x: 560, y: 230, kind: 'delivery', status: 'working', theta: 0.6, ghost: false, selected: false, radius: 9 },
    true,
  );
  const members = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
  createRings(palette, RATIO).draw(context, [
    {
      x: 560,
      y: 40,
      parts: [
        ['charging', 2],
        ['standby', 1],
      ],
      members: members(3),
    },
    {
      x: 560,
      y: 104,
      parts: [
        ['offline', 1],
        ['charging', 4],
        ['working', 9],
      ],
      members: members(14),
    },
  ]);
  POINT_ATTRIBUTES.forEach((attribute, index) =>
    points.point(context, attribute, 680 + (index % 5) * 80, 46 + Math.floor(index / 5) * 64, index === 7),
  );
}

export function MapSheet() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current);
  }, []);
  return <canvas ref={canvas} className="w-300 max-w-full rounded-lg border border-line-2 bg-map-floor" />;
}
