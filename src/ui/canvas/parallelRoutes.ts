/** Draws overlapping paths side by side, each to the right of its direction, as traffic drives. Pure. */
import type { Place } from '../../../contract/entities/floorPlan.ts';

type Way = readonly Place[];
type Pixels = readonly (readonly [number, number])[];

const EVERY_M = 0.8;
const NEAR_M = 0.9;
/** Number of samples near another path that make the two overlap. */
const COMMON = 3;
/** Limit for the tip of sharp corners, which would otherwise lie far out. */
const LONGEST_TIP = 2;

interface Sample {
  readonly way: number;
  readonly x: number;
  readonly y: number;
  readonly theta: number;
}

function samplesOf(path: Way, way: number): Sample[] {
  const found: Sample[] = [];
  let next = EVERY_M / 2;
  for (const [i, [ax, ay]] of path.entries()) {
    const [bx, by] = path[i + 1] ?? [ax, ay];
    const length = Math.hypot(bx - ax, by - ay);
    for (; next < length; next += EVERY_M)
      found.push({
        way,
        x: ax + ((bx - ax) * next) / length,
        y: ay + ((by - ay) * next) / length,
        theta: Math.atan2(by - ay, bx - ax),
      });
    next -= length;
  }
  return found;
}

/** The lane of each path: 0 (centre) if it overlaps no other, else 1, 2, ... from the centre to its right. */
export function assignLanes(ways: readonly Way[]): number[] {
  const cells = new Map<string, Sample[]>();
  const samples = ways.map(samplesOf);
  for (const sample of samples.flat()) {
    const key = `${Math.floor(sample.x)} ${Math.floor(sample.y)}`;
    cells.set(key, [...(cells.get(key) ?? []), sample]);
  }
  const near = ({ x, y, way }: Sample): Sample[] =>
    [-1, 0, 1]
      .flatMap((dx) => [-1, 0, 1].flatMap((dy) => cells.get(`${Math.floor(x) + dx} ${Math.floor(y) + dy}`) ?? []))
      .filter((other) => other.way !== way && Math.hypot(other.x - x, other.y - y) < NEAR_M);
  const lanes: number[] = [];
  for (const own of samples) {
    const along = new Map<number, number>();
    let opposite = 0;
    for (const sample of own) {
      const others = near(sample);
      const isAlong = (other: Sample): boolean => Math.cos(other.theta - sample.theta) > 0.7;
      for (const way of new Set(others.filter(isAlong).map((other) => other.way)))
        along.set(way, (along.get(way) ?? 0) + 1);
      if (others.some((other) => Math.cos(other.theta - sample.theta) < -0.7)) opposite += 1;
    }
    const shared = [...along].filter(([, count]) => count >= COMMON).map(([way]) => way);
    const taken = new Set(shared.flatMap((way) => lanes[way] ?? []));
    let lane = shared.length > 0 || opposite >= COMMON ? 1 : 0;
    while (lane > 0 && taken.has(lane)) lane += 1;
    lanes.push(lane);
  }
  return lanes;
}

/** Offsets a line by `by` px to the right of its direction; both in pixels, y down. */
export function offsetLine(line: Pixels, by: number): [number, number][] {
  const places = line.filter(
    ([x, y], i) => i === 0 || Math.hypot(x - (line[i - 1]?.[0] ?? x), y - (line[i - 1]?.[1] ?? y)) > 1e-6,
  );
  if (by === 0 || places.length < 2) return places.map(([x, y]) => [x, y]);
  const normals = places.slice(1).map(([x, y], i): [number, number] => {
    const [ax, ay] = places[i] ?? [x, y];
    const length = Math.hypot(x - ax, y - ay);
    return [-(y - ay) / length, (x - ax) / length];
  });
  return places.map(([x, y], i) => {
    const a = normals[i - 1] ?? normals[0] ?? [0, 0];
    const b = normals[i] ?? a;
    const [mx, my] = [a[0] + b[0], a[1] + b[1]];
    // The corner point: the mean of the normals, longer the sharper the corner.
    const tip = Math.min(LONGEST_TIP, 2 / Math.max(1e-6, mx * mx + my * my));
    return [x + mx * tip * by, y + my * tip * by];
  });
}
