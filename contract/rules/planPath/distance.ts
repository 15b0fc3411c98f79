/**
 * Distance from each cell to the nearest occupied one: the exact Euclidean distance transform (Felzenszwalb,
 * Huttenlocher).
 */

const FAR = 1e9;
/** More cells than any map is high. */
const NONE = 0xffff;

/** The transform of one line: the lower envelope of parabolas. */
export interface DistanceLine {
  /** @param squares squared distances along the line @returns a buffer that the next call overwrites */
  (squares: Float32Array, length: number): Float32Array;
}

/** @param longest maximum line length, in cells */
export function distanceLine(longest: number): DistanceLine {
  const vertex = new Int32Array(longest + 1);
  const border = new Float64Array(longest + 2);
  /** Heights at 0 of the parabolas whose vertices are the cells. */
  const offset = new Float64Array(longest);
  const out = new Float32Array(longest);
  // Typed arrays of the right length: an index below is never outside of them.
  return (squares, length) => {
    for (let q = 0; q < length; q++) offset[q] = squares[q]! + q * q;
    let last = 0;
    vertex[0] = 0;
    border[0] = -Infinity;
    for (let q = 1; q < length; q++) {
      const own = offset[q]!;
      let v = vertex[last]!;
      let meet = (own - offset[v]!) / (2 * (q - v));
      while (last > 0 && meet <= border[last]!) {
        v = vertex[--last]!;
        meet = (own - offset[v]!) / (2 * (q - v));
      }
      if (meet > border[last]!) last++;
      vertex[last] = q;
      border[last] = meet;
    }
    border[last + 1] = Infinity;
    for (let q = 0, k = 0; q < length; q++) {
      while (border[k + 1]! < q) k++;
      const v = vertex[k]!;
      out[q] = (q - v) * (q - v) + squares[v]!;
    }
    return out;
  };
}

/**
 * Distance in metres from a cell's centre to the edge of the nearest occupied cell, half a cell less than to its
 * centre.
 */
export const clearanceOf = (square: number, cellM: number): number => Math.max(0, Math.sqrt(square) - 0.5) * cellM;

/** @param occupied not 0 for an obstacle @param cellM metres per cell @returns metres per cell */
export function clearanceIn(occupied: Uint8Array, columns: number, rows: number, cellM: number): Float32Array {
  const upright = cellsToObstacle(occupied, columns, rows);
  const field = new Float32Array(columns * rows);
  const line = new Float32Array(columns);
  const along = distanceLine(columns);
  for (let row = 0; row < rows; row++) {
    const start = row * columns;
    for (let x = 0; x < columns; x++) {
      const cells = upright[start + x]!;
      line[x] = cells === NONE ? FAR : cells * cells;
    }
    const out = along(line, columns);
    for (let x = 0; x < columns; x++) field[start + x] = clearanceOf(out[x]!, cellM);
  }
  return field;
}

/** Cells up or down to the nearest obstacle in the same column, NONE without one. Row by row, as memory is laid out. */
function cellsToObstacle(occupied: Uint8Array, columns: number, rows: number): Uint16Array {
  const cells = new Uint16Array(columns * rows);
  for (let i = 0; i < cells.length; i++)
    cells[i] = occupied[i] ? 0 : i < columns ? NONE : Math.min(NONE, cells[i - columns]! + 1);
  for (let i = cells.length - columns - 1; i >= 0; i--) cells[i] = Math.min(cells[i]!, cells[i + columns]! + 1);
  return cells;
}
