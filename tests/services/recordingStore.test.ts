/** What a tab keeps of its recording: one account's, bounded, and nothing where storage is full or blocked. */
import { describe, expect, it } from 'vitest';
import { createRecordingStore, type SegmentName } from '../../src/services/recordingStore.ts';
import { memoryStorage } from '../fakes/memoryStorage.ts';

const segment = (number: number, load = 'a'): SegmentName => ({ load, number, build: '1', version: 3 });
const LIMIT = 100;
const start = (storage = memoryStorage({ user_id: 'u1' })) => ({
  storage,
  store: createRecordingStore(() => storage, LIMIT),
});
const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
const charsOf = (storage: Storage): number =>
  keysOf(storage)
    .filter((key) => key.startsWith('recording/'))
    .reduce((sum, key) => sum + storage.getItem(key)!.length, 0);

describe('kept pieces', () => {
  it('come back in order, by segment', () => {
    const { store } = start();
    expect(store.open('u1')).toEqual([]);
    for (const [number, text] of [
      [0, 'x'],
      [0, 'y'],
      [1, 'z'],
    ] as const)
      expect(store.add('u1', segment(number), text)).toBe(true);
    expect(store.open('u1')).toEqual([
      { ...segment(0), texts: ['x', 'y'] },
      { ...segment(1), texts: ['z'] },
    ]);
  });

  it('stay within the limit: the oldest segments go first', () => {
    const { storage, store } = start();
    store.open('u1');
    for (let number = 0; number < 9; number += 1) store.add('u1', segment(number), 'x'.repeat(30));
    expect(charsOf(storage)).toBeLessThanOrEqual(LIMIT);
    expect(store.open('u1')?.map(({ number }) => number)).toEqual([6, 7, 8]);
  });

  it('are removed when one does not fit: the rest would have a gap', () => {
    const { storage, store } = start();
    store.open('u1');
    store.add('u1', segment(0), 'x');
    expect(store.add('u1', segment(0), 'x'.repeat(LIMIT + 1))).toBe(false);
    expect(keysOf(storage)).toEqual(['user_id']);
  });

  it("are removed when another account's are kept", () => {
    const { storage, store } = start();
    store.open('u1');
    store.add('u1', segment(0), 'x');
    expect(store.open('u2')).toEqual([]);
    expect([store.isFor('u1'), store.isFor('u2')]).toEqual([false, true]);
    expect(store.add('u1', segment(0), 'x')).toBe(false);
    expect(charsOf(storage)).toBe(0);
    store.forget();
    expect(keysOf(storage)).toEqual(['user_id']);
  });
});

describe('storage that keeps nothing', () => {
  it('makes room by the oldest segments, then gives up', () => {
    const storage = memoryStorage();
    const write = storage.setItem;
    let quota = 60;
    storage.setItem = (key, value) => {
      if (key.startsWith('recording/') && charsOf(storage) + value.length > quota) throw new DOMException('quota');
      write(key, value);
    };
    const { store } = start(storage);
    store.open('u1');
    for (let number = 0; number < 4; number += 1) expect(store.add('u1', segment(number), 'x'.repeat(30))).toBe(true);
    expect(store.open('u1')?.map(({ number }) => number)).toEqual([2, 3]);
    quota = 0;
    expect(store.add('u1', segment(3), 'x')).toBe(false);
    expect(keysOf(storage)).toEqual([]);
  });

  it('is not read where it is blocked', () => {
    const store = createRecordingStore(() => {
      throw new DOMException('blocked');
    });
    expect([store.open('u1'), store.isFor('u1'), store.add('u1', segment(0), 'x')]).toEqual([null, false, false]);
    store.forget();
  });

  it('is not read where it is garbled', () => {
    const { store } = start(memoryStorage({ recording: '{"userId":1}' }));
    expect(store.open('u1')).toEqual([]);
  });
});
