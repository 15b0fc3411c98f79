/** The timetable: under each robot with its battery line a row for every task, and a column for each day. */
import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useRef } from 'react';
import Copy from 'lucide-react/icons/copy';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { daysOf } from '../../../../contract/rules/schedule/scheduledTask.ts';
import { plusDays, zonedInstant } from '../../../../contract/rules/zonedTime.ts';
import type { BatteryHistory } from '../../../../contract/entities/schedule.ts';
import { chosenStart, instantAt, minuteIn } from '../../../machines/schedules/runMove.ts';
import { type SchedulesRef, selectBatteryHistory } from '../../../machines/schedules/schedules.selectors.ts';
import { runKeyOf } from '../../../machines/schedules/schedulesQuery.ts';
import { dayOfRun, type TaskRow, type TimetableRobot, WEEK_DAYS } from '../../../machines/schedules/timetableView.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { RobotGlyph } from '../../icons/RobotGlyph.tsx';
import { classes } from '../../kit/classes.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { BatteryLine } from '../../kit/later/BatteryLine.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { DayHead } from '../../schedules/DayHead.tsx';
import { daysSentence, offReasonText, roundsText } from '../../schedules/runTexts.ts';
import { taskPath } from '../../schedules/taskPath.ts';
import { timeOfDay } from '../../shell/siteTime.ts';
import { batteryLine, batteryText, lowestText } from './batteryTexts.ts';
import { Ghost } from './DaysView.tsx';
import { Run } from './Run.tsx';
import { moveInGrid } from './moveInGrid.ts';
import { dayUnder, useRunDrag } from './useRunDrag.ts';
import type { ShownTimetable } from './useTimetable.ts';

interface TimetableProps {
  readonly screen: SchedulesRef;
  readonly shown: ShownTimetable;
}

/** Five days on a narrow desktop. */
const COLUMNS =
  'grid min-w-0 grid-cols-[300px_repeat(7,minmax(0,1fr))] max-wide:grid-cols-[264px_repeat(5,minmax(0,1fr))]';
const FIRST = 'sticky left-0 z-10 border-r border-line bg-surface';
const isFolded = (day: number): boolean => day >= 5;
const FOLDED = 'max-wide:hidden';

export function Timetable({ screen, shown }: TimetableProps) {
  const t = useT();
  const { view, data } = shown;
  const place = useRef<HTMLDivElement>(null);
  // Along its row a run keeps its time.
  const drag = useRunDrag(screen, shown, ({ x, grabbedAt }) => {
    const row = place.current?.querySelector('[data-days]');
    const day = dayUnder([...(row?.querySelectorAll<HTMLElement>('[data-day]') ?? [])], x);
    const date = day === null ? undefined : view.dates[day];
    return date === undefined ? null : instantAt(data.timeZone, date, minuteIn(data.timeZone, grabbedAt));
  });
  const history = useSelector(screen, selectBatteryHistory);
  return (
    <div
      ref={place}
      {...drag}
      role="table"
      aria-label={t('routes.schedules')}
      className="card card-clip min-h-0 overflow-auto"
      onKeyDown={(event: KeyboardEvent<HTMLDivElement>) => moveInGrid(event)}
    >
      <div role="row" className={classes(COLUMNS, 'sticky top-0 z-20 border-b border-line bg-surface-2')}>
        <div
          role="columnheader"
          className="sticky left-0 z-10 flex h-10 items-center justify-between border-r border-line bg-surface-2 px-3 text-12 text-text-2"
        >
          <span>{t('schedules.tasks', { count: view.taskCount })}</span>
          <span>{t('schedules.batteryAhead')}</span>
        </div>
        {view.dates.map((date, day) => (
          <DayHead
            inTable
            key={date}
            date={date}
            isToday={date === view.today}
            className={classes(isFolded(day) && FOLDED, 'border-r border-line last:border-r-0')}
          />
        ))}
      </div>
      {view.robots.map(({ robot, rows }) => (
        <div key={robot.serialNumber} role="rowgroup">
          <RobotRow shown={shown} robot={robot} history={history} />
          {rows.map((row) => (
            <Row key={row.id} screen={screen} shown={shown} row={row} robot={robot} />
          ))}
        </div>
      ))}
    </div>
  );
}

function RobotRow({
  shown: { data, view, now },
  robot,
  history,
}: {
  readonly shown: ShownTimetable;
  readonly robot: TimetableRobot;
  readonly history: BatteryHistory;
}) {
  const t = useT();
  const [first = data.from] = view.dates;
  const from = zonedInstant(data.timeZone, first);
  const until = zonedInstant(data.timeZone, plusDays(first, WEEK_DAYS));
  const isWarned =
    robot.isSilent || robot.hasAlarm || (robot.lowest !== null && robot.lowest.percent < data.batteryReserve);
  return (
    <div
      role="row"
      className="grid h-9 grid-cols-[300px_minmax(0,1fr)] border-b border-line max-wide:grid-cols-[264px_minmax(0,1fr)]"
    >
      <div role="rowheader" className={classes(FIRST, 'flex items-center gap-2 px-3')}>
        <RobotGlyph kind={robot.kind} />
        <b className="min-w-0 flex-1 truncate text-14">{robot.name}</b>
        <span
          className={classes('text-12 whitespace-nowrap tabular-nums', isWarned ? 'text-attn-text' : 'text-text-2')}
        >
          {lowestText(t, robot, data.timeZone)}
        </span>
      </div>
      <div role="cell" className="min-w-0 overflow-hidden bg-surface">
        {/* The line is as wide as seven days, also where only five are shown. */}
        <div className="h-full w-full max-wide:w-[140%]">
          <BatteryLine
            label={batteryText(t, robot, data.timeZone)}
            from={from}
            until={until}
            now={now}
            points={batteryLine(robot, history)}
            reserve={data.batteryReserve}
          />
        </div>
      </div>
    </div>
  );
}

interface RowProps extends TimetableProps {
  readonly row: TaskRow;
  readonly robot: TimetableRobot;
}

function Row({ screen, shown, row, robot }: RowProps) {
  const t = useT();
  const { navigation } = useApp();
  const { task } = row;
  const names = { name: row.name, time: row.executeTime };
  const readOnly = shown.isLost ? t('schedules.offlineSwitch') : robot.canChange ? undefined : t('schedules.noRight');
  const isOff = task === null || task.state === '0';
  const offText = task && offReasonText(t, task);
  return (
    <div role="row" data-days="" className={classes(COLUMNS, 'min-h-8 border-b border-line last:border-b-0')}>
      <div role="rowheader" className={classes(FIRST, 'flex items-center gap-2 py-1 pr-1 pl-3 text-13')}>
        {task ? (
          <Switch
            checked={task.state === '1'}
            label={t('schedules.task.on', names)}
            disabledReason={readOnly}
            onChange={(on) => screen.send({ type: 'task.switch', taskId: task.id, state: on ? '1' : '0' })}
          />
        ) : (
          <span className="w-8" />
        )}
        <b className={classes('font-semibold tabular-nums', isOff && 'text-text-2')}>{row.executeTime}</b>
        <span className={classes('grid min-w-0 flex-1', isOff && 'text-text-2')}>
          <span className="truncate" title={row.name}>
            {row.name}
            {task && <span className="text-text-2"> {roundsText(t, task)}</span>}
          </span>
          {offText && (
            <span className="truncate text-12" title={offText}>
              {offText}
            </span>
          )}
        </span>
        <span className="text-12 whitespace-nowrap text-text-2">
          {task ? daysSentence(t, daysOf(task.checkboxRespeatDays)) : t('shared.deletedInText')}
        </span>
        {task ? (
          <Menu
            trigger={<IconButton size="s" icon={EllipsisVertical} label={t('schedules.task.more', names)} />}
            entries={[
              {
                kind: 'item',
                id: 'edit',
                icon: Pencil,
                label: t(robot.canChange ? 'schedules.task.edit' : 'shared.openTheTask'),
                onSelect: () => navigation.send({ type: 'navigation.go', to: taskPath(task.id, task.serialNumber) }),
              },
              {
                kind: 'item',
                id: 'copy',
                icon: Copy,
                label: t('schedules.copy.act'),
                disabledReason: readOnly,
                onSelect: () => screen.send({ type: 'task.copy', taskId: task.id }),
              },
              {
                kind: 'item',
                id: 'delete',
                icon: Trash2,
                danger: true,
                label: t('shared.deleteTask'),
                disabledReason: readOnly,
                onSelect: () => screen.send({ type: 'task.delete', taskId: task.id }),
              },
            ]}
          />
        ) : (
          <span className="w-7" />
        )}
      </div>
      {row.days.map((runs, day) => {
        const date = shown.view.dates[day] ?? '';
        return (
          <div
            key={date}
            role="cell"
            data-day={day}
            className={classes(
              'flex min-w-0 flex-col justify-center gap-0.5 border-r border-line px-1 py-0.5 last:border-r-0',
              date === shown.view.today && 'bg-brand-50',
              // Without a connection, all that is to come is uncertain.
              shown.isLost && date > shown.view.today && 'bg-hatch-grey',
              isFolded(day) && FOLDED,
            )}
          >
            {shown.view.ghosts
              .filter((run) => run.taskId === row.id && dayOfRun(run, shown.data.timeZone) === date)
              .map((run) => (
                <Ghost key={runKeyOf(run)} time={timeOfDay(chosenStart(run), shown.data.timeZone)} />
              ))}
            {runs.map((run) => (
              <Run key={runKeyOf(run)} screen={screen} shown={shown} run={run} />
            ))}
          </div>
        );
      })}
    </div>
  );
}
