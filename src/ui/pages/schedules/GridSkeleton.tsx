/** The timetable before it is loaded: its columns and rows, with blocks in place of words. */
import { useT } from '../../hooks/useT.ts';

const COLUMNS =
  'grid grid-cols-[300px_repeat(7,minmax(0,1fr))] max-wide:grid-cols-[264px_repeat(5,minmax(0,1fr))] max-desk:grid-cols-1';
const DAYS = [0, 1, 2, 3, 4, 5, 6] as const;
const NAMES = ['w-7/12', 'w-9/12', 'w-6/12', 'w-8/12', 'w-7/12', 'w-9/12', 'w-6/12', 'w-8/12'] as const;

export function GridSkeleton() {
  const t = useT();
  return (
    <div role="status" aria-label={t('schedules.loading')} aria-busy="true">
      <div className={`${COLUMNS} h-10 items-center border-b border-line bg-surface-2 px-3 max-desk:hidden`}>
        <span className="sk w-16" />
        {DAYS.map((day) => (
          <span key={day} className={`sk w-12 ${day >= 5 ? 'max-wide:hidden' : ''}`} />
        ))}
      </div>
      {NAMES.map((name, row) => (
        <div key={row} className={`${COLUMNS} h-9 items-center border-b border-line px-3 last:border-b-0`}>
          <span className={`sk ${name}`} />
          {DAYS.map((day) => (
            <span key={day} className={`sk mr-2 h-6 rounded-in max-desk:hidden ${day >= 5 ? 'max-wide:hidden' : ''}`} />
          ))}
        </div>
      ))}
    </div>
  );
}
