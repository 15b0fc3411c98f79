/** The form of a scheduled task, from what to do down to what is said. */
import { useSelector } from '@xstate/react';
import Repeat from 'lucide-react/icons/repeat';
import Route from 'lucide-react/icons/route';
import SprayCan from 'lucide-react/icons/spray-can';
import Copy from 'lucide-react/icons/copy';
import Trash2 from 'lucide-react/icons/trash-2';
import { PATIENCE_MIN, ROUNDS_MAX, type ScheduledKind } from '../../../../contract/rules/schedule/scheduleLimits.ts';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { selectIsSaving } from '../../../machines/factories/draftEditor.selectors.ts';
import {
  type ScheduledTaskRef,
  selectIsStarting,
  selectIsTaskChanged,
  selectMayEdit,
  selectTask,
  selectTaskFaults,
} from '../../../machines/scheduledTask/scheduledTask.selectors.ts';
import { isOnlyNow, type TaskDraft } from '../../../machines/scheduledTask/taskDraft.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { useT } from '../../hooks/useT.ts';
import type { Glyph } from '../../icons/glyph.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { classes } from '../../kit/classes.ts';
import { Field } from '../../kit/Field.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { useFocusFault } from '../../kit/useFocusFault.ts';
import { dayName, daysSentence } from '../../schedules/runTexts.ts';
import { DisinfectionFields } from './DisinfectionFields.tsx';
import { RobotChips } from './RobotChips.tsx';
import { StopSettings } from './StopSettings.tsx';
import { FAULTS } from './taskTexts.ts';

/** What robots can be sent to do at a time; one entry a kind. */
const KINDS: readonly { readonly value: ScheduledKind; readonly label: Key; readonly icon: Glyph }[] = [
  { value: 'cruise', label: 'scheduledTask.kind.cruise', icon: Route },
  { value: 'disinfection', label: 'scheduledTask.kind.disinfection', icon: SprayCan },
];
const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const PATIENCES = [0, 5, 15, PATIENCE_MIN.usual, 60, 120, 240] as const;

export function TaskForm({ screen }: { readonly screen: ScheduledTaskRef }) {
  const t = useT();
  const { draft, tried, task, routes, path, pathFailure, unanswered, failure, answers } = useSelector(
    screen,
    selectTask,
  );
  const faults = useSelector(screen, selectTaskFaults);
  const mayEdit = useSelector(screen, selectMayEdit);
  const faultText = (field: (typeof faults)[number]['field']): string | undefined => {
    const found = faults.find((fault) => fault.field === field && fault.stop === null);
    // What is empty is only missing after a save was tried.
    return found && (tried || field === 'speech' || field === 'cruiseCount' || field === 'pointSettings')
      ? t(FAULTS[found.error])
      : undefined;
  };
  const focus = useFocusFault(() => screen.send({ type: 'task.save' }));
  const change = (patch: Partial<TaskDraft>) => screen.send({ type: 'task.change', change: patch });
  const route = routes?.paths.find(({ pathId }) => pathId === draft.pathId);
  const onlyNow = isOnlyNow(draft);
  const isDisinfection = draft.kind === 'disinfection';
  return (
    <form
      {...focus}
      className="card flex max-h-full min-h-0 flex-col max-desk:max-h-none"
      aria-label={t('scheduledTask.form')}
    >
      <fieldset disabled={!mayEdit} className="grid min-h-0 flex-1 content-start gap-4 overflow-auto p-5 max-desk:p-3">
        {!mayEdit && <p className="text-13 text-text-2">{t('scheduledTask.readOnly')}</p>}
        {failure && (
          <Banner
            tone="warn"
            title={t(unanswered ? 'scheduledTask.unanswered' : 'scheduledTask.refused')}
            text={t.failure(failure)}
          >
            {failure.code === ERRORS.taskChanged && (
              <>
                <Button size="s" onClick={() => screen.send({ type: 'conflict.theirs' })}>
                  {t('scheduledTask.conflict.theirs')}
                </Button>
                <Button size="s" onClick={() => screen.send({ type: 'conflict.mine' })}>
                  {t('scheduledTask.conflict.mine')}
                </Button>
              </>
            )}
          </Banner>
        )}
        <Answers screen={screen} />
        <SegmentedControl
          label={t('scheduledTask.kind.name')}
          value={draft.kind}
          // The kind of a saved task stays.
          options={KINDS.filter(({ value }) => !task || value === task.kind).map(({ value, label, icon }) => ({
            value,
            label: t(label),
            icon,
          }))}
          onChange={(kind) => change({ kind })}
        />
        <RobotChips screen={screen} error={faultText('robots')} />
        {isDisinfection ? (
          <DisinfectionFields screen={screen} error={faultText('disinfection')} />
        ) : (
          <Field
            label={t('shared.route')}
            error={faultText('pathId') ?? (pathFailure ? t.failure(pathFailure) : undefined)}
            hint={route ? t('scheduledTask.routeHint', { floor: route.floor, count: route.stopCount }) : undefined}
          >
            <Select
              value={draft.pathId}
              options={[
                {
                  value: '',
                  label: t(draft.robots.length === 0 ? 'scheduledTask.robotFirst' : 'scheduledTask.chooseRoute'),
                },
                ...(routes?.paths ?? []).map(({ pathId, pathName, floor }) => ({
                  value: pathId,
                  label: `${pathName} · ${floor}`,
                })),
              ]}
              onChange={(pathId) => change({ pathId })}
            />
          </Field>
        )}
        <div className="grid gap-1.5">
          <span className="text-13 font-medium">{t('shared.start')}</span>
          <div className="flex flex-wrap items-start gap-3">
            <SegmentedControl
              label={t('shared.start')}
              value={draft.when}
              options={[
                { value: 'now' as const, label: t('scheduledTask.now') },
                { value: 'later' as const, label: t('scheduledTask.later') },
              ]}
              onChange={(when) => change({ when })}
            />
            {!onlyNow && (
              <>
                <Field label={t('shared.time')} error={faultText('executeTime')} className="w-30">
                  <TextInput
                    type="time"
                    value={draft.executeTime}
                    onChange={(executeTime) => change({ executeTime })}
                  />
                </Field>
                <Days days={draft.days} onToggle={(day) => screen.send({ type: 'day.toggle', day })} />
              </>
            )}
          </div>
          {draft.when === 'now' && (
            <Checkbox label={t('scheduledTask.keep')} checked={draft.keep} onChange={(keep) => change({ keep })} />
          )}
        </div>
        {!isDisinfection && (
          <div className="grid gap-1.5">
            <span className="text-13 font-medium">{t('scheduledTask.rounds.name')}</span>
            <div className="flex flex-wrap items-center gap-3">
              <SegmentedControl
                label={t('scheduledTask.rounds.name')}
                value={draft.isLoop ? 'loop' : 'once'}
                options={[
                  { value: 'once' as const, label: t('scheduledTask.rounds.once') },
                  { value: 'loop' as const, label: t('shared.loop'), icon: Repeat },
                ]}
                onChange={(kind) => change({ isLoop: kind === 'loop' })}
              />
              {draft.isLoop && (
                <Field
                  label={t('shared.rounds')}
                  error={faultText('cruiseCount')}
                  hint={t('scheduledTask.rounds.most', { count: ROUNDS_MAX })}
                  className="w-56"
                >
                  <TextInput
                    inputMode="numeric"
                    value={draft.rounds}
                    onChange={(rounds) => change({ rounds: rounds.trim() })}
                  />
                </Field>
              )}
            </div>
          </div>
        )}
        {!isDisinfection && (
          <Field label={t('scheduledTask.speech')} hint={t('scheduledTask.speechHint')} error={faultText('speech')}>
            <TextInput value={draft.speech} onChange={(speech) => change({ speech })} />
          </Field>
        )}
        {!onlyNow && (
          <Field label={t('scheduledTask.patience')} hint={t('scheduledTask.patienceHint')} className="max-w-80">
            <Select
              value={String(draft.patience)}
              options={[...new Set([...PATIENCES, draft.patience])]
                .sort((a, b) => a - b)
                .map((minutes) => ({
                  value: String(minutes),
                  label: minutes === 0 ? t('scheduledTask.noPatience') : t('schedules.minutes', { minutes }),
                }))}
              onChange={(minutes) => change({ patience: Number(minutes) })}
            />
          </Field>
        )}
        {!isDisinfection && path && draft.pathId !== '' && (
          <StopSettings screen={screen} error={faultText('pointSettings')} />
        )}
      </fieldset>
      {mayEdit && <SaveBar screen={screen} hasAnswers={answers.length > 0} />}
    </form>
  );
}

interface DaysProps {
  readonly days: readonly number[];
  readonly onToggle: (day: number) => void;
}
function Days({ days, onToggle }: DaysProps) {
  const t = useT();
  return (
    <div className="grid gap-1.5">
      <span className="text-13">{t('shared.days')}</span>
      <div className="flex flex-wrap items-center gap-1.5" role="group" aria-label={t('shared.days')}>
        {DAYS.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={days.includes(day)}
            className="h-8 min-w-9 rounded-in border border-line-2 px-1.5 text-13 text-text-2 aria-pressed:border-mark aria-pressed:bg-brand-100 aria-pressed:font-medium aria-pressed:text-selected-text max-desk:h-11"
            onClick={() => onToggle(day)}
          >
            {dayName(t, day)}
          </button>
        ))}
        <span className="text-12 text-text-2">{daysSentence(t, days)}</span>
      </div>
    </div>
  );
}

/** What each robot answered to a start, or to its copy of the task. */
function Answers({ screen }: { readonly screen: ScheduledTaskRef }) {
  const t = useT();
  const { answers, sites } = useSelector(screen, selectTask);
  if (answers.length === 0) return null;
  const nameOf = (serialNumber: string): string =>
    sites.flatMap(({ robots }) => robots).find((robot) => robot.serialNumber === serialNumber)?.name ?? serialNumber;
  return (
    <ul
      className="grid gap-1 rounded border border-line p-3 text-13"
      aria-label={t('scheduledTask.answers')}
      role="status"
    >
      {answers.map(({ serialNumber, did, failure }) => (
        <li key={`${did} ${serialNumber}`} className={classes('flex gap-2', failure && 'text-st-alarm-text')}>
          <b>{nameOf(serialNumber)}</b>
          {failure ? t.failure(failure) : t(did === 'started' ? 'scheduledTask.started' : 'scheduledTask.wasSaved')}
        </li>
      ))}
    </ul>
  );
}

function SaveBar({ screen, hasAnswers }: { readonly screen: ScheduledTaskRef; readonly hasAnswers: boolean }) {
  const t = useT();
  const { draft, task, taskId, sites, unanswered, ahead } = useSelector(screen, selectTask);
  const changed = useSelector(screen, selectIsTaskChanged);
  const saving = useSelector(screen, selectIsSaving);
  const starting = useSelector(screen, selectIsStarting);
  const robots = sites.flatMap(({ robots: own }) => own);
  const names = draft.robots.map((sn) => robots.find(({ serialNumber }) => serialNumber === sn)?.name ?? sn);
  const isNow = draft.when === 'now';
  const note = starting
    ? t('scheduledTask.sent')
    : t(
        changed
          ? taskId === ''
            ? 'scheduledTask.note.new'
            : ahead.isUnderWay
              ? 'scheduledTask.note.changedUnderWay'
              : 'scheduledTask.note.changed'
          : hasAnswers
            ? 'scheduledTask.note.done'
            : 'shared.noChangesSentence',
      );
  return (
    <div className="sticky bottom-0 flex min-h-14 flex-none flex-wrap items-center gap-2 border-t border-line bg-surface px-5 py-2 max-desk:px-3">
      {task && (
        <Button
          variant="ghost"
          icon={Trash2}
          disabledReason={changed ? t('scheduledTask.deleteUnsaved') : undefined}
          onClick={() => screen.send({ type: 'task.delete' })}
        >
          {t('shared.deleteTask')}
        </Button>
      )}
      {task && (
        <Button
          variant="ghost"
          icon={Copy}
          disabledReason={changed ? t('scheduledTask.deleteUnsaved') : undefined}
          onClick={() => screen.send({ type: 'task.copy' })}
        >
          {t('schedules.copy.act')}
        </Button>
      )}
      <span className="min-w-0 flex-1 text-13 text-text-2">{note}</span>
      <Button
        variant="ghost"
        disabledReason={changed ? undefined : t('shared.noChangesSentence')}
        onClick={() => screen.send({ type: 'draft.discard' })}
      >
        {t('shared.discardEdits')}
      </Button>
      <Button
        variant="primary"
        type="submit"
        busy={saving}
        keyHint="Ctrl S"
        disabledReason={taskId !== '' && !changed && !isNow && !unanswered ? t('shared.noChangesSentence') : undefined}
      >
        {isNow
          ? names.length === 0
            ? t('shared.start')
            : t('scheduledTask.startRobots', { names: names.join(t('shared.listSeparator')) })
          : t('scheduledTask.save')}
      </Button>
    </div>
  );
}
