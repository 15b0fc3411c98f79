/** Pointer and wheel on the lanes: a drag moves the moment, the wheel zooms, with Shift it pans. */
import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { OVERVIEW_BARS_MAX_MS } from '../../../../contract/rules/monitoringLimits.ts';
import type { MonitoringRef } from '../../../machines/monitoring/monitoring.selectors.ts';
import { lengthOf, type TimeSpan } from '../../../machines/monitoring/timeView.ts';
import { useLive } from '../../hooks/useLive.ts';

/** A press that moves less than this is a click, px. */
const CLICK_PX = 4;

/** Moves the moment while the pointer is down. */
export function useScrub(screen: MonitoringRef, view: TimeSpan) {
  const live = useLive();
  /** Where a press on a bar began; null while it drags. */
  const onBar = useRef<number | null>(null);
  const to = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    // Shares of hours have no finer moments than a minute.
    const step = lengthOf(view) > OVERVIEW_BARS_MAX_MS ? 60_000 : 1;
    const at = Math.round((view.from + share * lengthOf(view)) / step) * step;
    screen.send({ type: 'moment.seek', at, now: live.now() });
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0) return;
      onBar.current = barAt(event) === undefined ? null : event.clientX;
      // A captured pointer's click would belong to the lane instead of the bar.
      if (onBar.current !== null) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      to(event);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      if (event.buttons !== 1) return;
      if (onBar.current !== null) {
        if (Math.abs(event.clientX - onBar.current) < CLICK_PX) return;
        onBar.current = null;
        event.currentTarget.setPointerCapture?.(event.pointerId);
      }
      to(event);
    },
  };
}

/** Address behind the bar under the pointer. */
export function barAt({ target }: PointerEvent<HTMLElement> | MouseEvent<HTMLElement>): string | undefined {
  const bar = target instanceof Element ? target.closest('[data-record]') : null;
  return bar instanceof HTMLElement ? bar.dataset['record'] : undefined;
}

/** Zooms and pans by the wheel; not passive, so that the page does not scroll at the same time. */
export function useWheel(screen: MonitoringRef, view: TimeSpan) {
  const area = useRef<HTMLDivElement>(null);
  const current = useRef(view);
  useEffect(() => {
    current.current = view;
  });
  useEffect(() => {
    const element = area.current;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const box = element?.getBoundingClientRect();
      if (!box || box.width === 0) return;
      const { from, until } = current.current;
      const delta = event.deltaY || event.deltaX;
      if (event.shiftKey) screen.send({ type: 'view.pan', ms: ((until - from) * delta) / 1_000 });
      else
        screen.send({
          type: 'view.zoom',
          factor: 1.0015 ** delta,
          at: from + ((event.clientX - box.left) / box.width) * (until - from),
        });
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [screen]);
  return area;
}
