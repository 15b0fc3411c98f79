// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useSteadyOrder } from '../../../../src/ui/pages/home/useSteadyOrder.ts';
import { robotOf } from '../../robotOf.ts';

const robots = (...names: string[]) => names.map((serialNumber) => robotOf({ serialNumber }));
const shown = (rows: readonly { serialNumber: string }[]) => rows.map(({ serialNumber }) => serialNumber).join('');

describe('the order of the rows', () => {
  it('stays while the pointer is in the list, and follows once it has left', () => {
    const { result, rerender } = renderHook(({ rows, wish }) => useSteadyOrder(rows, wish), {
      initialProps: { rows: robots('A', 'B', 'C'), wish: '' },
    });
    act(() => result.current.hold.onPointerEnter());
    rerender({ rows: robots('C', 'A', 'B'), wish: '' });
    expect(shown(result.current.rows)).toBe('ABC');
    rerender({ rows: robots('D', 'C', 'A'), wish: '' });
    expect(shown(result.current.rows)).toBe('ACD');
    act(() => result.current.hold.onPointerLeave());
    expect(shown(result.current.rows)).toBe('DCA');
  });
  it('follows another wish of the person at once', () => {
    const { result, rerender } = renderHook(({ rows, wish }) => useSteadyOrder(rows, wish), {
      initialProps: { rows: robots('A', 'B'), wish: 'need' },
    });
    act(() => result.current.hold.onFocus());
    rerender({ rows: robots('B', 'A'), wish: 'battery' });
    expect(shown(result.current.rows)).toBe('BA');
  });
});
