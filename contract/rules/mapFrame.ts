/**
 * Converts between world metres (y north, as used by robots) and pixels of the map picture (y down), spec 3: worldX/Y
 * and coordinateX/Y. As in ROS, the origin is the pose of the picture's lower left corner in the world.
 */
export interface MapFrame {
  /** Metres per pixel. */
  resolution: number;
  /** Width and height of the picture in metres. */
  width: number;
  height: number;
  /** Metres; yaw in radians, counter-clockwise. */
  origin: { x: number; y: number; yaw: number };
}

/** [column, row], with fractions of a pixel. */
export function toPixels({ resolution, height, origin }: MapFrame, x: number, y: number): [number, number] {
  const [east, north] = turned(x - origin.x, y - origin.y, -origin.yaw);
  return [east / resolution, (height - north) / resolution];
}

/** [x, y] */
export function toMetres({ resolution, height, origin }: MapFrame, column: number, row: number): [number, number] {
  const [x, y] = turned(column * resolution, height - row * resolution, origin.yaw);
  return [x + origin.x, y + origin.y];
}

/** The picture's corners in the world, counter-clockwise from the lower left. */
export const cornersOf = (frame: MapFrame): [number, number][] => {
  const [columns, rows] = [frame.width / frame.resolution, frame.height / frame.resolution];
  return [toMetres(frame, 0, rows), toMetres(frame, columns, rows), toMetres(frame, columns, 0), toMetres(frame, 0, 0)];
};

/** Tolerance for rounding: a point exactly on the edge is inside. */
const EDGE_M = 1e-6;
export function isOnMap(frame: MapFrame, x: number, y: number): boolean {
  const [east, north] = turned(x - frame.origin.x, y - frame.origin.y, -frame.origin.yaw);
  return east >= -EDGE_M && north >= -EDGE_M && east <= frame.width + EDGE_M && north <= frame.height + EDGE_M;
}

/** The frame of a map, from its plan. */
export const frameOf = ({
  resolution,
  origin,
  plan: { width, height },
}: Pick<MapFrame, 'resolution' | 'origin'> & { plan: Pick<MapFrame, 'width' | 'height'> }): MapFrame => ({
  resolution,
  origin,
  width,
  height,
});

function turned(x: number, y: number, by: number): [number, number] {
  if (by === 0) return [x, y];
  const [cos, sin] = [Math.cos(by), Math.sin(by)];
  return [x * cos - y * sin, x * sin + y * cos];
}

export const toDegrees = (theta: number): number => ((((theta * 180) / Math.PI) % 360) + 360) % 360;
export const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** A plan of which only the size is known. */
export const emptyPlan = (width: number, height: number) => ({
  width,
  height,
  outline: [],
  rooms: [],
  walls: [],
  outerWalls: [],
  windows: [],
  doors: [],
  columns: [],
  furniture: [],
});

/** In place of a map that is not loaded yet. */
export const NO_MAP = {
  id: '',
  picture: null,
  resolution: 1,
  origin: { x: 0, y: 0, yaw: 0 },
  plan: emptyPlan(1, 1),
};
