/**
 * Timeline: event density over time with faults marked, and a slider over it. The pointer selects a time, the keys
 * count steps.
 */
import { type KeyboardEvent, memo, type PointerEvent, useMemo } from 'react';
import type { Recording } from '../../../machines/recording/format.ts';
import { isReload } from '../../../machines/recording/replay.ts';
import type { InspectorRef } from '../../../machines/inspector/inspector.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { binned, stepAt } from './journal.ts';

/** Number of bars; the drawing scales to the available width. */
const BINS = 240;
const BIN = 4;
const HEIGHT = 26;
/** Height of the fault mark at the foot of a bar, independent of the bar's height. */
const FAULT = 7;
/** Steps per PageUp or PageDown. */
const LEAP = 50;

interface TimelineProps {
  readonly screen: InspectorRef;
  readonly recording: Recording;
  readonly step: number;
  readonly actor: number;
  readonly length: number;
  readonly said: string;
}

export function Timeline({ screen, recording, step, actor, length, said }: TimelineProps) {
  const t = useT();
  const { steps } = recording;
  const from = steps[0]?.at ?? 0;
  const span = Math.max(1, (steps.at(-1)?.at ?? 0) - from);
  const shown = steps[step];
  const part = shown ? (shown.at - from) / span : 0;
  const go = (to: number): void => screen.send({ type: 'step.go', step: to });
  const point = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    go(stepAt(steps, from + Math.max(0, Math.min(1, (event.clientX - left) / width)) * span));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const leap = event.key === 'PageUp' ? LEAP : event.key === 'PageDown' ? -LEAP : 0;
    if (leap === 0) return;
    event.preventDefault();
    go(step + leap);
  };
  return (
    <div
      className="relative mx-2 h-10 min-w-20 flex-1 cursor-pointer touch-none rounded-[4px] outline-offset-4 before:absolute before:top-[29px] before:left-0 before:h-0.5 before:w-full before:bg-line-2 max-desk:-order-1 max-desk:m-0 max-desk:flex-[1_0_100%]"
      role="slider"
      tabIndex={0}
      aria-label={t('shared.time')}
      aria-valuemin={0}
      aria-valuemax={length}
      aria-valuenow={step + 1}
      aria-valuetext={said}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        point(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event);
      }}
    >
      <Bars recording={recording} actor={actor} length={length} />
      <span className="absolute top-[29px] left-0 h-0.5 bg-n-500" style={{ width: `${part * 100}%` }} />
      <span
        className="pointer-events-none absolute top-0.5 -ml-px h-[34px] w-0.5 bg-mark after:absolute after:top-[22px] after:-left-[5px] after:size-3 after:rounded-full after:border-[3px] after:border-mark after:bg-surface"
        style={{ left: `${part * 100}%` }}
      />
    </div>
  );
}

/** Memoised: stepping does not redraw the bars. */
const Bars = memo(({ recording, actor, length }: Pick<TimelineProps, 'recording' | 'actor' | 'length'>) => {
  const { plain, own, fault, reload } = useMemo(() => {
    const bins = binned(recording.steps, actor, BINS);
    const most = Math.log1p(Math.max(1, ...bins.map(({ count }) => count)));
    const paths = { plain: '', own: '', fault: '', reload: '' };
    bins.forEach((bin, index) => {
      if (bin.count === 0) return;
      const height = 4 + (Math.log1p(bin.count) / most) * (HEIGHT - 4);
      const foot = `M${index * BIN + BIN / 2} ${HEIGHT}v`;
      paths[bin.own ? 'own' : 'plain'] += foot + (-height).toFixed(1);
      if (bin.fault) paths.fault += foot + String(-FAULT);
    });
    const from = recording.steps[0]?.at ?? 0;
    const span = Math.max(1, (recording.steps.at(-1)?.at ?? 0) - from);
    for (const step of recording.steps)
      if (isReload(step)) paths.reload += `M${(((step.at - from) / span) * BINS * BIN).toFixed(1)} 0v${HEIGHT}`;
    return paths;
    // eslint-disable-next-line react/exhaustive-deps -- `steps` of a followed tab grows in place
  }, [recording, actor, length]);
  return (
    <svg
      className="absolute inset-0 h-[26px] w-full [&_path]:fill-none [&_path]:[vector-effect:non-scaling-stroke]"
      viewBox={`0 0 ${BINS * BIN} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="stroke-n-400 stroke-[1.5px]" d={plain} />
      <path className="stroke-mark stroke-[1.5px]" d={own} />
      <path className="stroke-st-alarm stroke-2" d={fault} />
      <path className="stroke-heading stroke-2" d={reload} />
    </svg>
  );
});
Bars.displayName = 'Bars';
