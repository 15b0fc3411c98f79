/** The most urgent conflict with its fix as a button; the others below it on demand. No conflict, no bar. */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { TimetableRun } from '../../../../contract/entities/schedule.ts';
import { zonedDate } from '../../../../contract/rules/zonedTime.ts';
import { runKeyOf } from '../../../machines/schedules/schedulesQuery.ts';
import { type SchedulesRef, selectSchedules } from '../../../machines/schedules/schedules.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { shortDay } from '../../schedules/dayTexts.ts';
import { noteSentence } from '../../schedules/runTexts.ts';
import { timeOfDay } from '../../shell/siteTime.ts';
import type { ShownTimetable } from './useTimetable.ts';

interface ConflictBarProps {
  readonly screen: SchedulesRef;
  readonly shown: ShownTimetable;
}

export function ConflictBar({ screen, shown }: ConflictBarProps) {
  const t = useT();
  const { allConflicts: all } = useSelector(screen, selectSchedules);
  const { conflicts } = shown.view;
  const [first, ...others] = conflicts;
  if (!first) return null;
  return (
    <section className="grid flex-none gap-1.5" aria-label={t('schedules.conflict.name')}>
      <Conflict screen={screen} shown={shown} run={first}>
        {others.length > 0 && (
          <Button
            size="s"
            variant="ghost"
            aria-expanded={all}
            onClick={() => screen.send({ type: 'conflicts.toggle' })}
          >
            {all ? t('schedules.conflict.less') : t('schedules.conflict.more', { count: others.length })}
          </Button>
        )}
      </Conflict>
      {all && (
        <div className="grid max-h-48 gap-1.5 overflow-auto">
          {others.map((run) => (
            <Conflict key={runKeyOf(run)} screen={screen} shown={shown} run={run} />
          ))}
        </div>
      )}
    </section>
  );
}

interface ConflictProps extends ConflictBarProps {
  readonly run: TimetableRun;
  readonly children?: ReactNode;
}

function Conflict({ screen, shown, run, children }: ConflictProps) {
  const t = useT();
  const { data, robotOf, nameOf, isLost } = shown;
  const { timeZone } = data;
  const robot = robotOf(run.serialNumber);
  const day = shortDay(t, zonedDate(timeZone, run.startsAt));
  const { fixAt } = run;
  const fixDay = fixAt === null ? '' : shortDay(t, zonedDate(timeZone, fixAt));
  const fixTime = fixAt === null ? '' : timeOfDay(fixAt, timeZone);
  return (
    <Banner
      tone="warn"
      title={t('schedules.conflict.title', {
        robot: robot?.name ?? run.serialNumber,
        name: nameOf(run),
        day,
        time: timeOfDay(run.startsAt, timeZone),
      })}
      text={run.notes.map((note) => noteSentence(t, note, run.kind)).join(' ')}
    >
      {fixAt !== null && (
        <Button
          size="s"
          disabledReason={
            isLost ? t('schedules.offlineSwitch') : robot?.canOperate ? undefined : t('schedules.run.noRight')
          }
          onClick={() =>
            screen.send({ type: 'run.move', taskId: run.taskId, plannedAt: run.plannedAt, startsAt: fixAt })
          }
        >
          {fixDay === day
            ? t('schedules.conflict.fix', { time: fixTime })
            : t('schedules.conflict.fixDay', { day: fixDay, time: fixTime })}
        </Button>
      )}
      <Button size="s" variant="ghost" onClick={() => screen.send({ type: 'run.open', key: runKeyOf(run) })}>
        {t('shared.details')}
      </Button>
      {children}
    </Banner>
  );
}
