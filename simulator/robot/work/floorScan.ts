/** What a robot has seen of a floor by its laser scanner: free, occupied or unknown cells, as a ROS map. */
import { PLAN_META } from '../../../contract/rules/mapFiles/planPicture.ts';
import { rosMapFiles } from '../../../contract/rules/mapFiles/rosMap.ts';
import type { NamedFile } from '../../../contract/rules/mapFiles/zip.ts';
import type { Floor } from '../../building/floor.ts';

const CELL_M = 0.05;
/** Range of the scanner, metres, and its rays per turn. */
const RANGE_M = 12;
const RAYS = 720;
/** Grey levels that map_saver writes. */
const UNKNOWN = 205;
const FREE = 254;
const OCCUPIED = 0;
/** How far behind the first obstacle a cell is marked as occupied, metres. */
const DEPTH_M = 0.02;

export class FloorScan {
  private readonly floor: Floor;
  private readonly columns: number;
  private readonly rows: number;
  /** Row 0 is the southern edge. */
  private readonly cells: Uint8Array;

  constructor(floor: Floor) {
    this.floor = floor;
    this.columns = Math.ceil(floor.width / CELL_M);
    this.rows = Math.ceil(floor.height / CELL_M);
    this.cells = new Uint8Array(this.columns * this.rows).fill(UNKNOWN);
  }

  /** One turn of the scanner at a place, metres. */
  look(x: number, y: number): void {
    for (let ray = 0; ray < RAYS; ray += 1) {
      const theta = (ray / RAYS) * 2 * Math.PI;
      const distance = this.floor.raycast(x, y, theta, RANGE_M);
      const [dx, dy] = [Math.cos(theta), Math.sin(theta)];
      for (let along = 0; along < distance; along += CELL_M) this.mark(x + dx * along, y + dy * along, FREE);
      if (distance < RANGE_M) this.mark(x + dx * (distance + DEPTH_M), y + dy * (distance + DEPTH_M), OCCUPIED);
    }
  }

  /** Share of the cells in a square around a place that are known, 0 to 1. @param half of its side, metres */
  knownAround(x: number, y: number, half: number): number {
    let known = 0;
    let all = 0;
    for (let row = this.index(y - half); row <= this.index(y + half); row += 1)
      for (let column = this.index(x - half); column <= this.index(x + half); column += 1) {
        if (row < 0 || column < 0 || row >= this.rows || column >= this.columns) continue;
        all += 1;
        if (this.cells[row * this.columns + column] !== UNKNOWN) known += 1;
      }
    return all === 0 ? 1 : known / all;
  }

  /** YAML and PGM. */
  files(title: string): NamedFile[] {
    const data = new Uint8Array(this.cells.length);
    for (let row = 0; row < this.rows; row += 1)
      data.set(this.cells.subarray(row * this.columns, (row + 1) * this.columns), (this.rows - 1 - row) * this.columns);
    return rosMapFiles({
      picture: { width: this.columns, height: this.rows, channels: 1, data },
      resolution: CELL_M,
      origin: { x: 0, y: 0, yaw: 0 },
      meta: PLAN_META,
      title,
    });
  }

  private index(metres: number): number {
    return Math.floor(metres / CELL_M);
  }

  /** An obstacle that was seen once stays, because a ray can pass the corner of its cell. */
  private mark(x: number, y: number, level: number): void {
    const [column, row] = [this.index(x), this.index(y)];
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return;
    const at = row * this.columns + column;
    if (this.cells[at] !== OCCUPIED) this.cells[at] = level;
  }
}
