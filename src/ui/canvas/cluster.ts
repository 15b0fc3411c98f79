/**
 * Merges robots whose marks would overlap into one cluster ring. Pure. Works in world pixels (metres times scale)
 * instead of screen pixels, so that a ring does not change while panning.
 */
import { ROBOT_STATUSES } from '../../../contract/entities/robotConstants.ts';
import type { RobotStatus } from '../../../contract/entities/robotConstants.ts';
import { CLUSTER_RADIUS, CLUSTER_WITHIN, MARKER_RADIUS } from './scene.ts';

export interface Clusterable {
  readonly x: number;
  readonly y: number;
  readonly status: RobotStatus;
  /** Never clustered: alarms, stopped robots, and the selected or followed robot. */
  readonly alone: boolean;
}

export interface Cluster {
  readonly x: number;
  readonly y: number;
  /** Indices into the robots passed in. */
  readonly members: readonly number[];
  /** In precedence order, for the ring's arcs. */
  readonly parts: readonly (readonly [status: RobotStatus, count: number])[];
}

export interface Clustering {
  readonly singles: readonly number[];
  readonly clusters: readonly Cluster[];
}

/** Drawn radius including the outer edge. */
const RING_PX = CLUSTER_RADIUS + 4;
/** Merging moves the centre, which can make two rings overlap; a few rounds are enough to settle. */
const ROUNDS = 4;

interface Node {
  x: number;
  y: number;
  members: number[];
}

function nearEnough(a: Node, b: Node): number {
  const rings = (a.members.length > 1 ? 1 : 0) + (b.members.length > 1 ? 1 : 0);
  if (rings === 0) return CLUSTER_WITHIN;
  return rings === 2 ? 2 * RING_PX : RING_PX + MARKER_RADIUS.fleet;
}

const CELL_PX = 2 * RING_PX;
/** Packs both cell coordinates into one number, which is faster to look up than a string. */
const CELLS_A_ROW = 1 << 16;
const cellOf = (x: number, y: number): number =>
  (Math.floor(x / CELL_PX) + CELLS_A_ROW / 2) * CELLS_A_ROW + Math.floor(y / CELL_PX) + CELLS_A_ROW / 2;

function mergeOnce(nodes: readonly Node[]): { readonly merged: Node[]; readonly changed: boolean } {
  const cells = new Map<number, number[]>();
  nodes.forEach((node, index) => {
    const cell = cellOf(node.x, node.y);
    const inCell = cells.get(cell);
    if (inCell === undefined) cells.set(cell, [index]);
    else inCell.push(index);
  });
  const taken = new Uint8Array(nodes.length);
  const merged: Node[] = [];
  let changed = false;
  nodes.forEach((seed, index) => {
    if (taken[index] === 1) return;
    taken[index] = 1;
    let { x, y } = seed;
    let weight = seed.members.length;
    let members = seed.members;
    for (let column = -1; column <= 1; column += 1) {
      for (let row = -1; row <= 1; row += 1) {
        for (const other of cells.get(cellOf(seed.x + column * CELL_PX, seed.y + row * CELL_PX)) ?? []) {
          const node = nodes[other];
          if (taken[other] === 1 || node === undefined) continue;
          const limit = nearEnough(seed, node);
          const dx = node.x - seed.x;
          const dy = node.y - seed.y;
          if (dx * dx + dy * dy >= limit * limit) continue;
          taken[other] = 1;
          changed = true;
          if (members === seed.members) members = [...members];
          members.push(...node.members);
          const share = node.members.length / (weight + node.members.length);
          x += (node.x - x) * share;
          y += (node.y - y) * share;
          weight += node.members.length;
        }
      }
    }
    merged.push({ x, y, members });
  });
  return { merged, changed };
}

function partsOf(members: readonly number[], robots: readonly Clusterable[]): [RobotStatus, number][] {
  const counts = new Map<RobotStatus, number>();
  for (const member of members) {
    const status = robots[member]?.status;
    if (status !== undefined) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return ROBOT_STATUSES.flatMap((status): [RobotStatus, number][] => {
    const count = counts.get(status);
    return count === undefined ? [] : [[status, count]];
  });
}

/** Deterministic: the same robots in the same order give the same rings. */
export function cluster(robots: readonly Clusterable[]): Clustering {
  const singles: number[] = [];
  let nodes: Node[] = [];
  robots.forEach((robot, index) => {
    if (robot.alone) singles.push(index);
    else nodes.push({ x: robot.x, y: robot.y, members: [index] });
  });
  for (let round = 0, changed = true; changed && round < ROUNDS; round += 1)
    ({ merged: nodes, changed } = mergeOnce(nodes));
  const clusters: Cluster[] = [];
  for (const { x, y, members } of nodes) {
    const [only] = members;
    if (members.length === 1 && only !== undefined) singles.push(only);
    else clusters.push({ x, y, members, parts: partsOf(members, robots) });
  }
  return { singles, clusters };
}
