/** Regroups a stream of bytes into blocks of equal size; the last one may be shorter. Holds one block in memory. */
export async function* inBlocks(source: AsyncIterable<Uint8Array>, size: number): AsyncIterable<Uint8Array> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source) {
    for (let rest = chunk; rest.length > 0;) {
      const part = rest.subarray(0, size - length);
      held.push(part);
      length += part.length;
      rest = rest.subarray(part.length);
      if (length < size) continue;
      yield Buffer.concat(held, length);
      held = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.concat(held, length);
}
