/** The form of an exception: when, at which stops, for which robots, and the runs that it touches. */
import { useSelector } from '@xstate/react';
import X from 'lucide-react/icons/x';
import { Link } from 'wouter';
import { REMARK_MAX } from '../../../../contract/rules/schedule/scheduleLimits.ts';
import { zonedDate } from '../../../../contract/rules/zonedTime.ts';
import {
  type ExceptionFault,
  fallsOut,
  isTouched,
  TOGETHER_MAX,
} from '../../../machines/scheduleExceptions/exceptionForm.ts';
import {
  type ScheduleExceptionsRef,
  selectExceptionFaults,
  selectExceptions,
  selectIsPreviewingException,
  selectIsSavingException,
  selectTouched,
} from '../../../machines/scheduleExceptions/scheduleExceptions.selectors.ts';
import { runKeyOf } from '../../../machines/schedules/schedulesQuery.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { fullText } from '../../labels/fullText.ts';
import { RobotGlyph } from '../../icons/RobotGlyph.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldGroup } from '../../kit/FieldGroup.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { RunChip } from '../../kit/later/RunChip.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { useFocusFault } from '../../kit/useFocusFault.ts';
import { shortDay } from '../../schedules/dayTexts.ts';
import { timeOfDay } from '../../shell/siteTime.ts';
import { ExceptionPoints } from './ExceptionPoints.tsx';

const FAULTS: Record<ExceptionFault, Key> = {
  robotsEmpty: 'shared.chooseRobot',
  dateEmpty: 'scheduleExceptions.fault.dateEmpty',
  timeEmpty: 'scheduleExceptions.fault.timeEmpty',
  orderWrong: 'scheduleExceptions.fault.orderWrong',
  past: 'scheduleExceptions.fault.past',
  remarkTooLong: 'scheduleExceptions.fault.remarkTooLong',
  tooMany: 'scheduleExceptions.fault.tooMany',
};

interface ExceptionPanelProps {
  readonly screen: ScheduleExceptionsRef;
  /** No connection: nothing can be saved. */
  readonly isLost: boolean;
}

export function ExceptionPanel({ screen, isLost }: ExceptionPanelProps) {
  const t = useT();
  const { data, form, tried, saveFailure, drag } = useSelector(screen, selectExceptions);
  const faults = useSelector(screen, selectExceptionFaults);
  const saving = useSelector(screen, selectIsSavingException);
  const touched = useSelector(screen, selectTouched);
  const focus = useFocusFault(() => screen.send({ type: 'form.save' }));
  if (!data || !form) return null;
  const exception = data.exceptions.find(({ id }) => id === form.id);
  const robots = data.robots.filter(({ canChange }) => canChange);
  const owner = data.robots.find(({ serialNumber }) => serialNumber === form.robots[0]);
  const isReadOnly = exception?.isPast === true || (form.id !== '' && owner?.canChange !== true);
  const faultOf = (...of: ExceptionFault[]): string | undefined => {
    const found = faults.find((fault) => of.includes(fault));
    // A wrong order, a past time or too many are wrong as soon as they are there, what is missing only after a save was tried.
    const isShownAtOnce = found === 'orderWrong' || found === 'past' || found === 'tooMany';
    return found && (tried || isShownAtOnce) ? t(FAULTS[found], { max: TOGETHER_MAX }) : undefined;
  };
  const blocked = isLost ? t('schedules.offlineSwitch') : isReadOnly ? t('schedules.noRight') : undefined;
  const change = (patch: Partial<typeof form>) => screen.send({ type: 'form.change', change: patch });
  const [date = ''] = form.dates;
  const lost = (touched ?? []).filter(fallsOut).length;
  return (
    <form
      {...focus}
      className="card flex max-h-full w-99 flex-none flex-col max-wide:w-80 max-desk:max-h-none max-desk:w-full"
      aria-label={t(form.id === '' ? 'scheduleExceptions.newTitle' : 'shared.exception')}
    >
      <div className="flex items-center gap-2 px-4 pt-3">
        <h2 className="flex-1 text-14 font-semibold">
          {t(form.id === '' ? 'scheduleExceptions.newTitle' : 'shared.exception')}
        </h2>
        <IconButton size="s" icon={X} label={t('common.close')} onClick={() => screen.send({ type: 'form.close' })} />
      </div>
      {/* The browsers do not let a fieldset scroll inside a flex column. */}
      <div className="min-h-0 flex-1 overflow-auto">
        <fieldset disabled={isReadOnly} className="grid content-start gap-3 px-4 py-3">
          {exception?.isPast && <p className="text-13 text-text-2">{t('scheduleExceptions.past')}</p>}
          {exception && (
            <p className="text-12 text-text-2">{t('scheduleExceptions.by', { name: exception.userName || '—' })}</p>
          )}
          {saveFailure && <Banner tone="warn" title={t('scheduleExceptions.refused')} text={t.failure(saveFailure)} />}
          <div className="grid grid-cols-[1.3fr_1fr_1fr] gap-2">
            <Field label={t('shared.date')} error={faultOf('dateEmpty')}>
              <TextInput
                size="s"
                type="date"
                // By N the fields come next; a band that is being dragged keeps the focus.
                autoFocus={form.id === '' && drag === null}
                value={date}
                onChange={(day) => change({ dates: day === '' ? [] : [day] })}
              />
            </Field>
            <Field label={t('scheduleExceptions.from')} error={faultOf('timeEmpty', 'orderWrong', 'past')}>
              <TextInput size="s" type="time" value={form.from} onChange={(from) => change({ from })} />
            </Field>
            <Field label={t('scheduleExceptions.to')}>
              <TextInput size="s" type="time" value={form.to} onChange={(to) => change({ to })} />
            </Field>
          </div>
          {form.dates.length > 1 && (
            <p className="text-12 text-text-2">{t('scheduleExceptions.daysEach', { count: form.dates.length })}</p>
          )}
          {form.lastDate !== '' && (
            <Field label={t('shared.lastDay')}>
              <TextInput size="s" type="date" value={form.lastDate} onChange={(lastDate) => change({ lastDate })} />
            </Field>
          )}
          <Checkbox
            label={t('scheduleExceptions.weekly')}
            checked={form.weekly}
            onChange={(weekly) => change({ weekly })}
          />
          {form.id === '' && (
            <FieldGroup label={t('common.robots')} error={faultOf('robotsEmpty', 'tooMany')}>
              <div className="grid grid-cols-2 gap-1.5">
                {robots.map(({ serialNumber, name }) => (
                  <Checkbox
                    key={serialNumber}
                    label={name}
                    checked={form.robots.includes(serialNumber)}
                    onChange={() => screen.send({ type: 'robot.toggle', serialNumber })}
                  />
                ))}
              </div>
            </FieldGroup>
          )}
          <ExceptionPoints screen={screen} />
          <Field label={t('shared.note')} hint={fullText(t, form.remark, REMARK_MAX)} error={faultOf('remarkTooLong')}>
            <TextInput size="s" maxLength={REMARK_MAX} value={form.remark} onChange={(remark) => change({ remark })} />
          </Field>
          {!isReadOnly && <TouchedRuns screen={screen} />}
        </fieldset>
      </div>
      <div className="flex flex-none items-center gap-2 border-t border-line p-3">
        <Button variant="ghost" onClick={() => screen.send({ type: 'form.close' })}>
          {t('shared.discard')}
        </Button>
        <span className="flex-1" />
        {form.id !== '' && !exception?.isPast && (
          <Button
            variant="ghost"
            disabledReason={blocked}
            onClick={() => screen.send({ type: 'exception.delete', id: form.id })}
          >
            {t('shared.delete')}
          </Button>
        )}
        {exception?.isPast ? (
          <Button
            variant="primary"
            onClick={() =>
              screen.send({
                type: 'exception.copy',
                id: exception.id,
                date: zonedDate(data.timeZone, data.serverTime + DAY_MS),
              })
            }
          >
            {t('common.copy')}
          </Button>
        ) : (
          <Button variant="primary" type="submit" busy={saving} disabledReason={blocked}>
            {lost > 0 ? t('scheduleExceptions.saveCost', { count: lost }) : t('shared.save')}
          </Button>
        )}
      </div>
    </form>
  );
}
const DAY_MS = 86_400_000;

function TouchedRuns({ screen }: { readonly screen: ScheduleExceptionsRef }) {
  const t = useT();
  const { data, previewFailure } = useSelector(screen, selectExceptions);
  const touched = useSelector(screen, selectTouched);
  const previewing = useSelector(screen, selectIsPreviewingException);
  if (!data) return null;
  const { timeZone } = data;
  const runs = touched ?? [];
  const count = runs.filter(isTouched).length;
  return (
    <section className="grid gap-1.5 border-t border-line pt-3" aria-busy={previewing || undefined}>
      <h3 className="text-13 font-semibold" aria-live="polite">
        {previewing
          ? t('scheduleExceptions.working')
          : touched === null
            ? t('scheduleExceptions.touches.unknown')
            : count === 0
              ? t('scheduleExceptions.touches.none')
              : t('scheduleExceptions.touches.some', { count })}
      </h3>
      {previewFailure && !previewing && <p className="text-12 text-text-2">{t.failure(previewFailure)}</p>}
      <ul className="grid gap-1">
        {runs.map((run) => {
          const robot = data.robots.find(({ serialNumber }) => serialNumber === run.serialNumber);
          const task = data.tasks.find(({ id }) => id === run.taskId);
          return (
            <li
              key={runKeyOf(run)}
              className="grid grid-cols-[84px_minmax(0,1fr)_auto] items-center gap-2 text-13 tabular-nums"
            >
              <span className="text-text-2">
                {`${shortDay(t, zonedDate(timeZone, run.startsAt))} ${timeOfDay(run.startsAt, timeZone)}`}
              </span>
              <span className="flex min-w-0 items-center gap-1.5 truncate">
                {robot && <RobotGlyph kind={robot.kind} />}
                <Link
                  className="truncate"
                  href={`/schedules/calendar?site=${encodeURIComponent(data.siteId)}&run=${encodeURIComponent(runKeyOf(run))}`}
                >
                  {task?.pathName ?? ''}
                </Link>
              </span>
              {fallsOut(run) ? (
                <RunChip look="skipped" state={t('schedules.verdict.notAtAll')} />
              ) : isTouched(run) ? (
                <RunChip
                  look="doubtful"
                  state={t(run.kind === 'disinfection' ? 'schedules.chip.places' : 'schedules.chip.stops', {
                    done: run.stops - run.skipped,
                    of: run.stops,
                  })}
                />
              ) : (
                <RunChip look="planned" state={t('scheduleExceptions.notTouched')} />
              )}
            </li>
          );
        })}
      </ul>
      <p className="text-12 text-text-2">{t('scheduleExceptions.goesOn')}</p>
    </section>
  );
}
