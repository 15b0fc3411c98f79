// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RowBlock } from '../../../src/ui/kit/RowBlocks.tsx';
import { blockOf, type ListColumn, tableColumns } from '../../../src/ui/lists/columns.ts';
import { ListTable } from '../../../src/ui/lists/ListTable.tsx';
import { renderInApp } from '../renderPage.tsx';

afterEach(cleanup);

interface Run {
  readonly id: string;
  readonly robot: string;
  readonly route: string;
  readonly metres: number;
  readonly why: string;
}
const RUNS: readonly Run[] = [
  { id: 'a', robot: 'Porter 1', route: '=Day', metres: 120, why: '' },
  { id: 'b', robot: 'Porter "2"', route: 'Night', metres: -3, why: 'Blocked' },
];
const COLUMNS: readonly ListColumn<Run>[] = [
  { id: 'robot', head: 'Robot', text: ({ robot }) => robot, phone: 'title', sortable: true },
  { id: 'route', head: 'Route', cell: ({ route }) => <b>{route}</b> },
  {
    id: 'metres',
    head: 'Metres',
    text: ({ metres }) => metres,
    phoneCell: (run) => `${run.metres} m`,
    phone: 'beside',
  },
  { id: 'why', head: 'Reason', text: ({ why }) => why },
  { id: 'map', head: 'Map', cell: () => 'F1', phone: 'hidden' },
  { id: 'acts', head: 'Actions', cell: ({ robot }) => <button type="button">{`More of ${robot}`}</button>, acts: true },
];
const blockText = (run: Run): (string | null)[] => {
  render(
    <ul>
      <RowBlock {...blockOf(COLUMNS, run)} />
    </ul>,
  );
  const row = screen.getByRole('listitem');
  return [...(row.firstElementChild?.children ?? [])].map(({ textContent }) => textContent);
};

describe('columns', () => {
  it('show the text where they have no cell of their own', () => {
    expect(tableColumns(COLUMNS).map(({ id, cell }) => [id, typeof cell(RUNS[0] as Run)])).toEqual([
      ['robot', 'string'],
      ['route', 'object'],
      ['metres', 'number'],
      ['why', 'string'],
      ['map', 'string'],
      ['acts', 'object'],
    ]);
  });

  it('have their places in the block of a phone: empty and hidden ones are left out', () => {
    expect(blockText(RUNS[0] as Run)).toEqual(['Porter 1', '=Day · 120 m']);
    expect(screen.getByRole('button', { name: 'More of Porter 1' })).toBeTruthy();
    cleanup();
    expect(blockText(RUNS[1] as Run)).toEqual(['Porter "2"', 'Night · -3 m', 'Blocked']);
  });
});

describe('the rows of a list page', () => {
  const show = async (width: number) => {
    const onOpen = vi.fn();
    await renderInApp(
      <ListTable
        label="Runs"
        columns={COLUMNS}
        rows={RUNS}
        idOf={({ id }) => id}
        isGone={({ id }) => id === 'b'}
        onOpen={onOpen}
      />,
      { width },
    );
    return onOpen;
  };

  it('are a table on a desktop', async () => {
    const onOpen = await show(1_440);
    const table = screen.getByRole('table', { name: 'Runs' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(COLUMNS.map(({ head }) => head));
    fireEvent.click(screen.getByText('=Day'));
    expect(onOpen).toHaveBeenCalledWith('a');
  });

  it('are blocks on a phone, which open by a button', async () => {
    const onOpen = await show(390);
    expect(screen.queryByRole('table')).toBeNull();
    const rows = within(screen.getByRole('list', { name: 'Runs' })).getAllByRole('listitem');
    expect(rows.map(({ dataset }) => dataset['gone'])).toEqual(['false', 'true']);
    fireEvent.click(within(rows[1] as HTMLElement).getByRole('button', { name: /Night/ }));
    expect(onOpen).toHaveBeenCalledWith('b');
  });
});
