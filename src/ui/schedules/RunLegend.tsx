/** What the chips and marks of a timetable mean; on a narrow window the words of the page say it. */
import { useT } from '../hooks/useT.ts';

const MARK = 'inline-block h-3.5 w-5 rounded-[4px] border';

/** @param last what a hatch means on this page */
export function RunLegend({ last }: { readonly last: string }) {
  const t = useT();
  return (
    <div className="ml-auto flex items-center gap-3 text-12 max-wide:hidden" aria-hidden="true">
      <span className="flex items-center gap-1.5">
        <i className={`${MARK} border-n-400 bg-surface`} /> {t('schedules.legend.ran')}
      </span>
      <span className="flex items-center gap-1.5">
        <i className={`${MARK} border-dashed border-n-500`} /> {t('schedules.legend.planned')}
      </span>
      <span className="flex items-center gap-1.5">
        <i className={`${MARK} border-dashed border-n-500 bg-hatch-grey`} /> {last}
      </span>
    </div>
  );
}
