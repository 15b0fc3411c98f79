/** Archives of texts that are too large to be held. */
import { randomBytes } from 'node:crypto';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { zipOfFiles, ZipTooLarge, type ZipEntry } from '../../../server/files/zip.ts';

async function* files(...all: readonly ZipEntry[]): AsyncIterable<ZipEntry> {
  yield* all;
}
async function readAll(zip: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of zip) pieces.push(piece);
  return pieces;
}
const MAX = { maxBytes: 1_000_000 };
/** Cannot be compressed to less than three quarters. */
function* noise(pieces: number, made: { pieces: number }): Iterable<string> {
  for (; made.pieces < pieces; made.pieces++) yield randomBytes(100_000).toString('base64');
}

it('has each file as it was written', async () => {
  const two = files({ name: 'a.csv', pieces: ['é,', '1\r\n'] }, { name: 'tracks/b.csv', pieces: [] });
  const entries = unzipSync(Buffer.concat(await readAll(zipOfFiles(two, MAX))));
  expect(Object.entries(entries).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])).toEqual([
    ['a.csv', 'é,1\r\n'],
    ['tracks/b.csv', ''],
  ]);
});

it('makes the next piece only when the earlier ones have been read', async () => {
  const made = { pieces: 0 };
  const zip = zipOfFiles(files({ name: 'a', pieces: noise(5, made) }), MAX)[Symbol.asyncIterator]();
  await zip.next();
  expect(made.pieces).toBeLessThan(2);
  await zip.return?.();
});

it('gives the event loop a turn after each piece', async () => {
  const turns: number[] = [];
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  function* pieces() {
    for (let piece = 0; piece < 4; piece++) {
      turns.push(turn);
      yield 'line\r\n';
    }
  }
  await readAll(zipOfFiles(files({ name: 'a', pieces: pieces() }), MAX));
  isOver = true;
  expect(new Set(turns).size).toBe(4);
});

it('ends as soon as it is larger than allowed', async () => {
  const made = { pieces: 0 };
  const zip = zipOfFiles(files({ name: 'a', pieces: noise(50, made) }), { maxBytes: 200_000 });
  await expect(readAll(zip)).rejects.toThrow(ZipTooLarge);
  expect(made.pieces).toBeLessThan(5);
});

it('ends with its signal', async () => {
  const controller = new AbortController();
  function* pieces() {
    yield 'first';
    controller.abort(new Error('cancelled'));
    yield 'second';
    throw new Error('not reached');
  }
  const zip = zipOfFiles(files({ name: 'a', pieces: pieces() }), { ...MAX, signal: controller.signal });
  await expect(readAll(zip)).rejects.toThrow('cancelled');
});
