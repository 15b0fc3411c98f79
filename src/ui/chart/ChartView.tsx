/**
 * A machine's chart on screen: active states highlighted, the last transition marked, and an overlay of transitions
 * that tests cover or the displayed history used. ChartList presents the same states to screen readers and keyboard.
 */
import { useMemo, useRef, useState } from 'react';
import type { MouseEvent } from 'react';
import Maximize from 'lucide-react/icons/maximize';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import type { Glyph } from '../icons/glyph.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { StatePanel } from '../kit/StatePanel.tsx';
import '../styles/chart.css';
import { ChartDrawing } from './ChartDrawing.tsx';
import type { ChartLayout } from './chartLayout.ts';
import { ChartLegend } from './ChartLegend.tsx';
import { ChartList } from './ChartList.tsx';
import type { ChartMarks } from './chartMarks.ts';
import type { Chart } from './chartOf.ts';
import { useChartLayout } from './useChartLayout.ts';
import { useChartView } from './useChartView.ts';

export interface ChartViewProps extends Omit<ChartMarks, 'focused'> {
  /** Must be the same object as long as the chart is the same. */
  readonly chart: Chart;
  /** Accessible name: "Chart of session". */
  readonly title: string;
  /** Called with the id of the pressed state or transition. */
  readonly onPick?: ((id: string) => void) | undefined;
}

export function ChartView(props: ChartViewProps) {
  const t = useT();
  const { layout, failed, retry } = useChartLayout(props.chart);
  if (failed) {
    return (
      <StatePanel state="failed" title={t('chart.failed')}>
        <Button size="s" onClick={retry}>
          {t('common.retry')}
        </Button>
      </StatePanel>
    );
  }
  return layout === null ? (
    <StatePanel state="loading" title={t('chart.loading')} />
  ) : (
    <LaidOut {...props} layout={layout} />
  );
}

function LaidOut({ chart, layout, title, onPick, ...marks }: ChartViewProps & { readonly layout: ChartLayout }) {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const { viewBox, zoomIn, zoomOut, fit, show, onKeyDown } = useChartView(place, layout, marks.active);
  const { active, last, walked, used, overlay } = marks;
  // Panning changes only the viewBox, so the marks are memoised.
  const pick =
    onPick &&
    ((event: MouseEvent): void => {
      const { transition, state } =
        (event.target as Element).closest<SVGElement>('[data-transition], [data-state]')?.dataset ?? {};
      const id = transition ?? state;
      if (id !== undefined) onPick(id);
    });
  const drawn = useMemo(
    () => ({ active, last, walked, used, overlay, focused }),
    [active, last, walked, used, overlay, focused],
  );
  const focus = (id: string | null): void => {
    setFocused(id);
    const box = layout.states.find((state) => state.id === id);
    if (box !== undefined) show(box);
  };
  const tool = (icon: Glyph, label: string, press: () => void) => (
    <button
      type="button"
      className="grid size-7 place-items-center text-text-2 hover:bg-hover focus-visible:rounded focus-visible:shadow-[inset_0_0_0_2px_var(--focus)] max-desk:size-11"
      aria-label={label}
      title={label}
      onClick={press}
    >
      <Icon of={icon} />
    </button>
  );
  return (
    <div className="relative h-full min-h-0 w-full flex-1 overflow-hidden select-none">
      <div
        ref={place}
        className="absolute inset-0 cursor-grab touch-none outline-none *:absolute *:inset-0 *:size-full focus-visible:shadow-[inset_0_0_0_2px_var(--focus)] active:cursor-grabbing [background:radial-gradient(var(--line)_1px,transparent_1px)_0_0/16px_16px] [&_:is([data-state],[data-transition])]:cursor-pointer"
        role="application"
        aria-label={title}
        aria-description={t('chart.help')}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <ChartDrawing chart={chart} layout={layout} viewBox={viewBox} onClick={pick} {...drawn} />
      </div>
      <ChartList chart={chart} marks={marks} onFocus={focus} onPick={onPick} />
      <div
        className="absolute top-2 right-2 flex overflow-hidden rounded bg-surface shadow-float"
        role="group"
        aria-label={t('chart.tools')}
      >
        {tool(Minus, t('common.zoomOut'), zoomOut)}
        {tool(Plus, t('common.zoomIn'), zoomIn)}
        {tool(Maximize, t('chart.fit'), fit)}
      </div>
      <ChartLegend chart={chart} marks={marks} />
    </div>
  );
}
