/** Map pictures: fetched once, cached while in use, retried after a failure. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMapPictures } from '../../src/services/mapPictures.ts';

afterEach(() => void vi.useRealTimers());
const key = 'map/m/p';
function start(fail = 0) {
  let failures = fail;
  const asked: string[] = [];
  const logged: unknown[] = [];
  const pictures = createMapPictures({
    log: (error) => void logged.push(error),
    unfold: async (file) => ({ width: file.size }) as ImageBitmap,
    async fetchPicture({ mapId, pictureId }) {
      asked.push(`${mapId} ${pictureId}`);
      if (failures-- > 0) throw new Error('away');
      return new Blob(['four']);
    },
    async fetchTrace({ drawingId, pictureId }) {
      asked.push(`trace of ${drawingId} ${pictureId}`);
      return new Blob(['four']);
    },
  });
  return { pictures, asked, logged };
}

describe("a map's picture", () => {
  it('has a sibling under a drawing, which is asked for elsewhere', async () => {
    const { pictures, asked } = start();
    const told = vi.fn();
    const end = pictures.onBitmap('trace/d/p', told);
    await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
    expect(asked).toEqual(['trace of d p']);
    end();
  });

  it('is asked for by the first who looks, once, and told to all', async () => {
    const { pictures, asked } = start();
    expect(pictures.bitmap(key)).toBeNull();
    const told = [vi.fn(), vi.fn()];
    const ends = told.map((listener) => pictures.onBitmap(key, listener));
    await vi.waitFor(() => expect(told[1]).toHaveBeenCalledOnce());
    expect([asked, pictures.bitmap(key)?.width]).toEqual([['m p'], 4]);
    for (const end of ends) end();
    pictures.onBitmap(key, () => undefined);
    expect(asked).toHaveLength(1);
  });

  it('that does not come is asked for again, as long as somebody looks', async () => {
    vi.useFakeTimers();
    const { pictures, asked, logged } = start(2);
    const end = pictures.onBitmap(key, () => undefined);
    await vi.advanceTimersByTimeAsync(6_000);
    expect([asked.length, logged.length]).toEqual([2, 2]);
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(2);
  });

  it('is not looked for under any other key', () => {
    const { pictures, asked } = start();
    pictures.onBitmap('avatar/x', () => undefined)();
    expect(asked).toEqual([]);
  });
});
