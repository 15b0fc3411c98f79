/** Legend of the overlay: each symbol with the number of transitions that carry it. */
import { useT } from '../hooks/useT.ts';
import { countedTransitions, type ChartMarks, marksOf } from './chartMarks.ts';
import type { Chart } from './chartOf.ts';
import { SIGN } from './ChartLines.tsx';

export function ChartLegend({ chart, marks }: { readonly chart: Chart; readonly marks: ChartMarks }) {
  const t = useT();
  const { overlay } = marks;
  if (overlay === 'none') return null;
  const marked = marksOf(chart, marks);
  const all = countedTransitions(chart);
  const count = all.filter(({ id }) => marked.isIn(id) === true).length;
  return (
    <ul className="pointer-events-none absolute bottom-2 left-2 flex flex-wrap gap-x-3 gap-y-1 rounded-in bg-surface/88 px-2 py-1 text-11 text-text-2">
      <li className="flex items-center gap-1">
        <svg width="12" height="12" aria-hidden="true">
          <path className={SIGN.in} d="M1.5 6l2.5 3l5 -6.5" />
        </svg>
        {t(overlay === 'walked' ? 'chart.legend.walked' : 'chart.legend.used', { count })}
      </li>
      <li className="flex items-center gap-1">
        <svg width="12" height="12" aria-hidden="true">
          <circle className={SIGN.out} cx="6" cy="6" r="3.5" />
        </svg>
        {t(overlay === 'walked' ? 'chart.legend.notWalked' : 'chart.legend.notUsed', { count: all.length - count })}
      </li>
    </ul>
  );
}
