/** Binary min-heap of cells by cost, for the path search; a cell can be in it more than once. */
export class CellHeap {
  private keys = new Float64Array(4096);
  private cells = new Int32Array(4096);
  private count = 0;

  clear() {
    this.count = 0;
  }

  push(key: number, cell: number) {
    if (this.count === this.cells.length) this.grow();
    let i = this.count++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const parentKey = this.keys[parent] ?? 0;
      if (parentKey <= key) break;
      this.keys[i] = parentKey;
      this.cells[i] = this.cells[parent] ?? 0;
      i = parent;
    }
    this.keys[i] = key;
    this.cells[i] = cell;
  }

  /** -1 when empty. */
  pop(): number {
    if (this.count === 0) return -1;
    const top = this.cells[0] ?? -1;
    const last = --this.count;
    const key = this.keys[last] ?? 0;
    const cell = this.cells[last] ?? 0;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= last) break;
      if (child + 1 < last && (this.keys[child + 1] ?? 0) < (this.keys[child] ?? 0)) child++;
      const childKey = this.keys[child] ?? 0;
      if (childKey >= key) break;
      this.keys[i] = childKey;
      this.cells[i] = this.cells[child] ?? 0;
      i = child;
    }
    this.keys[i] = key;
    this.cells[i] = cell;
    return top;
  }

  private grow() {
    const [keys, cells] = [this.keys, this.cells];
    this.keys = new Float64Array(keys.length * 2);
    this.cells = new Int32Array(cells.length * 2);
    this.keys.set(keys);
    this.cells.set(cells);
  }
}
