/** In the record of a run: when its scheduled task planned it, and the way to that task. */
import { Link } from 'wouter';
import { useT } from '../hooks/useT.ts';
import { timeStamp } from '../shell/siteTime.ts';

export interface PlannedByProps {
  readonly serialNumber: string;
  readonly task: { readonly id: string; readonly plannedAt: number };
  readonly timeZone: string;
}

export function PlannedBy({ serialNumber, task, timeZone }: PlannedByProps) {
  const t = useT();
  return (
    <p className="flex flex-wrap gap-x-3 text-13">
      <span>
        {t('lists.planned.at')} {timeStamp(task.plannedAt, timeZone)}
      </span>
      <Link href={`/schedules/task?id=${encodeURIComponent(task.id)}&serialNumber=${encodeURIComponent(serialNumber)}`}>
        {t('shared.openTheTask')}
      </Link>
    </p>
  );
}
