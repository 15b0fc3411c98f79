/** Letter outlines as polygons: parses the `d` of an SVG path and flattens its curves. */
export type Point = readonly [x: number, y: number];
export type Polygon = readonly Point[];

/** Line segments per curve; the steps are not visible at this size. */
const PIECES = 8;

/** @param d absolute M, L, Q, C and Z only, as in font glyphs */
export function polygonsOf(d: string): Polygon[] {
  const polygons: Point[][] = [];
  let current: Point[] = [];
  for (const [, command = '', numbers = ''] of d.matchAll(/([MLQCZ])([^MLQCZ]*)/gu)) {
    const values = [...numbers.matchAll(/-?\d*\.?\d+(?:e-?\d+)?/gu)].map(Number);
    const points = values.flatMap((value, i): Point[] => (i % 2 === 1 ? [[values[i - 1] ?? 0, value]] : []));
    if (command === 'M') polygons.push((current = []));
    const from = current.at(-1);
    if (command === 'M' || command === 'L' || !from) current.push(...points);
    else if (command !== 'Z')
      for (let piece = 1; piece <= PIECES; piece++) current.push(onCurve([from, ...points], piece / PIECES));
  }
  return polygons;
}

/** De Casteljau: point at `t` on the curve with these control points. */
function onCurve(points: readonly Point[], t: number): Point {
  let level = points;
  while (level.length > 1)
    level = level
      .slice(1)
      .map(([x, y], i): Point => [(level[i]?.[0] ?? 0) * (1 - t) + x * t, (level[i]?.[1] ?? 0) * (1 - t) + y * t]);
  return level[0] ?? [0, 0];
}

/** A polyline of the given width, as a polygon. */
export function ribbon(line: readonly Point[], width: number): Polygon {
  const left: Point[] = [];
  const right: Point[] = [];
  for (const [i, [x, y]] of line.entries()) {
    const [ax, ay] = line[i - 1] ?? [x, y];
    const [bx, by] = line[i + 1] ?? [x, y];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const [nx, ny] = [(-(by - ay) / length) * (width / 2), ((bx - ax) / length) * (width / 2)];
    left.push([x + nx, y + ny]);
    right.unshift([x - nx, y - ny]);
  }
  return [...left, ...right];
}

/** Samples per pixel in each direction. */
const FINE = 3;

/** Rasterises polygons by scan lines with the non-zero winding rule; coverage per pixel is 0 to 1. */
export function fill(
  polygons: readonly Polygon[],
  width: number,
  height: number,
  paint: (pixel: number, cover: number) => void,
): void {
  const ys = polygons.flatMap((polygon) => polygon.map(([, y]) => y));
  const last = Math.min(height - 1, Math.ceil(Math.max(...ys)));
  for (let row = Math.max(0, Math.floor(Math.min(...ys))); row <= last; row++) {
    const cover = new Float32Array(width);
    for (let fine = 0; fine < FINE; fine++) {
      const y = row + (fine + 0.5) / FINE;
      const crossings = crossingsAt(polygons, y);
      let wound = 0;
      for (const [i, { x, way }] of crossings.entries()) {
        wound += way;
        const next = crossings[i + 1];
        if (wound !== 0 && next) addSpan(cover, x, next.x);
      }
    }
    for (const [x, part] of cover.entries()) if (part > 0) paint(row * width + x, Math.min(1, part / FINE));
  }
}

function crossingsAt(polygons: readonly Polygon[], y: number): { x: number; way: number }[] {
  const found: { x: number; way: number }[] = [];
  for (const polygon of polygons) {
    for (const [i, [x2, y2]] of polygon.entries()) {
      const [x1, y1] = polygon[(i + polygon.length - 1) % polygon.length] ?? [x2, y2];
      if (y1 <= y !== y2 <= y) found.push({ x: x1 + ((y - y1) / (y2 - y1)) * (x2 - x1), way: y2 > y1 ? 1 : -1 });
    }
  }
  return found.sort((a, b) => a.x - b.x);
}

function addSpan(cover: Float32Array, from: number, to: number): void {
  const [a, b] = [Math.max(0, from), Math.min(cover.length, to)];
  for (let x = Math.floor(a); x < b; x++) cover[x] = (cover[x] ?? 0) + Math.min(x + 1, b) - Math.max(x, a);
}
