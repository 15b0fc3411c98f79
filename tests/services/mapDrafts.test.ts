/** Drafts outlive their tab if browser storage works; if it does not, this is reported. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMapDrafts } from '../../src/services/mapDrafts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function memory(fails = { now: false }): Storage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    length: 0,
    clear: () => kept.clear(),
    key: () => null,
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem(key: string, value: string) {
      if (fails.now) throw new DOMException('no room', 'QuotaExceededError');
      kept.set(key, value);
    },
  };
}
function start(storage: Storage | null) {
  const window = new EventTarget();
  const told: boolean[] = [];
  const drafts = createMapDrafts<{ n: number }>({ storage: () => storage, window: window as unknown as Window });
  const stop = drafts.watch((isKept) => told.push(isKept));
  return { drafts, told, stop, hide: () => window.dispatchEvent(new Event('pagehide')) };
}

it('writes the last of several a moment later, by person and map, and reads it before that too', () => {
  const store = memory();
  const { drafts, told } = start(store);
  drafts.keep('u', 'm', { n: 1 });
  drafts.keep('u', 'm', { n: 2 });
  expect(drafts.read('u', 'm')).toEqual({ n: 2 });
  expect(store.kept.size).toBe(0);
  vi.runAllTimers();
  expect([...store.kept]).toEqual([['map_draft/u/m', '{"n":2}']]);
  expect(drafts.read('other', 'm')).toBeNull();
  expect(told).toEqual([true]);
});

it('writes at once when the page goes, and forgets what is null', () => {
  const store = memory();
  const { drafts, hide } = start(store);
  drafts.keep('u', 'm', { n: 1 });
  hide();
  expect(store.kept.size).toBe(1);
  drafts.keep('u', 'm', null);
  hide();
  expect(store.kept.size).toBe(0);
});

it('tells of a browser without room, offers no older draft as the last one, and tells when there is room again', () => {
  const fails = { now: false };
  const store = memory(fails);
  const { drafts, told, stop } = start(store);
  drafts.keep('u', 'm', { n: 1 });
  vi.runAllTimers();
  fails.now = true;
  drafts.keep('u', 'm', { n: 2 });
  vi.runAllTimers();
  expect([told, drafts.read('u', 'm')]).toEqual([[true, false], null]);
  fails.now = false;
  drafts.keep('u', 'm', { n: 3 });
  vi.runAllTimers();
  stop();
  drafts.keep('u', 'm', { n: 4 });
  vi.runAllTimers();
  expect(told).toEqual([true, false, true]);
});

it('tells of a browser that keeps nothing; to forget there is nothing is no failure', () => {
  const { drafts, told } = start(null);
  drafts.keep('u', 'm', { n: 1 });
  vi.runAllTimers();
  drafts.keep('u', 'm', null);
  vi.runAllTimers();
  expect(told).toEqual([false, true]);
});

it('takes what is no draft for none', () => {
  const store = memory();
  store.setItem('map_draft/u/m', '{broken');
  expect(start(store).drafts.read('u', 'm')).toBeNull();
});
