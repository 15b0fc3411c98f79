/** The picture that was read, as large as one wants. Two places on it are marked by a press, or moved to by the arrow keys and marked by Enter. */
import Maximize from 'lucide-react/icons/maximize';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { Mark } from '../../../machines/maps/placing.ts';
import { useT } from '../../hooks/useT.ts';
import { IconButton } from '../../kit/IconButton.tsx';

interface MarkedPictureProps {
  readonly read: { readonly url: string; readonly width: number; readonly height: number; readonly title: string };
  readonly marks: readonly Mark[];
  /** null: it knows its own scale. */
  readonly onMark: ((mark: Mark) => void) | null;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Of a side: a press of an arrow; with Shift it is one pixel. */
const STEP = 0.01;
const ZOOM_KEYS: Readonly<Record<string, number>> = { '+': 2, '=': 2, '-': 0.5 };
const ZOOM_MAX = 16;

export function MarkedPicture({ read, marks, onMark }: MarkedPictureProps) {
  const t = useT();
  const { width, height } = read;
  // Where the keys are, and how large it is looked at, before anything is marked: of no interest to anybody else.
  const [at, setAt] = useState<Mark | null>(null);
  const [zoom, setZoom] = useState(1);
  const next = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // Newer browsers answer a promise, which an effect must not hand on.
    void next.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [at, zoom]);
  const zoomBy = (factor: number): void => setZoom(Math.min(ZOOM_MAX, Math.max(1, zoom * factor)));
  const style = (mark: Mark) => ({ left: `${(mark[0] / width) * 100}%`, top: `${(mark[1] / height) * 100}%` });
  const press = (event: MouseEvent<HTMLElement>): void => {
    // Enter on a button is a press without a place.
    if (event.detail === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    onMark?.([((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height]);
  };
  const key = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const from = at ?? [width / 2, height / 2];
    if (step) {
      event.preventDefault();
      const [across, down] = event.shiftKey ? [1, 1] : [STEP * width, STEP * height];
      setAt([
        Math.min(width, Math.max(0, from[0] + step[0] * across)),
        Math.min(height, Math.max(0, from[1] + step[1] * down)),
      ]);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onMark?.(from);
    } else if (ZOOM_KEYS[event.key] !== undefined && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      zoomBy(ZOOM_KEYS[event.key] ?? 1);
    }
  };
  const large = zoom > 1 ? { width: `${zoom * 100}%`, maxWidth: 'none', maxHeight: 'none' } : undefined;
  const picture = <img src={read.url} alt={t('maps.import.preview', { name: read.title })} draggable={false} />;
  const dots = marks.map((mark, i) => (
    <span key={i} className="maps-mark" style={style(mark)} aria-hidden="true">
      {i + 1}
    </span>
  ));
  return (
    <div className="maps-preview">
      <div className="maps-picture" data-large={zoom > 1 || undefined} tabIndex={onMark || zoom === 1 ? undefined : 0}>
        {onMark ? (
          <button type="button" aria-label={t('maps.import.mark')} style={large} onClick={press} onKeyDown={key}>
            {picture}
            {dots}
            {at && <span ref={next} className="maps-mark maps-mark-next" style={style(at)} aria-hidden="true" />}
          </button>
        ) : (
          <div style={large}>{picture}</div>
        )}
      </div>
      <div className="maps-zoom">
        <IconButton
          label={t('maps.import.zoomOut')}
          icon={Minus}
          disabledReason={zoom === 1 ? t('maps.import.isWhole') : undefined}
          onClick={() => zoomBy(0.5)}
        />
        <IconButton
          label={t('maps.import.zoomIn')}
          icon={Plus}
          disabledReason={zoom === ZOOM_MAX ? t('maps.import.isLargest') : undefined}
          onClick={() => zoomBy(2)}
        />
        <IconButton
          label={t('maps.import.zoomFit')}
          icon={Maximize}
          disabledReason={zoom === 1 ? t('maps.import.isWhole') : undefined}
          onClick={() => setZoom(1)}
        />
      </div>
    </div>
  );
}
