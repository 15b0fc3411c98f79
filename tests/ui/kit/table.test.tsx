// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Button } from '../../../src/ui/kit/Button.tsx';
import { Pager, pageNumbers } from '../../../src/ui/kit/Pager.tsx';
import { Table } from '../../../src/ui/kit/Table.tsx';
import type { TableProps } from '../../../src/ui/kit/Table.tsx';
import { stubLayout } from '../../fakes/noLayout.ts';

interface Row {
  readonly id: string;
  readonly name: string;
}
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, name: `Robot ${index}` }));
const onAct = vi.fn();
const table = (more: Partial<TableProps<Row>> = {}) =>
  render(
    <Table<Row>
      label="Robots"
      rows={rowsOf(3)}
      idOf={({ id }) => id}
      columns={[
        { id: 'name', head: 'Robot', sortable: true, cell: ({ name }) => name },
        { id: 'acts', head: 'Acts', acts: true, cell: () => <Button onClick={onAct}>Open map</Button> },
      ]}
      {...more}
    />,
  );

beforeEach(() => {
  stubLayout({ height: 400 });
  onAct.mockClear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a table', () => {
  it('says how it is sorted and asks to be sorted the other way', () => {
    const onSort = vi.fn();
    table({ sort: { column: 'name', down: false }, onSort });
    expect(screen.getByRole('columnheader', { name: 'Robot' }).getAttribute('aria-sort')).toBe('ascending');
    fireEvent.click(screen.getByRole('button', { name: 'Robot' }));
    expect(onSort).toHaveBeenCalledWith({ column: 'name', down: true });
  });

  it('opens a row by a press and by Enter, but not by a press on its own buttons', () => {
    const onOpen = vi.fn();
    table({ onOpen });
    const row = screen.getByRole('row', { name: /Robot 1/ });
    fireEvent.click(within(row).getByRole('button'));
    expect(onAct).toHaveBeenCalledTimes(1);
    expect(onOpen).not.toHaveBeenCalled();
    fireEvent.click(within(row).getByText('Robot 1'));
    fireEvent.keyDown(row, { key: 'Enter' });
    expect(onOpen.mock.calls).toEqual([['r1'], ['r1']]);
  });

  it('shows in its head whether all, some or none are ticked', () => {
    const ticking = (ticked: string[]) => ({
      ticked: new Set(ticked),
      onTick: vi.fn(),
      onTickAll: vi.fn(),
      allLabel: 'Tick all',
      rowLabel: (id: string) => `Tick ${id}`,
    });
    table({ ticking: ticking(['r0']) });
    const all = (): HTMLInputElement => screen.getByRole('checkbox', { name: 'Tick all' });
    expect([all().checked, all().indeterminate]).toEqual([false, true]);
    cleanup();
    table({ ticking: ticking(['r0', 'r1', 'r2']) });
    expect([all().checked, all().indeterminate]).toEqual([true, false]);
    cleanup();
    const none = ticking([]);
    table({ ticking: none });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Tick r2' }));
    expect(none.onTick).toHaveBeenCalledWith('r2', true);
  });

  it('puts up to 200 rows into the page and of more only those in sight', async () => {
    table({ rows: rowsOf(200) });
    expect(screen.getAllByRole('row')).toHaveLength(201);
    cleanup();
    table({ rows: rowsOf(1000) });
    // Loads the code for long tables.
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeLessThan(60), { timeout: 20_000 });
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1001');
  });

  it('keeps its rows and the focus when it becomes long, and when it becomes short again', async () => {
    const onOpen = vi.fn();
    const withRows = (count: number) => (
      <Table<Row>
        label="Robots"
        rows={rowsOf(count)}
        idOf={({ id }) => id}
        onOpen={onOpen}
        columns={[{ id: 'name', head: 'Robot', cell: ({ name }) => name }]}
      />
    );
    const { rerender } = render(withRows(200));
    const row = screen.getByRole('row', { name: 'Robot 4' });
    row.focus();
    rerender(withRows(201));
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeLessThan(60), { timeout: 20_000 });
    expect(document.activeElement).toBe(row);
    rerender(withRows(199));
    expect(screen.getAllByRole('row')).toHaveLength(200);
    expect(document.activeElement).toBe(row);
  });
});

describe('pages', () => {
  it('are few numbers: the ends and those around the current one', () => {
    expect(pageNumbers(1, 1)).toEqual([1]);
    expect(pageNumbers(1, 4)).toEqual([1, 2, 3, 4]);
    expect(pageNumbers(5, 9)).toEqual([1, null, 4, 5, 6, null, 9]);
    expect(pageNumbers(3, 9)).toEqual([1, 2, 3, 4, null, 9]);
  });

  it('go no further than the first and the last', () => {
    const onPage = vi.fn();
    render(
      <Pager
        label="Pages"
        summary="1 to 50 of 70"
        page={2}
        pages={2}
        onPage={onPage}
        previousLabel="Previous"
        nextLabel="Next"
        pageLabel={(page) => `Page ${page}`}
      />,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(onPage).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
    expect(onPage).toHaveBeenCalledWith(1);
    expect(screen.getByRole('button', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
  });
});
