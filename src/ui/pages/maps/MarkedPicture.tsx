/** The picture that was read. Two places on it are marked by a press, or moved to by the arrow keys and marked by Enter. */
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import type { Mark } from '../../../machines/maps/placing.ts';
import { useT } from '../../hooks/useT.ts';

interface MarkedPictureProps {
  readonly read: { readonly url: string; readonly width: number; readonly height: number; readonly title: string };
  readonly marks: readonly Mark[];
  /** null: it knows its own scale. */
  readonly onMark: ((mark: Mark) => void) | null;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** Of a side: a press of an arrow, and one with Shift. */
const STEP = 0.01;
const SMALL_STEP = 0.001;

export function MarkedPicture({ read, marks, onMark }: MarkedPictureProps) {
  const t = useT();
  const { width, height } = read;
  // Where the keys are, before anything is marked: of no interest to anybody else.
  const [at, setAt] = useState<Mark | null>(null);
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
      const far = event.shiftKey ? SMALL_STEP : STEP;
      setAt([Math.min(width, Math.max(0, from[0] + step[0] * far * width)), Math.min(height, Math.max(0, from[1] + step[1] * far * height))]);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onMark?.(from);
    }
  };
  const picture = <img src={read.url} alt={t('maps.import.preview', { name: read.title })} draggable={false} />;
  const dots = marks.map((mark, i) => <span key={i} className="maps-mark" style={style(mark)} aria-hidden="true">{i + 1}</span>);
  if (!onMark) return <div className="maps-picture"><div>{picture}</div></div>;
  return (
    <div className="maps-picture">
      <button type="button" aria-label={t('maps.import.mark')} onClick={press} onKeyDown={key}>
        {picture}{dots}
        {at && <span className="maps-mark maps-mark-next" style={style(at)} aria-hidden="true" />}
      </button>
    </div>
  );
}
