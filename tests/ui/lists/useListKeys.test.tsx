/** Keys of a list: the focus goes through the rows, details follow, fields and dialogs keep their own keys. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { rowAfter, useListKeys } from '../../../src/ui/lists/useListKeys.ts';

afterEach(cleanup);

const IDS = ['a', 'b', 'c'];

interface ListProps {
  readonly open?: string;
  readonly first?: string;
  readonly layer?: 'dialog' | 'details';
  readonly search?: boolean;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
  readonly onNew: () => void;
}
function List({ open = '', first, layer, search = true, onOpen, onClose, onNew }: ListProps) {
  useListKeys({ ids: IDS, open, first, onOpen, onClose, keys: { n: onNew } });
  return (
    <main>
      <div data-filters="">
        <select aria-label="Kind" />
      </div>
      {search && <input type="search" aria-label="Search" />}
      {IDS.map((id) => (
        <div key={id} data-row={id}>
          <button type="button">{id}</button>
        </div>
      ))}
      {layer && <div role="dialog" data-details={layer === 'details' ? '' : undefined} />}
    </main>
  );
}
function show(props: Partial<ListProps> = {}) {
  const calls = { onOpen: vi.fn(), onClose: vi.fn(), onNew: vi.fn() };
  render(<List {...calls} {...props} />);
  const press = (key: string, more = {}) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
  return { ...calls, press };
}
const focused = () => document.activeElement?.textContent;

it('goes through the rows, and stays at the ends', () => {
  const { press, onOpen } = show();
  for (const [key, row] of [
    ['j', 'a'],
    ['J', 'b'],
    ['j', 'c'],
    ['j', 'c'],
    ['k', 'b'],
  ] as const) {
    press(key);
    expect(focused()).toBe(row);
  }
  expect(onOpen).not.toHaveBeenCalled();
});

it('begins where the page says, from below at the end', () => {
  expect([rowAfter(IDS, '', 1), rowAfter(IDS, '', 1, 'b'), rowAfter(IDS, '', -1), rowAfter([], '', 1)]).toEqual([
    'a',
    'b',
    'c',
    undefined,
  ]);
});

it('opens the neighbours of the open row, and closes it', () => {
  const { press, onOpen, onClose } = show({ open: 'b', layer: 'details' });
  press('j');
  press('k');
  press('Escape');
  expect([onOpen.mock.calls, onClose.mock.calls.length]).toEqual([[['c'], ['a']], 1]);
});

it('has nothing to close while nothing is open', () => {
  const { press, onClose } = show();
  // Not prevented: Escape is Stop for others.
  expect(press('Escape')).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
});

it('goes to the search field, or to the first filter, without typing the sign', () => {
  const { press } = show();
  expect(press('/')).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  cleanup();
  show({ search: false }).press('/');
  expect(document.activeElement).toBe(screen.getByRole('combobox'));
});

it('leaves text fields, dialogs and combinations alone', () => {
  const { press, onNew } = show();
  press('n', { ctrlKey: true });
  screen.getByRole('searchbox').focus();
  press('n');
  expect(onNew).not.toHaveBeenCalled();
  cleanup();
  const inDialog = show({ layer: 'dialog', open: 'b' });
  inDialog.press('n');
  inDialog.press('j');
  expect([inDialog.onNew.mock.calls, inDialog.onOpen.mock.calls]).toEqual([[], []]);
  cleanup();
  const plain = show();
  plain.press('n');
  expect(plain.onNew).toHaveBeenCalledOnce();
});
