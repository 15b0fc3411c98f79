/**
 * Robot views as tabs (spec 2): a press selects, a drag or Alt with arrow keys reorders. The parent stores the order;
 * the drag state is local.
 */
import { useDrag } from '@use-gesture/react';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { RobotView } from '../../../contract/entities/constants.ts';
import { useT } from '../hooks/useT.ts';
import { viewName } from './viewName.ts';
import { dropIndex, reordered, wayGiven, type TabBox } from './viewOrder.ts';

export interface ViewTabsProps {
  readonly order: readonly RobotView[];
  readonly visible: readonly RobotView[];
  readonly counts: Readonly<Record<RobotView, number>>;
  readonly chosen: RobotView;
  readonly onChoose: (view: RobotView) => void;
  readonly onOrder: (order: RobotView[]) => void;
}

interface Dragged {
  view: RobotView;
  from: number;
  to: number;
  /** px */
  dx: number;
  boxes: readonly TabBox[];
}
/** Smaller movements count as a press. */
const DRAG_FROM_PX = 6;

export function ViewTabs({ order, visible, counts, chosen, onChoose, onOrder }: ViewTabsProps) {
  const t = useT();
  const list = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [said, setSaid] = useState('');

  const move = (view: RobotView, to: number): void => {
    if (visible.indexOf(view) === to) return;
    onOrder(reordered(order, visible, view, to));
    setSaid(t('shell.views.moved', { view: t(viewName(view)), place: to + 1, total: visible.length }));
  };

  const bind = useDrag<PointerEvent>(
    ({ args: [view], first, last, tap, canceled, movement: [dx], memo }) => {
      if (tap) return undefined;
      const boxes: readonly TabBox[] = first || !memo ? boxesOf(list.current) : memo;
      const from = visible.indexOf(view);
      const to = dropIndex(boxes, from, dx);
      if (!last) setDragged({ view, from, to, dx, boxes });
      else {
        setDragged(null);
        if (!canceled) move(view, to);
      }
      return boxes;
    },
    { axis: 'x', filterTaps: true, threshold: DRAG_FROM_PX },
  );

  const onKeyDown = (event: KeyboardEvent, index: number, view: RobotView): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? visible.length - 1 : index + step;
    if (to === index || to < 0 || to >= visible.length) return;
    event.preventDefault();
    if (event.altKey) move(view, to);
    else list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
  };

  return (
    <>
      <div className="views" role="tablist" aria-label={t('shell.views.name')} ref={list}>
        {visible.map((view, index) => {
          const isDragged = dragged?.view === view;
          const given = dragged && !isDragged ? wayGiven(dragged.boxes, dragged.from, dragged.to, index) : 0;
          return (
            <button
              key={view}
              type="button"
              role="tab"
              className="view"
              {...bind(view)}
              aria-selected={view === chosen}
              aria-description={t('shell.views.reorder')}
              tabIndex={view === chosen || (index === 0 && !visible.includes(chosen)) ? 0 : -1}
              data-dragged={isDragged || undefined}
              style={
                isDragged
                  ? { '--dx': `${dragged.dx}px` }
                  : given === 0
                    ? undefined
                    : { transform: `translateX(${given}px)` }
              }
              onClick={() => onChoose(view)}
              onKeyDown={(event) => onKeyDown(event, index, view)}
            >
              {t(viewName(view))}
              <i>
                {counts[view]}
                <span className="sr-only">{t('shell.views.count', { count: counts[view] })}</span>
              </i>
            </button>
          );
        })}
      </div>
      <span className="sr-only" role="status">
        {said}
      </span>
    </>
  );
}

const boxesOf = (list: HTMLElement | null): TabBox[] =>
  [...(list?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])].map(({ offsetLeft, offsetWidth }) => ({
    left: offsetLeft,
    width: offsetWidth,
  }));
