/** The timetable on a phone: the runs by day, today first. */
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { runKeyOf } from '../../../machines/schedules/schedulesQuery.ts';
import type { SchedulesRef } from '../../../machines/schedules/schedules.selectors.ts';
import { longDay } from '../../schedules/dayTexts.ts';
import { lowestText } from './batteryTexts.ts';
import { Run } from './Run.tsx';
import type { ShownTimetable } from './useTimetable.ts';

export function PhoneDays({ screen, shown }: { readonly screen: SchedulesRef; readonly shown: ShownTimetable }) {
  const t = useT();
  const { data, view } = shown;
  const dates = [...view.dates.filter((date) => date >= view.today), ...view.dates.filter((date) => date < view.today)];
  const runsOn = (date: string) =>
    view.robots
      .flatMap(({ robot, rows }) =>
        rows.flatMap(({ days }) => (days[view.dates.indexOf(date)] ?? []).map((run) => ({ robot, run }))),
      )
      .sort((a, b) => a.run.startsAt - b.run.startsAt);
  return (
    <div className="grid gap-4">
      <ul className="card grid gap-1 p-3 text-13">
        {view.robots.map(({ robot }) => (
          <li key={robot.serialNumber} className="flex justify-between gap-3">
            <b className="truncate">{robot.name}</b>
            <span className="text-text-2 tabular-nums">{lowestText(t, robot, data.timeZone)}</span>
          </li>
        ))}
      </ul>
      {dates.map((date) => {
        const runs = runsOn(date);
        return (
          runs.length > 0 && (
            <section key={date} className="grid gap-1.5">
              <h2 className={classes('text-14 font-semibold', date === view.today && 'text-link')}>
                {longDay(t, date)} {date === view.today && `· ${t('schedules.today')}`}
              </h2>
              <ul className="grid gap-1.5">
                {runs.map(({ robot, run }) => (
                  <li key={runKeyOf(run)} className="grid gap-0.5">
                    <span className="text-12 text-text-2">{robot.name}</span>
                    <Run screen={screen} shown={shown} run={run} named side="bottom" />
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
    </div>
  );
}
