/** Dragging chips of the timetable: the pointer's place becomes a start; the machine decides what happens to the run. */
import { useDrag } from '@use-gesture/react';
import { useRef } from 'react';
import { isMovable, type RunMove } from '../../../machines/schedules/runMove.ts';
import { type SchedulesRef, selectIsHolding, selectMove } from '../../../machines/schedules/schedules.selectors.ts';
import { runKeyOf } from '../../../machines/schedules/schedulesQuery.ts';
import type { ShownTimetable } from './useTimetable.ts';

/** Smaller movements count as a press. */
const DRAG_FROM_PX = 6;

export interface DragPlace {
  readonly x: number;
  /** Moved down since the press, px. */
  readonly dy: number;
  /** Steps of a minute. */
  readonly isFine: boolean;
  /** The start of the run when it was grabbed. */
  readonly grabbedAt: number;
}

/** The day under the pointer, of those that are shown. @param columns elements in their order, with `data-day` */
export function dayUnder(columns: readonly HTMLElement[], x: number): number | null {
  const shown = columns.filter((column) => column.getBoundingClientRect().width > 0);
  const column = shown.find((each) => x < each.getBoundingClientRect().right) ?? shown.at(-1);
  return column ? Number(column.dataset['day']) : null;
}

/** @param startAt the start at a place; null outside of the timetable */
export function useRunDrag(screen: SchedulesRef, shown: ShownTimetable, startAt: (place: DragPlace) => number | null) {
  const wasDragged = useRef(false);
  const heldMove = (): RunMove | null => {
    const snapshot = screen.getSnapshot();
    const move = selectMove(snapshot);
    return selectIsHolding(snapshot) && move?.by === 'pointer' ? move : null;
  };
  const bind = useDrag(
    ({ first, last, canceled, cancel, target, event, xy: [x, y], initial: [, fromY], memo }) => {
      if (first) {
        const key = target instanceof Element ? target.closest<HTMLElement>('[data-run]')?.dataset['run'] : undefined;
        const run = shown.data.runs.find((each) => runKeyOf(each) === key);
        if (!run || shown.isLost || !isMovable(run, shown.data)) {
          cancel();
          return null;
        }
        wasDragged.current = true;
        const { taskId, plannedAt } = run;
        screen.send({ type: 'move.grab', taskId, plannedAt, by: 'pointer', isWhole: event.altKey });
      }
      const move = heldMove();
      if (!move) return null;
      if (canceled) {
        screen.send({ type: 'move.cancel' });
        return null;
      }
      const grabbedAt: number = typeof memo === 'number' ? memo : move.startsAt;
      const startsAt = startAt({ x, dy: y - fromY, isFine: event.shiftKey, grabbedAt });
      if (startsAt !== null) screen.send({ type: 'move.to', startsAt, isWhole: event.altKey });
      if (last) screen.send({ type: 'move.drop' });
      return grabbedAt;
    },
    // The chip becomes another element on another day, and would lose the pointer.
    { pointer: { capture: false }, threshold: DRAG_FROM_PX },
  );
  return {
    ...bind(),
    onPointerDownCapture: () => {
      wasDragged.current = false;
    },
    /** The press that ends a drag opens nothing. */
    onClickCapture: (event: { readonly stopPropagation: () => void; readonly preventDefault: () => void }) => {
      if (!wasDragged.current) return;
      wasDragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
