// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { tabbable } from 'tabbable';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ToggleMatrix } from '../../../../src/ui/kit/later/ToggleMatrix.tsx';

afterEach(cleanup);

const head = (id: string) => ({ id, label: id });
function show(missing: readonly string[] = []) {
  const onToggle = vi.fn();
  render(
    <ToggleMatrix
      label="Stops"
      corner="Elevator"
      rows={['A', 'B', 'C'].map(head)}
      columns={['1', '2', '3'].map(head)}
      cellOf={(row, column) =>
        missing.includes(row + column)
          ? null
          : { checked: row === 'A', disabledReason: row === 'C' ? 'Elevator C is out of service.' : undefined }
      }
      nameOf={(row, column) => `Elevator ${row.id} stops at ${column.id}`}
      onToggle={onToggle}
    />,
  );
  return onToggle;
}
const box = (place: string): HTMLInputElement =>
  screen.getByRole('checkbox', { name: `Elevator ${place[0]} stops at ${place[1]}` });
const key = (name: string, more = {}): boolean =>
  fireEvent.keyDown(document.activeElement as Element, { key: name, ...more });
const at = (): string | undefined =>
  document.activeElement?.getAttribute('aria-label')?.replace(/Elevator (.) stops at (.)/u, '$1$2');

describe('a matrix of checkboxes', () => {
  it('is a grid with headers of rows and columns', () => {
    show();
    expect(screen.getByRole('grid', { name: 'Stops' })).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Elevator',
      '1',
      '2',
      '3',
    ]);
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['A', 'B', 'C']);
    expect([box('A1').checked, box('B1').checked]).toEqual([true, false]);
  });

  it('toggles, but not what cannot be', () => {
    const onToggle = show();
    fireEvent.click(box('B2'));
    fireEvent.click(box('A3'));
    fireEvent.click(box('C1'));
    expect(onToggle.mock.calls).toEqual([
      ['B', '2', true],
      ['A', '3', false],
    ]);
  });

  it('is one stop of Tab, where one was last', () => {
    show();
    expect(tabbable(document.body, { displayCheck: 'none' })).toEqual([box('A1')]);
    fireEvent.focus(box('B2'));
    expect(tabbable(document.body, { displayCheck: 'none' })).toEqual([box('B2')]);
  });

  it('is walked by arrows, Home and End, and stays within itself', () => {
    show();
    box('A1').focus();
    const way = ['ArrowRight', 'ArrowDown', 'End', 'Home', 'ArrowLeft', 'ArrowUp', 'ArrowUp'].map((name) => {
      expect(key(name)).toBe(false);
      return at();
    });
    expect(way).toEqual(['A2', 'B2', 'B3', 'B1', 'B1', 'A1', 'A1']);
    key('End', { ctrlKey: true });
    expect(at()).toBe('C3');
    key('Home', { ctrlKey: true });
    expect(at()).toBe('A1');
  });

  it('steps over pairs that do not exist', () => {
    show(['A1', 'A2', 'B2']);
    expect(tabbable(document.body, { displayCheck: 'none' })).toEqual([box('A3')]);
    box('A3').focus();
    key('Home');
    expect(at()).toBe('A3');
    key('ArrowDown');
    key('ArrowLeft');
    expect(at()).toBe('B1');
  });

  it('leaves other keys alone', () => {
    show();
    box('A1').focus();
    expect([key('Tab'), key(' '), key('ArrowRight', { altKey: true })]).toEqual([true, true, true]);
  });
});
