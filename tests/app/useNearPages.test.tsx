// @vitest-environment jsdom
/** The pages that are opened next are loaded while the browser is idle, but not for people who save data. */
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNearPages } from '../../src/app/useNearPages.ts';
import { renderWithTexts } from '../ui/withTexts.tsx';

const calls = vi.hoisted(() => ({
  fetchNear: vi.fn(async (loadTexts: (area: string) => Promise<unknown>) => void (await loadTexts('shared'))),
  loadLocale: vi.fn(async (_language: string, _area: string) => ({})),
}));
vi.mock('../../src/app/pageRegistry.ts', () => ({ fetchNear: calls.fetchNear }));
vi.mock('../../src/app/locales/loadLocale.ts', () => ({ loadLocale: calls.loadLocale }));

const idle: (() => void)[] = [];
function First() {
  useNearPages();
  return null;
}
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
  vi.stubGlobal('cancelIdleCallback', (id: number) => void (idle[id - 1] = () => undefined));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'connection');
  idle.length = 0;
  vi.clearAllMocks();
});

it('once the first page is shown and the browser has time, in the language of the page', async () => {
  const { unmount } = await renderWithTexts(<First />, 'zhCN');
  vi.advanceTimersByTime(2_900);
  expect(idle).toHaveLength(0);
  vi.advanceTimersByTime(100);
  expect(calls.fetchNear).not.toHaveBeenCalled();
  await act(async () => idle[0]?.());
  await vi.waitFor(() => expect(calls.loadLocale.mock.calls).toEqual([['zhCN', 'shared']]));
  unmount();
});

it('not after a sign-out, and not for people who save data', async () => {
  const { unmount } = await renderWithTexts(<First />);
  vi.advanceTimersByTime(3_000);
  unmount();
  idle[0]?.();
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  await renderWithTexts(<First />);
  vi.advanceTimersByTime(3_000);
  expect([idle.length, calls.fetchNear.mock.calls]).toEqual([1, []]);
});
