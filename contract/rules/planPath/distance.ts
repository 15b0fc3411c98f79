/**
 * Distance from each cell to the nearest occupied one: the exact Euclidean distance transform (Felzenszwalb,
 * Huttenlocher).
 */

const FAR = 1e9;

/** The transform of one line: the lower envelope of parabolas. */
export interface DistanceLine {
  /** @param squares squared distances along the line @returns a buffer that the next call overwrites */
  (squares: Float32Array, length: number): Float32Array;
}

/** @param longest maximum line length, in cells */
export function distanceLine(longest: number): DistanceLine {
  const vertex = new Int32Array(longest + 1);
  const border = new Float64Array(longest + 2);
  const out = new Float32Array(longest);
  return (squares, length) => {
    let last = 0;
    vertex[0] = 0;
    border[0] = -Infinity;
    border[1] = Infinity;
    const at = (i: number) => squares[i] ?? FAR;
    for (let q = 1; q < length; q++) {
      let meet: number;
      for (;;) {
        const v = vertex[last] ?? 0;
        meet = (at(q) + q * q - at(v) - v * v) / (2 * (q - v));
        if (meet > (border[last] ?? 0) || last === 0) break;
        last--;
      }
      if (meet > (border[last] ?? 0)) last++;
      vertex[last] = q;
      border[last] = meet;
      border[last + 1] = Infinity;
    }
    for (let q = 0, k = 0; q < length; q++) {
      while ((border[k + 1] ?? Infinity) < q) k++;
      const v = vertex[k] ?? 0;
      out[q] = (q - v) * (q - v) + at(v);
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
  const field = Float32Array.from(occupied, (cell) => (cell ? 0 : FAR));
  const longest = Math.max(columns, rows);
  const line = new Float32Array(longest);
  const along = distanceLine(longest);
  for (let x = 0; x < columns; x++) {
    for (let y = 0; y < rows; y++) line[y] = field[y * columns + x] ?? FAR;
    const out = along(line, rows);
    for (let y = 0; y < rows; y++) field[y * columns + x] = out[y] ?? FAR;
  }
  for (let y = 0; y < rows; y++) {
    line.set(field.subarray(y * columns, (y + 1) * columns));
    const out = along(line, columns);
    for (let x = 0; x < columns; x++) field[y * columns + x] = clearanceOf(out[x] ?? FAR, cellM);
  }
  return field;
}
