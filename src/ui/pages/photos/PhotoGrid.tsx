/**
 * The grid of the library. Only rows near the screen are rendered; their places follow from the counts of the groups, so
 * that loading moves nothing. Arrows move, Space ticks, Shift selects a run, Enter opens, D downloads, Delete deletes.
 */
import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  canDownload,
  downloadEvent,
  itemAt,
  type PhotosRef,
  selectPhotos,
} from '../../../machines/photos/photos.selectors.ts';
import { photosQuery } from '../../../machines/photos/photosQuery.ts';
import { selectIsMobile } from '../../../machines/preferences/preferences.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { columnsFor, type PhotoRow, photoRows } from './photoRows.ts';
import { groupCounts, groupName } from './photoTexts.ts';
import { PhotoTile } from './PhotoTile.tsx';

const HEAD_PX = 44;
const GAP_PX = 8;
const CAPTION_PX = 50;
const FIRST_RECT = { width: 800, height: 600 };
const AHEAD = 3;

export function PhotoGrid({ screen, now }: { readonly screen: PhotosRef; readonly now: number }) {
  const t = useT();
  const { preferences } = useApp();
  const mobile = useSelector(preferences, selectIsMobile);
  const context = useSelector(screen, selectPhotos);
  const { overview, query, cursor, ticked, open, pages } = context;
  const { groupBy } = photosQuery.read(query);
  const scroller = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FIRST_RECT.width);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = (): void => setWidth(element.clientWidth || FIRST_RECT.width);
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, []);
  const columns = columnsFor(width, mobile);
  const rows = useMemo(() => photoRows(overview?.groups ?? [], columns), [overview, columns]);
  const tilePx = ((width - 32 - (columns - 1) * GAP_PX) / columns) * (10 / 16) + CAPTION_PX;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.type === 'head' ? HEAD_PX : tilePx),
    overscan: AHEAD,
    initialRect: FIRST_RECT,
    // Before it is laid out, it has no size.
    observeElementRect: (instance, onSize) =>
      observeElementRect(instance, (rect) => onSize(rect.height === 0 ? FIRST_RECT : rect)),
  });
  useEffect(() => virtual.measure(), [virtual, tilePx]);
  const shown = virtual.getVirtualItems();
  const [first, last] = [rows[shown[0]?.index ?? 0], rows[shown.at(-1)?.index ?? 0]];
  const from = first?.from ?? 0;
  const to = last ? last.from + last.count - 1 : 0;
  useEffect(() => {
    screen.send({ type: 'range.seen', first: from, last: to });
  }, [screen, from, to]);

  const focus = useRef(false);
  const rowOf = (at: number): number =>
    rows.findIndex((row) => row.type === 'tiles' && at >= row.from && at < row.from + row.count);
  const scrollTo = useEffectEvent((at: number): void => {
    if (!focus.current || at < 0) return;
    virtual.scrollToIndex(rowOf(at), { align: 'auto' });
    scroller.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)?.focus();
  });
  // Only a moved cursor scrolls the grid, not other rows or another size.
  useEffect(() => scrollTo(cursor), [cursor]);
  const act = (event: KeyboardEvent): boolean => {
    // As it is now: the focus can have moved since the last render.
    const snapshot = screen.getSnapshot();
    const current = selectPhotos(snapshot);
    const at = current.cursor;
    const item = itemAt(current, at);
    const fileIds = current.ticked.length > 0 ? current.ticked : item ? [item.fileId] : [];
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
    };
    const by = steps[event.key];
    if (by !== undefined) {
      if (event.shiftKey) screen.send({ type: 'item.tick', at: Math.max(0, at + by), run: true });
      else screen.send({ type: 'cursor.move', by });
    } else if (event.key === ' ') screen.send({ type: 'item.tick', at, run: false });
    else if (event.key === 'Enter' && item) screen.send({ type: 'item.open', fileId: item.fileId });
    else if (event.key.toLowerCase() === 'd' && canDownload(snapshot, fileIds)) screen.send(downloadEvent(fileIds));
    else if (event.key === 'Delete' && fileIds.length > 0)
      screen.send({ type: 'photos.do', task: { type: 'remove', fileIds } });
    else return false;
    return true;
  };
  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-auto px-4"
      role="group"
      aria-label={t('photos.grid')}
      onFocus={(event) => {
        focus.current = true;
        const at = Number((event.target as HTMLElement).dataset['at'] ?? '-1'); // a tile, or something in it
        if (at >= 0 && at !== cursor) screen.send({ type: 'cursor.set', at });
      }}
      onBlur={() => (focus.current = false)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (act(event)) event.preventDefault();
      }}
    >
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <div key={index} className="absolute inset-x-0 top-0" style={{ transform: `translateY(${start}px)` }}>
                {row.type === 'head' ? <Head screen={screen} row={row} groupBy={groupBy} /> : tiles(row)}
              </div>
            )
          );
        })}
      </div>
    </div>
  );

  function tiles(row: PhotoRow) {
    return (
      <div className="grid gap-2" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
        {Array.from({ length: row.count }, (_, offset) => {
          const at = row.from + offset;
          const item = itemAt(context, at);
          return (
            <PhotoTile
              key={item?.fileId ?? at}
              at={at}
              item={item}
              now={now}
              thumbnail={
                item
                  ? Object.values(pages).find((page) => page.thumbnails[item.fileId])?.thumbnails[item.fileId]
                  : undefined
              }
              ticked={item !== null && ticked.includes(item.fileId)}
              open={item !== null && item.fileId === open}
              reached={at === Math.max(0, cursor)}
              onOpen={() => item && screen.send({ type: 'item.open', fileId: item.fileId })}
              onTick={(run) => screen.send({ type: 'item.tick', at, run })}
            />
          );
        })}
      </div>
    );
  }
}

function Head({
  screen,
  row,
  groupBy,
}: {
  readonly screen: PhotosRef;
  readonly row: Extract<PhotoRow, { type: 'head' }>;
  readonly groupBy: ReturnType<typeof photosQuery.read>['groupBy'];
}) {
  const t = useT();
  const context = useSelector(screen, selectPhotos);
  const { group, from, count } = row;
  const items = Array.from({ length: count }, (_, offset) => itemAt(context, from + offset));
  const fileIds = items.flatMap((item) => (item ? [item.fileId] : []));
  const chosen = fileIds.filter((fileId) => context.ticked.includes(fileId)).length;
  const name = groupName(t, groupBy, group);
  return (
    <div className="flex h-11 items-center gap-2.5 text-13">
      <Checkbox
        hideLabel
        label={t('photos.tickGroup', { name })}
        checked={chosen === 0 ? false : chosen === count ? true : 'mixed'}
        disabledReason={fileIds.length < count ? t('photos.tickGroupLater') : undefined}
        onChange={(on) => screen.send({ type: 'items.tick', fileIds, on })}
      />
      <h2 className="font-semibold">{name}</h2>
      {groupBy === 'day' && <span className="text-text-2 tabular-nums">{group.key}</span>}
      <span className="ml-auto text-12 text-text-2">{groupCounts(t, group)}</span>
    </div>
  );
}
