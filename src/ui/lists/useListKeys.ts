/**
 * Keys of a list: J and K go to the next and the previous row, or open it while the details of a row are open; Enter
 * opens the focused row, Esc closes the details, / goes to the search field or the first filter. Rows carry `data-row`.
 * A page can add more keys.
 */
import { useEffect, useRef } from 'react';
import { isTextEntry } from '../kit/isTextEntry.ts';

export interface ListKeys {
  /** Ids of the rows, in their order. */
  readonly ids: readonly string[];
  /** The row whose details are open; empty for none. */
  readonly open: string;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
  /** The row at which J begins; the first one if omitted. */
  readonly first?: string | undefined;
  /** Further keys, in lower case. */
  readonly keys?: Readonly<Record<string, () => void>> | undefined;
}

/** Details of a row may be open, other dialogs and menus handle their own keys. */
const LAYERS = '[role=dialog]:not([data-details]), [role=alertdialog], [role=menu]';
const FIELDS = 'button, input, select';
/** The page, without the frame around it. */
const pageOf = (): Element => document.querySelector('main') ?? document.body;
const rowsOf = (): HTMLElement[] => [...pageOf().querySelectorAll<HTMLElement>('[data-row]')];
const rowOf = (id: string): HTMLElement | undefined => rowsOf().find(({ dataset }) => dataset['row'] === id);

function focusRow(id: string): void {
  const row = rowOf(id);
  const place = row?.matches('[tabindex], button, a') ? row : row?.querySelector<HTMLElement>('button, a');
  place?.focus();
  place?.scrollIntoView?.({ block: 'nearest' });
}
const focusedRow = (): string => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? '';
const searchField = (): HTMLElement | null =>
  pageOf().querySelector<HTMLElement>('input[type=search]') ??
  pageOf().querySelector('[data-filters]')?.querySelector<HTMLElement>(FIELDS) ??
  null;

/** The row after stepping by one from another; undefined at the ends. */
export function rowAfter(ids: readonly string[], from: string, by: 1 | -1, first = ids[0]): string | undefined {
  const at = ids.indexOf(from);
  return at < 0 ? (by > 0 ? first : ids.at(-1)) : ids[at + by];
}

export function useListKeys(listKeys: ListKeys): void {
  const current = useRef(listKeys);
  useEffect(() => {
    current.current = listKeys;
  });
  useEffect(() => {
    const step = (by: 1 | -1): (() => void) | undefined => {
      const { ids, open, first, onOpen } = current.current;
      const next = rowAfter(ids, open || focusedRow(), by, first);
      if (next === undefined) return undefined;
      // A row of another day or page can be out of the document.
      return open !== '' || !rowOf(next) ? () => onOpen(next) : () => focusRow(next);
    };
    const actOf = (key: string): (() => void) | undefined => {
      const { open, onClose, keys = {} } = current.current;
      switch (key) {
        case 'j':
          return step(1);
        case 'k':
          return step(-1);
        case 'escape':
          return open === '' ? undefined : onClose;
        case '/': {
          const field = searchField();
          return field ? () => field.focus() : undefined;
        }
        default:
          return Object.hasOwn(keys, key) ? keys[key] : undefined;
      }
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (target instanceof Element && isTextEntry(target)) return;
      if (document.querySelector(LAYERS)) return;
      const act = actOf(key.toLowerCase());
      if (!act) return;
      // The letter must not be typed into the field that gets the focus.
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
