/** Keyboard cursor of a list that is visible only while focused: its current row, and whether the list is shown. */
import { useSelector } from '@xstate/react';
import { useEffect, type FocusEvent } from 'react';
import {
  type ListCursorRef,
  selectCursorId,
  selectIsListFocused,
} from '../../machines/factories/listCursor.selectors.ts';

export interface ListCursor {
  /** The row with the tab stop; undefined for an empty list. */
  readonly tabStop: string | undefined;
  /** The focused row; null if the list is not focused. */
  readonly focused: string | null;
  readonly onRowFocus: (id: string) => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
}

/** @param cursor undefined in a recording without one */
export function useListCursor(cursor: ListCursorRef | undefined, ids: readonly string[]): ListCursor {
  const id = useSelector(cursor, selectCursorId);
  const isFocused = useSelector(cursor, selectIsListFocused);
  // Browsers fire no blur when the focused row is removed from the page.
  useEffect(
    () => () => {
      if (cursor && selectIsListFocused(cursor.getSnapshot())) cursor.send({ type: 'list.leave' });
    },
    [cursor],
  );
  const isThere = ids.includes(id);
  return {
    // The last focused row can be gone.
    tabStop: isThere ? id : ids[0],
    focused: isFocused && isThere ? id : null,
    onRowFocus: (row) => cursor?.send({ type: 'row.focus', id: row }),
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget)) cursor?.send({ type: 'list.leave' });
    },
  };
}
