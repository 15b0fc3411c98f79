/** Moves the window of days: earlier, today, later. */
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { spanText } from './dayTexts.ts';
import { useDaysShown } from './useDaysShown.ts';

export interface WeekNavProps {
  /** YYYY-MM-DD; empty while nothing is loaded. */
  readonly dates: readonly string[];
  /** Days; 0: around today. */
  readonly onMove: (by: number) => void;
}

export function WeekNav({ dates, onMove }: WeekNavProps) {
  const t = useT();
  // Only what has a column is named and stepped over: no day is out of reach.
  const days = useDaysShown();
  const [first] = dates;
  const last = dates.slice(0, days).at(-1);
  return (
    <div className="flex flex-none items-center gap-1.5">
      <IconButton
        size="s"
        icon={ChevronLeft}
        label={t('schedules.nav.earlier', { days })}
        onClick={() => onMove(-days)}
      />
      <Button size="s" onClick={() => onMove(0)}>
        {t('shared.today')}
      </Button>
      <IconButton
        size="s"
        icon={ChevronRight}
        label={t('schedules.nav.later', { days })}
        onClick={() => onMove(days)}
      />
      {/* As wide as most spans, so that nothing moves when the days are known. */}
      <span className="ml-1 min-w-48 text-13 text-text tabular-nums" aria-live="polite">
        {first !== undefined && last !== undefined && spanText(t, first, last)}
      </span>
    </div>
  );
}
