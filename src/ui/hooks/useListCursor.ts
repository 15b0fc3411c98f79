/** The rows of a list that shows only while it has the focus: which one the keyboard is on, and whether the list shows. */
import { useSelector } from '@xstate/react';
import { useEffect, type FocusEvent } from 'react';
import {
  type ListCursorRef,
  selectCursorId,
  selectIsListFocused,
} from '../../machines/factories/listCursor.selectors.ts';

export interface ListCursor {
  /** The row that Tab leads to; undefined: there is none. */
  readonly tabStop: string | undefined;
  /** The row that has the focus; null: the list has it not. */
  readonly focused: string | null;
  readonly onRowFocus: (id: string) => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
}

/** @param cursor undefined: a recording that has none */
export function useListCursor(cursor: ListCursorRef | undefined, ids: readonly string[]): ListCursor {
  const id = useSelector(cursor, selectCursorId);
  const isFocused = useSelector(cursor, selectIsListFocused);
  // A browser reports no blur when the focused row is taken out of the page.
  useEffect(
    () => () => {
      if (cursor && selectIsListFocused(cursor.getSnapshot())) cursor.send({ type: 'list.leave' });
    },
    [cursor],
  );
  const isThere = ids.includes(id);
  return {
    // The row that had the focus last may be gone.
    tabStop: isThere ? id : ids[0],
    focused: isFocused && isThere ? id : null,
    onRowFocus: (row) => cursor?.send({ type: 'row.focus', id: row }),
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget)) cursor?.send({ type: 'list.leave' });
    },
  };
}
