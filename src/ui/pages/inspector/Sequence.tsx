/** Sequence diagram: one event per row, one lifeline per actor. Virtualised, because there can be thousands of rows. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useT } from '../../hooks/useT.ts';
import { EmptyLine } from './EmptyLine.tsx';
import type { InspectorPart } from './inspectorPart.ts';
import { lastUpTo } from './journal.ts';
import { LANE_ROWS, laneName, lanesOf, WORLD } from './lanes.ts';
import { rowId, SequenceRow } from './SequenceRow.tsx';
import { LANE_LEFT_PX, LANE_PX, NAMES_PX, ROW_PX } from './sequenceSize.ts';

const OVERSCAN = 8;

interface SequenceProps extends InspectorPart {
  readonly listed: readonly number[] | null;
  readonly length: number;
  readonly hits: readonly number[];
}

export function Sequence({ screen, capsule: { recording }, step, listed, length, hits }: SequenceProps) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const count = listed?.length ?? length;
  const place = listed === null ? step : lastUpTo(listed, step);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    initialRect: { width: 900, height: 300 },
    // The lane names are sticky above the rows.
    scrollMargin: NAMES_PX,
    scrollPaddingStart: NAMES_PX,
    scrollPaddingEnd: ROW_PX / 2,
  });
  const { scrollToIndex } = virtual;
  const rows = virtual.getVirtualItems();
  const block = Math.floor((rows[0]?.index ?? 0) / LANE_ROWS) * LANE_ROWS;
  // The steps of a followed tab grow in place, so `length` is a dependency.
  // eslint-disable-next-line react/exhaustive-deps -- see above
  const lanes = useMemo(() => lanesOf(recording, listed, block), [recording, listed, length, block]);
  const lane = Math.max(LANE_PX, (width - LANE_LEFT_PX) / lanes.order.length);
  const across = LANE_LEFT_PX + lane * lanes.order.length;
  useEffect(() => {
    if (count > 0) scrollToIndex(Math.max(0, place), { align: 'auto' });
  }, [scrollToIndex, place, count]);
  const taker = recording.steps[step]?.actor;
  const middle = taker === undefined ? 0 : LANE_LEFT_PX + lane * (lanes.laneOf(taker) + 0.5);
  useEffect(() => {
    const place = scroller.current;
    // Scroll the recipient's lane into view.
    if (
      place &&
      (middle < place.scrollLeft + LANE_LEFT_PX || middle > place.scrollLeft + place.clientWidth - LANE_PX / 2)
    )
      place.scrollLeft = middle - place.clientWidth / 2;
  }, [middle]);
  const marked = useMemo(() => new Set(hits), [hits]);
  const lines = lanes.order.map((_, index) => `M${LANE_LEFT_PX + lane * (index + 0.5)} 0V${ROW_PX}`).join('');

  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-auto [overflow-anchor:none]">
      {/* The block before the names covers the times, which stay fixed while the lanes scroll. */}
      <div
        className="sticky top-0 z-2 flex h-7 items-center bg-surface text-12 font-semibold text-heading before:sticky before:left-0 before:h-full before:w-[84px] before:flex-none before:bg-surface"
        aria-hidden="true"
        style={{ width: across }}
      >
        {lanes.order.map((actor) => (
          <span key={actor} className="flex-none truncate px-1 text-center" style={{ width: lane }}>
            {actor === WORLD ? t('inspector.events.world') : laneName(recording, actor)}
          </span>
        ))}
      </div>
      {count === 0 && <EmptyLine>{t('inspector.events.none')}</EmptyLine>}
      <div
        className="relative focus-visible:shadow-[inset_0_0_0_2px_var(--focus)]"
        role="listbox"
        tabIndex={0}
        aria-label={t('inspector.events.title')}
        style={{ height: virtual.getTotalSize(), width: across }}
        aria-activedescendant={listed === null || listed[place] === step ? rowId(step) : undefined}
      >
        {rows.map(({ index, start }) => {
          const number = listed?.[index] ?? index;
          const shown = recording.steps[number];
          if (!shown) return null;
          return (
            <SequenceRow
              key={number}
              recording={recording}
              step={shown}
              number={number}
              place={index + 1}
              count={count}
              top={start - NAMES_PX}
              lane={lane}
              across={across}
              lines={lines}
              from={lanes.laneOf(shown.from)}
              to={lanes.laneOf(shown.actor)}
              now={number === step}
              hit={marked.has(number)}
              screen={screen}
            />
          );
        })}
      </div>
    </div>
  );
}

function useWidth(place: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
}
