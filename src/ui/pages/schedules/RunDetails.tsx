/** Details of a run: what and when, why, what can be done about it, and where to read on. */
import { useSelector } from '@xstate/react';
import Clock from 'lucide-react/icons/clock';
import Copy from 'lucide-react/icons/copy';
import Play from 'lucide-react/icons/play';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { Link } from 'wouter';
import type { TimetableRun } from '../../../../contract/entities/schedule.ts';
import { REMARK_MAX } from '../../../../contract/rules/schedule/scheduleLimits.ts';
import { zonedDate } from '../../../../contract/rules/zonedTime.ts';
import { chosenStart, isMovable } from '../../../machines/schedules/runMove.ts';
import { faultOfChange, type RunChange } from '../../../machines/schedules/schedules.setup.ts';
import { type SchedulesRef, selectSchedules } from '../../../machines/schedules/schedules.selectors.ts';
import type { Translate } from '../../hooks/translate.ts';
import { MomentButton } from '../../events/MomentButton.tsx';
import { useT } from '../../hooks/useT.ts';
import { fullText } from '../../labels/fullText.ts';
import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/Field.tsx';
import { Switch } from '../../kit/Switch.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { useFocusFault } from '../../kit/useFocusFault.ts';
import { longDay } from '../../schedules/dayTexts.ts';
import { lengthText, outcomeText, runRecordPath, whySentences } from '../../schedules/runTexts.ts';
import { taskPath } from '../../schedules/taskPath.ts';
import { timeOfDay } from '../../shell/siteTime.ts';
import { weekTime } from './batteryTexts.ts';
import type { ShownTimetable } from './useTimetable.ts';

interface RunDetailsProps {
  readonly screen: SchedulesRef;
  readonly shown: ShownTimetable;
  readonly run: TimetableRun;
}

const FAULTS = {
  time: 'schedules.run.fault.time',
  past: 'schedules.run.fault.past',
  reason: 'schedules.run.fault.reason',
} as const;

/** The planned and the chosen start, with their days where they differ. */
function startsOf(t: Translate, run: TimetableRun, timeZone: string): { from: string; until: string } {
  const start = chosenStart(run);
  const isOneDay = zonedDate(timeZone, run.plannedAt) === zonedDate(timeZone, start);
  const text = (at: number): string => (isOneDay ? timeOfDay(at, timeZone) : weekTime(t, at, timeZone));
  return { from: text(run.plannedAt), until: text(start) };
}

export function RunDetails({ screen, shown, run }: RunDetailsProps) {
  const t = useT();
  const { data, robotOf, nameOf, isLost } = shown;
  const robot = robotOf(run.serialNumber);
  const task = data.tasks.find(({ id }) => id === run.taskId);
  const deleted = data.deleted.find(({ id }) => id === run.taskId);
  const { timeZone } = data;
  const at = (ms: number): string => timeOfDay(ms, timeZone);
  const planned = startsOf(t, run, timeZone);
  const when = `${longDay(t, zonedDate(timeZone, run.startsAt))} ${at(run.startsAt)}`;
  const why = whySentences(t, run);
  const exceptions = data.exceptions.filter(({ id }) => run.exceptionIds.includes(id));
  return (
    <div className="grid gap-2.5 text-13">
      <div>
        <div className="flex items-start gap-2">
          <b className="min-w-0 flex-1 text-14 wrap-anywhere">{nameOf(run)}</b>
          <span className="flex-none rounded-full bg-surface-3 px-2 py-0.5 text-12">{outcomeText(t, run)}</span>
        </div>
        <p className="text-text-2">
          {[robot?.name ?? run.serialNumber, when, t('shared.roundCount', { count: run.rounds })].join(', ')}
        </p>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5 [&_dt]:text-text-2">
        {why.length > 0 && (
          <>
            <dt>{t('schedules.run.why')}</dt>
            <dd>{why.join(' ')}</dd>
          </>
        )}
        {run.arrived > 0 && (
          <>
            <dt>{t('shared.result')}</dt>
            <dd>
              {t(run.kind === 'disinfection' ? 'schedules.chip.places' : 'schedules.chip.stops', {
                done: run.arrived,
                of: run.stops,
              })}
              {run.endsAt !== null && `, ${lengthText(t, run.endsAt - run.startsAt)}`}
            </dd>
          </>
        )}
        {run.batteryStart !== null && run.batteryEnd !== null && (
          <>
            <dt>{t('common.battery')}</dt>
            <dd className="tabular-nums">
              {t('schedules.run.batterySpan', {
                from: Math.round(run.batteryStart),
                until: Math.round(run.batteryEnd),
              })}
            </dd>
          </>
        )}
        {run.change && (
          <>
            <dt>{t('schedules.run.change')}</dt>
            <dd>
              {run.change.isForced
                ? t('schedules.run.forced', { name: run.change.byName, reason: run.change.reason })
                : t('schedules.run.moved', {
                    planned: planned.from,
                    time: planned.until,
                    name: run.change.byName,
                  })}
            </dd>
          </>
        )}
        {exceptions.map(({ id, remark, startTime, endTime, pointNames, userName }) => (
          <div key={id} className="contents">
            <dt>{t('routes.scheduleExceptions')}</dt>
            <dd>
              {[
                remark,
                `${startTime.slice(0, 16)} – ${endTime.slice(11, 16)}`,
                pointNames.length > 0 &&
                  t('schedules.run.leavesOut', {
                    names: pointNames.map((name) => name || t('shared.deletedPoint')).join(t('shared.listSeparator')),
                  }),
                userName && t('schedules.run.madeBy', { name: userName }),
              ]
                .filter(Boolean)
                .join(', ')}
            </dd>
          </div>
        ))}
      </dl>
      {run.state !== null && run.state !== 'waiting' && run.state !== 'notStarted' && (
        <MomentButton look="small" serialNumber={run.serialNumber} at={run.startsAt} />
      )}
      {task && run.state === null && run.verdict !== 'over' && run.startsAt > data.serverTime && (
        <RunActs screen={screen} shown={shown} run={run} canOperate={robot?.canOperate ?? false} />
      )}
      {task && robot?.canChange && (
        <div className="flex items-center gap-2 border-t border-line pt-2.5">
          <Switch
            checked={
              (shown.view.robots.flatMap(({ rows }) => rows).find(({ id }) => id === task.id)?.task ?? task).state ===
              '1'
            }
            label={t('schedules.task.on', { name: task.pathName, time: task.executeTime })}
            disabledReason={isLost ? t('schedules.offlineSwitch') : undefined}
            onChange={(on) => screen.send({ type: 'task.switch', taskId: task.id, state: on ? '1' : '0' })}
          />
          <span>{t('schedules.task.on', { name: task.pathName, time: task.executeTime })}</span>
        </div>
      )}
      {deleted && <p className="text-text-2">{t('schedules.run.deleted', { name: deleted.byName })}</p>}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {run.recordId && <Link href={runRecordPath(run, run.recordId)}>{t('shared.openTheRecord')}</Link>}
        {exceptions[0] && (
          <Link href={`/schedules/exceptions?exception=${encodeURIComponent(exceptions[0].id)}&site=${data.siteId}`}>
            {t('schedules.run.exception')}
          </Link>
        )}
        {task && robot?.canChange && (
          <Button
            size="s"
            variant="ghost"
            icon={Copy}
            disabledReason={isLost ? t('schedules.offlineSwitch') : undefined}
            onClick={() => screen.send({ type: 'task.copy', taskId: task.id })}
          >
            {t('schedules.copy.act')}
          </Button>
        )}
        {task && (
          <Link href={taskPath(task.id, task.serialNumber)}>
            {t(robot?.canChange ? 'schedules.run.task' : 'shared.openTheTask')}
          </Link>
        )}
      </div>
    </div>
  );
}

interface RunActsProps extends RunDetailsProps {
  readonly canOperate: boolean;
}

/** What can be done about a planned run, this once. */
function RunActs({ screen, shown, run, canOperate }: RunActsProps) {
  const t = useT();
  const { change } = useSelector(screen, selectSchedules);
  const { data, isLost } = shown;
  const { taskId, plannedAt } = run;
  const { timeZone } = data;
  const blocked = isLost ? t('schedules.offlineSwitch') : canOperate ? undefined : t('schedules.run.noRight');
  const open = (mode: 'move' | 'force') =>
    screen.send({
      type: 'change.open',
      mode,
      date: zonedDate(timeZone, run.startsAt),
      time: timeOfDay(run.startsAt, timeZone),
    });
  const isSkipped = run.notes.some(({ type }) => type === 'exception');
  if (change) return <ChangeForm screen={screen} shown={shown} run={run} change={change} blocked={blocked} />;
  const move = (startsAt: number | null) => screen.send({ type: 'run.move', taskId, plannedAt, startsAt });
  return (
    <div className="grid justify-items-stretch gap-1 border-t border-line pt-2.5 [&_.btn]:justify-start">
      {run.fixAt !== null && (
        <Button size="s" variant="ghost" icon={Clock} disabledReason={blocked} onClick={() => move(run.fixAt)}>
          {t('schedules.run.fix', { time: timeOfDay(run.fixAt, timeZone) })}
        </Button>
      )}
      <Button size="s" variant="ghost" icon={Clock} disabledReason={blocked} onClick={() => open('move')}>
        {t('schedules.run.move')}
      </Button>
      {isSkipped && (
        <Button size="s" variant="ghost" icon={Play} disabledReason={blocked} onClick={() => open('force')}>
          {t('schedules.run.force')} <span className="text-text-2">{t('schedules.run.forceNote')}</span>
        </Button>
      )}
      {run.change && (
        <Button size="s" variant="ghost" icon={RotateCcw} disabledReason={blocked} onClick={() => move(null)}>
          {t('schedules.run.back')}
        </Button>
      )}
      {blocked === undefined && isMovable(run, data) && (
        <p className="text-12 text-text-2 max-desk:hidden">{t('schedules.run.dragHint')}</p>
      )}
    </div>
  );
}

interface ChangeFormProps extends RunDetailsProps {
  readonly change: RunChange;
  /** Why nothing can be sent now. */
  readonly blocked: string | undefined;
}

/** Another start for a planned run, or the reason why it is done in spite of an exception. */
function ChangeForm({ screen, shown: { data }, run: { taskId, plannedAt }, change, blocked }: ChangeFormProps) {
  const t = useT();
  const focus = useFocusFault(() => screen.send({ type: 'change.send', taskId, plannedAt }));
  const fault = change.tried ? faultOfChange(change, data) : null;
  const error = fault ? t(FAULTS[fault]) : undefined;
  const isTimeMissing = fault === 'time' && change.date !== '';
  const type = (field: 'date' | 'time' | 'reason') => (text: string) =>
    screen.send({ type: 'change.type', change: { [field]: text } });
  return (
    <form className="grid gap-2.5 border-t border-line pt-2.5" noValidate {...focus}>
      {change.mode === 'move' ? (
        <div className="grid grid-cols-2 gap-2">
          <Field label={t('shared.date')} error={isTimeMissing ? undefined : error}>
            <TextInput size="s" type="date" value={change.date} onChange={type('date')} />
          </Field>
          <Field label={t('shared.time')} error={isTimeMissing ? error : undefined}>
            <TextInput size="s" type="time" autoFocus value={change.time} onChange={type('time')} />
          </Field>
        </div>
      ) : (
        <Field label={t('schedules.run.reason')} error={error} hint={fullText(t, change.reason, REMARK_MAX)}>
          <TextInput size="s" autoFocus maxLength={REMARK_MAX} value={change.reason} onChange={type('reason')} />
        </Field>
      )}
      <div className="flex justify-end gap-2">
        <Button size="s" onClick={() => screen.send({ type: 'change.close' })}>
          {t('common.cancel')}
        </Button>
        <Button size="s" variant="primary" type="submit" disabledReason={blocked}>
          {t(change.mode === 'move' ? 'schedules.run.send' : 'schedules.run.sendForce')}
        </Button>
      </div>
    </form>
  );
}
