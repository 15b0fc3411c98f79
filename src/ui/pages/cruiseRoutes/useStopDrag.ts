/** Drags a stop by its handle. It returns to its old position when the gesture is cancelled (Escape, lost pointer). */
import { useCallback, useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import type { RouteEditorRef } from '../../../machines/cruiseRoutes/cruiseRoutes.selectors.ts';

/** Distance from the list's edge within which it scrolls, and the scroll per move, px. */
const EDGE_PX = 36;
const SCROLL_PX = 14;

export function useStopDrag(
  editor: RouteEditorRef,
  list: RefObject<HTMLOListElement | null>,
): (event: PointerEvent<HTMLElement>, key: number) => void {
  const end = useRef<(() => void) | null>(null);
  // Cancel the drag on unmount.
  useEffect(() => () => end.current?.(), []);
  return useCallback(
    (event, key) => {
      if (event.button !== 0) return;
      event.preventDefault();
      editor.send({ type: 'stop.grab', key });
      const { pointerId } = event;
      const controller = new AbortController();
      const { signal } = controller;
      const finish = (how: 'stop.drop' | 'stop.letGo'): void => {
        controller.abort();
        end.current = null;
        editor.send({ type: how });
      };
      end.current = () => finish('stop.letGo');
      const isOurs = (one: globalThis.PointerEvent): boolean => one.pointerId === pointerId;
      window.addEventListener(
        'pointermove',
        (move) => {
          if (!isOurs(move) || !list.current) return;
          const held = editor.getSnapshot().context.dragged;
          const rows = [...list.current.querySelectorAll<HTMLElement>('[data-stop]')];
          // New index: the number of other rows whose middle is above the pointer. Open rows are taller.
          const to = rows.filter((row) => row.dataset['stop'] !== String(key) && middleOf(row) < move.clientY).length;
          if (held && held.to !== to) editor.send({ type: 'stop.drag', to });
          const scroller = list.current.parentElement;
          const box = scroller?.getBoundingClientRect();
          if (scroller && box && move.clientY < box.top + EDGE_PX) scroller.scrollBy(0, -SCROLL_PX);
          if (scroller && box && move.clientY > box.bottom - EDGE_PX) scroller.scrollBy(0, SCROLL_PX);
        },
        { signal },
      );
      window.addEventListener(
        'pointerup',
        (up) => {
          if (isOurs(up)) finish('stop.drop');
        },
        { signal },
      );
      window.addEventListener(
        'pointercancel',
        (lost) => {
          if (isOurs(lost)) finish('stop.letGo');
        },
        { signal },
      );
      window.addEventListener(
        'keydown',
        (pressed) => {
          if (pressed.key !== 'Escape') return;
          pressed.preventDefault();
          pressed.stopPropagation();
          finish('stop.letGo');
        },
        { signal, capture: true },
      );
    },
    [editor, list],
  );
}

function middleOf(row: HTMLElement): number {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
}
