/**
 * A machine's chart on the screen: the active states lit, the last transition marked, what tests walk or a journey used laid over
 * it. The drawing is for the eye; the list of states (ChartList) says the same to the ear and takes the keyboard.
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
import '../styles/chartView.css';
import { ChartDrawing } from './ChartDrawing.tsx';
import type { ChartLayout } from './chartLayout.ts';
import { ChartLegend } from './ChartLegend.tsx';
import { ChartList } from './ChartList.tsx';
import type { ChartMarks } from './chartMarks.ts';
import type { Chart } from './chartOf.ts';
import { useChartLayout } from './useChartLayout.ts';
import { useChartView } from './useChartView.ts';

export interface ChartViewProps extends Omit<ChartMarks, 'focused'> {
  /** The same object as long as it is the same chart. */
  readonly chart: Chart;
  /** What it is the chart of: "Chart of session". */
  readonly title: string;
  /** The id of the state or the transition that was pressed. */
  readonly onPick?: ((id: string) => void) | undefined;
}

export function ChartView(props: ChartViewProps) {
  const t = useT();
  const { layout, failed, retry } = useChartLayout(props.chart);
  if (failed) {
    return (
      <StatePanel state="failed" title={t('chart.failed')}>
        <Button size="s" onClick={retry}>
          {t('chart.retry')}
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
  // Moving it changes no more than what part of it is seen.
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
    <button type="button" aria-label={label} title={label} onClick={press}>
      <Icon of={icon} />
    </button>
  );
  return (
    <div className="chart">
      <div
        ref={place}
        className="chart-place"
        role="application"
        aria-label={title}
        aria-description={t('chart.help')}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <ChartDrawing chart={chart} layout={layout} viewBox={viewBox} onClick={pick} {...drawn} />
      </div>
      <ChartList chart={chart} marks={marks} onFocus={focus} onPick={onPick} />
      <div className="chart-tools" role="group" aria-label={t('chart.tools')}>
        {tool(Minus, t('chart.zoomOut'), zoomOut)}
        {tool(Plus, t('chart.zoomIn'), zoomIn)}
        {tool(Maximize, t('chart.fit'), fit)}
      </div>
      <ChartLegend chart={chart} marks={marks} />
    </div>
  );
}
