/**
 * A part of a floor with cells: dose by hue, cells without dose hatched, people where they were seen. With `onPress` a
 * place can be chosen. North is up.
 */
import { type MouseEvent, type ReactNode, useId } from 'react';
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import { cellCentre, decodeRuns, type CellGrid } from '../../../contract/rules/cellGrid.ts';
import { CELL_SKIPPED, DOSE_TOP } from '../../../contract/wire/disinfection.ts';

/** South-western corner and size, metres. */
export interface PictureBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface FloorPictureProps {
  readonly label: string;
  readonly map: IndoorMap | null;
  readonly box: PictureBox;
  readonly grid?: CellGrid | undefined;
  readonly planned?: readonly number[] | undefined;
  readonly doses?: readonly number[] | undefined;
  /** Fills of rooms. */
  readonly rooms?: readonly string[] | undefined;
  readonly polygon?: readonly Place[] | undefined;
  readonly onPress?: ((place: Place) => void) | undefined;
  readonly children?: ReactNode;
}

const MARGIN_M = 1.5;
const STROKE = { fill: 'none', stroke: 'var(--line-3)', vectorEffect: 'non-scaling-stroke' } as const;

export const boxOfGrid = ({ x, y, cellM, columns, rows }: CellGrid): PictureBox => ({
  x: x - MARGIN_M,
  y: y - MARGIN_M,
  width: columns * cellM + 2 * MARGIN_M,
  height: rows * cellM + 2 * MARGIN_M,
});
export function boxOfMap({ plan, picture, origin, resolution }: IndoorMap): PictureBox {
  if (plan.outline.length > 0 || !picture) return { x: -1, y: -1, width: plan.width + 2, height: plan.height + 2 };
  return { x: origin.x, y: origin.y, width: picture.width * resolution, height: picture.height * resolution };
}

export function FloorPicture(props: FloorPictureProps) {
  const { label, map, box, grid, planned, doses, rooms = [], polygon = [], onPress, children } = props;
  const hatch = useId();
  // SVG counts y downwards.
  const flip = (y: number): number => box.y + box.height - y;
  const points = (places: readonly Place[]): string => places.map(([x, y]) => `${x - box.x},${flip(y)}`).join(' ');
  const press = (event: MouseEvent<SVGSVGElement>): void => {
    const at = event.currentTarget.getScreenCTM()?.inverse();
    if (!at) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(at);
    onPress?.([round(x + box.x), round(box.y + box.height - y)]);
  };
  return (
    <svg
      viewBox={`0 0 ${box.width} ${box.height}`}
      role="img"
      aria-label={label}
      className="block h-72 w-full overflow-hidden rounded bg-surface-2"
      onClick={onPress && press}
      style={onPress && { cursor: 'crosshair' }}
    >
      <defs>
        <pattern id={hatch} width="0.35" height="0.35" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" y1="0" x2="0" y2="0.35" stroke="var(--line-3)" strokeWidth="0.1" />
        </pattern>
      </defs>
      {map?.plan.rooms.map(({ id, x, y, w, h }) => (
        <rect
          key={id}
          x={x - box.x}
          y={flip(y + h)}
          width={w}
          height={h}
          fill={rooms.includes(id) ? 'var(--mark)' : 'var(--surface)'}
          fillOpacity={rooms.includes(id) ? 0.25 : 1}
        />
      ))}
      {grid && planned && <Cells grid={grid} planned={planned} doses={doses ?? []} box={box} hatch={hatch} />}
      {map?.plan.furniture.map((piece, i) =>
        piece.shape === 'rect' ? (
          <rect key={i} x={piece.x - box.x} y={flip(piece.y + piece.h)} width={piece.w} height={piece.h} {...STROKE} />
        ) : piece.shape === 'circle' ? (
          <circle key={i} cx={piece.x - box.x} cy={flip(piece.y)} r={piece.r} {...STROKE} />
        ) : (
          <polyline key={i} points={points(piece.points)} {...STROKE} />
        ),
      )}
      {map &&
        [...map.plan.walls, ...map.plan.outerWalls].map(({ from, to }, i) => (
          <polyline key={i} points={points([from, to])} stroke="var(--text-2)" strokeWidth="0.15" />
        ))}
      {polygon.length > 0 && (
        <polygon
          points={points(polygon)}
          fill="var(--mark)"
          fillOpacity="0.2"
          stroke="var(--mark)"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      )}
      {polygon.map(([x, y], i) => (
        <circle key={i} cx={x - box.x} cy={flip(y)} r={box.width / 150} fill="var(--mark)" />
      ))}
      {children}
    </svg>
  );
}

/** A way driven, or dashed one that was not, as a child of the picture. */
export function WayLine({
  box,
  places,
  isDashed = false,
}: {
  readonly box: PictureBox;
  readonly places: readonly { readonly x: number; readonly y: number }[];
  readonly isDashed?: boolean;
}) {
  return places.length === 0 ? null : (
    <polyline
      points={places.map(({ x, y }) => `${x - box.x},${box.y + box.height - y}`).join(' ')}
      {...STROKE}
      stroke="var(--text)"
      strokeWidth="1.5"
      strokeDasharray={isDashed ? '4 3' : undefined}
    />
  );
}

/** Neighbours in a row with the same value are one rectangle. */
function Cells({
  grid,
  planned,
  doses,
  box,
  hatch,
}: Required<Pick<FloorPictureProps, 'box'>> & {
  readonly grid: CellGrid;
  readonly planned: readonly number[];
  readonly doses: readonly number[];
  readonly hatch: string;
}) {
  const length = grid.columns * grid.rows;
  const section = decodeRuns(planned, length);
  const dose = decodeRuns(doses, length);
  const bars: { cell: number; count: number; value: number }[] = [];
  for (let cell = 0; cell < length; cell += 1) {
    if (section[cell] === 0) continue;
    const value = dose[cell] ?? 0;
    const last = bars.at(-1);
    const isNext = last && last.cell + last.count === cell && last.value === value && cell % grid.columns !== 0;
    if (isNext) last.count += 1;
    else bars.push({ cell, count: 1, value });
  }
  return bars.map(({ cell, count, value }) => {
    const [x, y] = cellCentre(grid, cell);
    const isHatched = value === 0 || value === CELL_SKIPPED;
    return (
      <rect
        key={cell}
        x={x - grid.cellM / 2 - box.x}
        y={box.y + box.height - y - grid.cellM / 2}
        width={grid.cellM * count}
        height={grid.cellM}
        fill={isHatched ? `url(#${hatch})` : 'var(--mark)'}
        fillOpacity={isHatched ? 1 : 0.15 + (0.85 * Math.min(value, DOSE_TOP)) / DOSE_TOP}
      />
    );
  });
}

const round = (metres: number): number => Math.round(metres * 100) / 100;
