// @vitest-environment jsdom
/** The drawn chart: highlighting, pointer and keyboard control, and announcements for screen readers. */
import axe from 'axe-core';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chartOf } from '../../../src/ui/chart/chartOf.ts';
import { ChartView, type ChartViewProps } from '../../../src/ui/chart/ChartView.tsx';
import { renderWithTexts } from '../withTexts.tsx';
import { everyKind } from './machines.ts';

const chart = chartOf(everyKind);
/** Loading the layout library from disk takes time, once. */
const PATIENCE = { timeout: 20_000 };
const CARD = { width: 656, height: 430 };

beforeEach(() => {
  // jsdom has no layout: use the card size of the mock-up.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly tell: (entries: unknown[]) => void;
      constructor(tell: (entries: unknown[]) => void) {
        this.tell = tell;
      }
      observe() {
        this.tell([{ contentRect: CARD }]);
      }
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const standing = new Set(['every', 'every.busy', 'every.busy.loading']);
const viewOf = (more: Partial<ChartViewProps> = {}) => (
  <ChartView chart={chart} title="Chart of every" active={standing} overlay="none" {...more} />
);
async function show(more: Partial<ChartViewProps> = {}, language: 'enUS' | 'zhCN' = 'enUS') {
  const rendered = await renderWithTexts(viewOf(more), language);
  const place = await screen.findByRole('application', { name: 'Chart of every' }, PATIENCE);
  const drawing = rendered.container.querySelector('svg.chart-drawing') as SVGSVGElement;
  const box = () => (drawing.getAttribute('viewBox') ?? '').split(' ').map(Number) as [number, number, number, number];
  // Until the container is measured, the whole chart is shown.
  await waitFor(() => expect(drawing.getAttribute('viewBox')).not.toMatch(/^0 0 /u), PATIENCE);
  const outline = (id: string) => drawing.querySelector(`[data-state="${id}"] rect`);
  const words = (id: string) => drawing.querySelector(`[data-transition="${id}"]`);
  return { ...rendered, place, drawing, box, outline, words };
}

describe('the drawing', () => {
  it('lights the active states, and marks what was left and what was taken last', async () => {
    const { outline, words, drawing } = await show({ last: new Set(['every.idle:go:0']) });
    expect(outline('every.busy')?.getAttribute('data-mark')).toBe('lit');
    expect(outline('every.busy.loading')?.getAttribute('data-mark')).toBe('lit');
    expect(outline('every.idle')?.getAttribute('data-mark')).toBe('was');
    expect(outline('every')?.getAttribute('data-mark')).toBeNull();
    expect(words('every.idle:go:0')?.getAttribute('data-mark')).toBe('last');
    expect(words('every.idle:go:0')?.querySelector('path')).toBeTruthy();
    expect(drawing.querySelectorAll('.chart-arrow[data-mark=last]')).toHaveLength(1);
  });

  it('tells walked from not walked by shape, and counts them', async () => {
    const { words, drawing } = await show({
      overlay: 'walked',
      walked: new Set(['every.idle:stay:0', 'every.idle:go:0']),
    });
    expect(words('every.idle:stay:0')?.querySelector('path')).toBeTruthy();
    expect(words('every.idle:go:1')?.querySelector('circle')).toBeTruthy();
    expect(drawing.querySelectorAll('.chart-arrow[data-mark=in]')).toHaveLength(1);
    const counted = chart.transitions.filter(({ kind }) => kind !== 'start').length;
    expect(screen.getByText('2 covered by tests')).toBeTruthy();
    expect(screen.getByText(`${counted - 2} not covered by tests`)).toBeTruthy();
  });

  it('lays over what was used, and nothing without an overlay', async () => {
    const used = await show({
      overlay: 'used',
      used: new Set(['every.idle:stay:0']),
      walked: new Set(['every:off:0']),
    });
    expect(used.words('every.idle:stay:0')?.getAttribute('data-mark')).toBe('in');
    expect(used.words('every:off:0')?.getAttribute('data-mark')).toBe('out');
    used.again(viewOf());
    expect(used.drawing.querySelectorAll('[data-mark=in], [data-mark=out]')).toHaveLength(0);
    expect(screen.queryByText(/used here/u)).toBeNull();
  });

  it('says which state or transition was pressed', async () => {
    const onPick = vi.fn();
    const { outline, words } = await show({ onPick });
    fireEvent.click(outline('every.idle') as Element);
    fireEvent.click(words('every.idle:go:0')?.querySelector('text') as Element);
    expect(onPick.mock.calls).toEqual([['every.idle'], ['every.idle:go:0']]);
  });
});

describe('hands and keys', () => {
  it('begin where the machine stands, at a size that can be read', async () => {
    const { box, outline } = await show();
    const [x, y, width, height] = box();
    expect(width).toBeCloseTo(CARD.width / 0.7, 0);
    const state = outline('every.busy.loading') as Element;
    const at = (name: string) => Number(state.getAttribute(name));
    expect(at('x')).toBeGreaterThan(x);
    expect(at('y')).toBeGreaterThan(y);
    expect(at('x') + at('width')).toBeLessThan(x + width);
    expect(at('y') + at('height')).toBeLessThan(y + height);
  });

  it('zoom with + and -, fit with 0, move with arrows', async () => {
    const { box, place } = await show();
    const [x, y, width] = box();
    fireEvent.keyDown(place, { key: 'ArrowRight' });
    expect(box()[0]).toBeGreaterThan(x);
    fireEvent.keyDown(place, { key: 'ArrowUp' });
    expect(box()[1]).toBeLessThan(y);
    fireEvent.keyDown(place, { key: '+' });
    expect(box()[2]).toBeCloseTo(width / 1.4, 0);
    fireEvent.keyDown(place, { key: '-' });
    expect(box()[2]).toBeCloseTo(width, 0);
    fireEvent.keyDown(place, { key: '0' });
    const [left, top, wide, high] = box();
    expect([left <= 0, top <= 0]).toEqual([true, true]);
    fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
    expect(box()[2]).toBeCloseTo(wide / 1.4, 0);
    fireEvent.click(screen.getByRole('button', { name: 'Whole chart' }));
    expect(box()).toEqual([left, top, wide, high]);
    for (let presses = 0; presses < 9; presses += 1) fireEvent.click(screen.getByRole('button', { name: 'Zoom out' }));
    expect(box()[2]).toBeCloseTo(wide / 0.6, 0);
  });

  it('act on what is seen from the moment it is drawn', async () => {
    let measure = (): void => undefined;
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(tell: (entries: unknown[]) => void) {
          measure = () => tell([{ contentRect: CARD }]);
        }
        observe() {}
        disconnect() {}
      },
    );
    const { container } = await renderWithTexts(viewOf(), 'enUS');
    const place = await screen.findByRole('application', { name: 'Chart of every' }, PATIENCE);
    const drawing = container.querySelector('svg.chart-drawing') as SVGSVGElement;
    const seen: string[] = [];
    const drawn = new MutationObserver(() => {
      seen.push(drawing.getAttribute('viewBox') ?? '');
      if (seen.length === 1) place.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    });
    drawn.observe(drawing, { attributes: true, attributeFilter: ['viewBox'] });
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    measure();
    await vi.waitFor(() => expect(seen).toHaveLength(2), PATIENCE);
    drawn.disconnect();
    expect(Number(seen[1]?.split(' ')[0])).toBeGreaterThan(Number(seen[0]?.split(' ')[0]));
  });

  it('follow the machine to where it goes', async () => {
    const { again, box, outline } = await show({ active: new Set(['every', 'every.idle']) });
    again(viewOf({ active: new Set(['every', 'every.done']) }));
    const state = outline('every.done') as Element;
    const [x, y, width, height] = box();
    const [cx, cy] = [Number(state.getAttribute('x')) + 10, Number(state.getAttribute('y')) + 10];
    expect([cx > x, cx < x + width, cy > y, cy < y + height]).toEqual([true, true, true, true]);
  });
});

describe('for the ear', () => {
  it('lists states and transitions, with what is active, taken and walked', async () => {
    await show({ overlay: 'walked', walked: new Set(['every.idle:go:0']), last: new Set(['every.idle:go:0']) });
    const list = screen.getByRole('group', { name: 'States and transitions of every' });
    expect(
      within(list)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'every, active',
      'idle',
      'busy, active',
      'busy.loading, active',
      'busy.ready, final',
      'busy.back, history',
      'sides, parallel',
      'sides.left',
      'sides.left.on',
      'sides.left.off',
      'sides.right',
      'sides.right.on',
      'sides.right.off',
      'done, final',
    ]);
    expect(
      within(list).getByText(
        'go: to busy.loading, if isReady, runs beep, set count, taken in this step, covered by tests',
      ),
    ).toBeTruthy();
    expect(within(list).getByText('stay: state unchanged, runs raise go, not covered by tests')).toBeTruthy();
  });

  it('has one stop of Tab, arrows within, and shows in the drawing what has the focus', async () => {
    const onPick = vi.fn();
    const { drawing } = await show({ onPick });
    const [first, second] = within(screen.getByRole('group', { name: /^States/u })).getAllByRole('button');
    expect([first?.tabIndex, second?.tabIndex]).toEqual([0, -1]);
    first?.focus();
    fireEvent.keyDown(first as Element, { key: 'ArrowDown' });
    await waitFor(() => expect(document.activeElement).toBe(second));
    await waitFor(() =>
      expect(drawing.querySelector('.stroke-focus')?.closest('[data-state]')?.getAttribute('data-state')).toBe(
        'every.idle',
      ),
    );
    fireEvent.click(second as Element);
    expect(onPick).toHaveBeenCalledWith('every.idle');
  });

  it('has names for everything, in both languages', async () => {
    for (const language of ['enUS', 'zhCN'] as const) {
      const { container, unmount } = await show({ overlay: 'used' }, language);
      const { violations } = await axe.run(container, {
        rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
      });
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
      unmount();
    }
  });
});
