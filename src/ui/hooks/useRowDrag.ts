/**
 * Drags a row of an ordered list by its handle. The rows carry their keys as `data-stop`. A gesture that is cancelled
 * (Escape, lost pointer) lets the row go.
 */
import { useCallback, useEffect, useRef, type PointerEvent, type RefObject } from 'react';

/** Distance from the list's edge within which it scrolls, and the scroll per move, px. */
const EDGE_PX = 36;
const SCROLL_PX = 14;

interface RowDrag<Key> {
  grab(key: Key): void;
  /** @param to its index while it is dragged, from 0 */
  drag(key: Key, to: number): void;
  drop(key: Key): void;
  /** The row returns to where it was. */
  letGo(key: Key): void;
}

export function useRowDrag<Key extends string | number>(
  list: RefObject<HTMLElement | null>,
  does: RowDrag<Key>,
): (event: PointerEvent<HTMLElement>, key: Key) => void {
  const end = useRef<(() => void) | null>(null);
  const current = useRef(does);
  useEffect(() => {
    current.current = does;
  });
  // Cancel the drag on unmount.
  useEffect(() => () => end.current?.(), []);
  return useCallback(
    (event, key) => {
      if (event.button !== 0) return;
      event.preventDefault();
      current.current.grab(key);
      const { pointerId } = event;
      const controller = new AbortController();
      const { signal } = controller;
      let last = rowsOf(list).findIndex(isRow(key));
      const finish = (how: 'drop' | 'letGo'): void => {
        controller.abort();
        end.current = null;
        current.current[how](key);
      };
      end.current = () => finish('letGo');
      const isOurs = (one: globalThis.PointerEvent): boolean => one.pointerId === pointerId;
      window.addEventListener(
        'pointermove',
        (move) => {
          if (!isOurs(move) || !list.current) return;
          // New index: the number of other rows whose middle is above the pointer. Open rows are taller.
          const others = rowsOf(list).filter((row) => !isRow(key)(row));
          const to = others.filter((row) => middleOf(row) < move.clientY).length;
          if (last !== to) current.current.drag(key, (last = to));
          const scroller = scrollerOf(list.current);
          const box = scroller?.getBoundingClientRect();
          if (scroller && box && move.clientY < box.top + EDGE_PX) scroller.scrollTop -= SCROLL_PX;
          if (scroller && box && move.clientY > box.bottom - EDGE_PX) scroller.scrollTop += SCROLL_PX;
        },
        { signal },
      );
      window.addEventListener(
        'pointerup',
        (up) => {
          if (isOurs(up)) finish('drop');
        },
        { signal },
      );
      window.addEventListener(
        'pointercancel',
        (lost) => {
          if (isOurs(lost)) finish('letGo');
        },
        { signal },
      );
      window.addEventListener(
        'keydown',
        (pressed) => {
          if (pressed.key !== 'Escape') return;
          pressed.preventDefault();
          pressed.stopPropagation();
          finish('letGo');
        },
        { signal, capture: true },
      );
    },
    [list],
  );
}

const rowsOf = ({ current }: RefObject<HTMLElement | null>): HTMLElement[] => [
  ...(current?.querySelectorAll<HTMLElement>('[data-stop]') ?? []),
];
const isRow =
  (key: string | number) =>
  (row: HTMLElement): boolean =>
    row.dataset['stop'] === String(key);
/** The first ancestor that scrolls: in a dialog that is not the list's parent. */
function scrollerOf({ parentElement }: HTMLElement): HTMLElement | null {
  if (!parentElement) return null;
  const { overflowY } = getComputedStyle(parentElement);
  const scrolls = overflowY === 'auto' || overflowY === 'scroll';
  return scrolls && parentElement.scrollHeight > parentElement.clientHeight ? parentElement : scrollerOf(parentElement);
}
function middleOf(row: HTMLElement): number {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}
