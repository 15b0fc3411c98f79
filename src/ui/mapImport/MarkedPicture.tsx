/** The imported picture with zoom. Two places on it are marked by clicking, or with arrow keys and Enter. */
import { useSelector } from '@xstate/react';
import Maximize from 'lucide-react/icons/maximize';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import type { ReadMap } from '../../machines/maps/mapImport.machine.ts';
import { type MapImportRef, selectImporting } from '../../machines/maps/maps.selectors.ts';
import { type Mark, PICTURE_ZOOM_MAX } from '../../machines/maps/placing.ts';
import { useT } from '../hooks/useT.ts';
import { classes } from '../kit/classes.ts';
import { IconButton } from '../kit/IconButton.tsx';

interface MarkedPictureProps {
  readonly part: MapImportRef;
  readonly read: ReadMap;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Height of the whole picture on the screen at most. */
const SHOWN_PX = 400;
/** Step of an arrow key as a fraction of the side; with Shift it is one pixel. */
const STEP = 0.01;
const MARK =
  'pointer-events-none absolute -mt-2.5 -ml-2.5 size-5 rounded-full border-2 text-center text-12 leading-4 text-on-fill';
const ZOOM_KEYS: Readonly<Record<string, number>> = { '+': 2, '=': 2, '-': 0.5 };

export function MarkedPicture({ part, read }: MarkedPictureProps) {
  const t = useT();
  const { width, height } = read;
  const { marks, nextMark, zoom } = useSelector(part, selectImporting);
  // A map with a known scale needs no marks.
  const onMark = read.placing ? null : (mark: Mark): void => part.send({ type: 'mark.put', mark });
  const next = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // `void`: newer browsers return a promise, which an effect must not return.
    void next.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [nextMark, zoom]);
  const zoomBy = (factor: number): void => part.send({ type: 'picture.zoom', factor });
  const style = (mark: Mark) => ({ left: `${(mark[0] / width) * 100}%`, top: `${(mark[1] / height) * 100}%` });
  const press = (event: MouseEvent<HTMLElement>): void => {
    // A click triggered by Enter has no position.
    if (event.detail === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    onMark?.([((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height]);
  };
  const key = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      const [across, down] = event.shiftKey ? [1, 1] : [STEP * width, STEP * height];
      part.send({ type: 'nextMark.move', by: [step[0] * across, step[1] * down] });
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onMark?.(nextMark ?? [width / 2, height / 2]);
    } else if (ZOOM_KEYS[event.key] !== undefined && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      zoomBy(ZOOM_KEYS[event.key] ?? 1);
    }
  };
  const isLarge = zoom > 1;
  // The frame has its size before the picture is loaded, so that a click meets the place that was aimed at.
  const shownPx = Math.min(width, (SHOWN_PX * width) / height);
  const size = {
    width: isLarge ? `${zoom * 100}%` : `${shownPx}px`,
    aspectRatio: `${width} / ${height}`,
  };
  const frame = classes(
    'relative self-start',
    isLarge ? 'flex-none' : 'max-w-full',
    onMark !== null && 'cursor-crosshair',
  );
  const picture = (
    <img
      className="size-full max-w-none [image-rendering:pixelated]"
      src={read.url}
      alt={t('maps.import.preview', { name: read.title })}
      draggable={false}
    />
  );
  const dots = marks.map((mark, i) => (
    <span key={i} className={classes(MARK, 'border-surface bg-fill')} style={style(mark)} aria-hidden="true">
      {i + 1}
    </span>
  ));
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div
        className={classes(
          'flex max-h-[420px] overflow-auto rounded-lg bg-surface-3 p-2',
          !isLarge && 'justify-center',
        )}
        tabIndex={onMark || zoom === 1 ? undefined : 0}
      >
        {onMark ? (
          <button
            type="button"
            className={frame}
            aria-label={t('maps.import.mark')}
            style={size}
            onClick={press}
            onKeyDown={key}
          >
            {picture}
            {dots}
            {nextMark && (
              <span
                ref={next}
                className={classes(MARK, 'border-dashed border-fill')}
                style={style(nextMark)}
                aria-hidden="true"
              />
            )}
          </button>
        ) : (
          <div className={frame} style={size}>
            {picture}
          </div>
        )}
      </div>
      <div className="flex justify-end gap-1">
        <IconButton
          label={t('common.zoomOut')}
          icon={Minus}
          disabledReason={zoom === 1 ? t('maps.import.isWhole') : undefined}
          onClick={() => zoomBy(0.5)}
        />
        <IconButton
          label={t('common.zoomIn')}
          icon={Plus}
          disabledReason={zoom === PICTURE_ZOOM_MAX ? t('maps.import.isLargest') : undefined}
          onClick={() => zoomBy(2)}
        />
        <IconButton
          label={t('maps.import.zoomFit')}
          icon={Maximize}
          disabledReason={zoom === 1 ? t('maps.import.isWhole') : undefined}
          onClick={() => part.send({ type: 'picture.fit' })}
        />
      </div>
    </div>
  );
}
