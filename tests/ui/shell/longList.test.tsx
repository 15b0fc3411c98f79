// @vitest-environment jsdom
/** A long list renders the visible rows only, and keeps those that it had when it becomes long. */
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LongList } from '../../../src/ui/shell/LongList.tsx';
import { stubLayout } from '../../fakes/noLayout.ts';

beforeEach(() => {
  stubLayout({ height: 40 });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const list = (count: number) => (
  <LongList
    label="Robots"
    className="list"
    rows={Array.from({ length: count }, (_, index) => `Robot ${index}`)}
    keyOf={(row) => row}
    rowPx={40}
  >
    {(row) => <button type="button">{row}</button>}
  </LongList>
);
const rows = () => within(screen.getByRole('list', { name: 'Robots' })).getAllByRole('listitem');
const becomesLong = () => waitFor(() => expect(rows().length).toBeLessThan(60), { timeout: 20_000 });

it('renders all of up to a hundred rows, and of more those in sight, with their places', async () => {
  const { rerender } = render(list(100));
  expect(rows()).toHaveLength(100);
  rerender(list(1_000));
  await becomesLong();
  expect(rows()[0]?.getAttribute('aria-posinset')).toBe('1');
  expect(rows()[0]?.getAttribute('aria-setsize')).toBe('1000');
});

it('keeps its rows and the focus when it becomes long, and when it becomes short again', async () => {
  const { rerender } = render(list(100));
  const button = screen.getByRole('button', { name: 'Robot 2' });
  button.focus();
  rerender(list(101));
  await becomesLong();
  expect(document.activeElement).toBe(button);
  rerender(list(99));
  expect(rows()).toHaveLength(99);
  expect(document.activeElement).toBe(button);
});
