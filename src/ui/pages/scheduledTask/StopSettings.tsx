/**
 * The stops of the task's route: what this task does otherwise there. The route itself stays as it is. Settings of stops that
 * the route no longer has keep the task from being saved, and are removed here.
 */
import { useSelector } from '@xstate/react';
import type { TaskStop } from '../../../../contract/entities/schedule.ts';
import {
  type ScheduledTaskRef,
  selectTask,
  selectTaskFaults,
} from '../../../machines/scheduledTask/scheduledTask.selectors.ts';
import { numberText } from '../../../machines/typedNumber.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Field } from '../../kit/Field.tsx';
import { FieldGroup } from '../../kit/FieldGroup.tsx';
import { NumberInput } from '../../kit/NumberInput.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { FAULTS } from './taskTexts.ts';

interface StopSettingsProps {
  readonly screen: ScheduledTaskRef;
  readonly error: string | undefined;
}

export function StopSettings({ screen, error }: StopSettingsProps) {
  const t = useT();
  const { path } = useSelector(screen, selectTask);
  if (!path) return null;
  const first = new Map<string, number>();
  for (const [i, { areaId }] of path.stops.entries()) if (!first.has(areaId)) first.set(areaId, i);
  return (
    <>
      <FieldGroup label={t('scheduledTask.stops.name')} hint={t('scheduledTask.stops.hint')} error={error}>
        <ol className="divide-y divide-line overflow-hidden rounded border border-line">
          {path.stops.map((stop, i) => (
            <Stop
              // A route can call at a point twice; a setting is that of the point.
              key={`${i} ${stop.areaId}`}
              screen={screen}
              stop={stop}
              number={i + 1}
              isFirst={first.get(stop.areaId) === i}
            />
          ))}
        </ol>
      </FieldGroup>
      <GoneStops screen={screen} />
    </>
  );
}

/** Settings of stops that were taken out of the route since. */
function GoneStops({ screen }: { readonly screen: ScheduledTaskRef }) {
  const t = useT();
  const { draft, path } = useSelector(screen, selectTask);
  const gone = useSelector(screen, selectTaskFaults).filter(({ error }) => error === 'stopUnknown');
  if (gone.length === 0) return null;
  return (
    <FieldGroup label={t('scheduledTask.stops.gone')} error={t(FAULTS.stopUnknown)}>
      <ul className="divide-y divide-line overflow-hidden rounded border border-line">
        {gone.map(({ stop }) => {
          const areaId = draft.settings[stop ?? -1]?.areaId ?? '';
          const name = path?.points.find((point) => point.areaId === areaId)?.name ?? t('shared.deletedPoint');
          return (
            <li key={areaId} className="flex min-h-8 items-center justify-between gap-2 px-2 text-13">
              <span className="truncate">{name}</span>
              <Button size="s" variant="ghost" onClick={() => screen.send({ type: 'stop.reset', areaId })}>
                {t('scheduledTask.stops.removeSettings')}
              </Button>
            </li>
          );
        })}
      </ul>
    </FieldGroup>
  );
}

interface StopProps {
  readonly screen: ScheduledTaskRef;
  readonly stop: TaskStop;
  readonly number: number;
  /** The first call at its point, where the point's settings are changed. */
  readonly isFirst: boolean;
}

function Stop({ screen, stop, number, isFirst }: StopProps) {
  const t = useT();
  const { draft, opened, typed } = useSelector(screen, selectTask);
  const faults = useSelector(screen, selectTaskFaults);
  const { areaId } = stop;
  const at = draft.settings.findIndex((each) => each.areaId === areaId);
  const setting = draft.settings[at];
  const skip = setting?.skip ?? false;
  const faultOf = (error: 'stayTimeWrong' | 'speechTooLong'): string | undefined =>
    at >= 0 && faults.some((fault) => fault.stop === at && fault.error === error) ? t(FAULTS[error]) : undefined;
  const isFaulty = faultOf('stayTimeWrong') !== undefined || faultOf('speechTooLong') !== undefined;
  const isOpen = isFirst && (isFaulty || (opened === areaId && !skip));
  const send = (change: Partial<{ skip: boolean; stayTime: number | null; speech: string | null }>) =>
    screen.send({ type: 'stop.change', areaId, change });
  const stay = setting?.stayTime ?? stop.stayTime;
  const speech = setting?.speech ?? stop.speech;
  return (
    <li className={classes('text-13', skip && 'bg-hatch-grey')}>
      <div className="grid min-h-8 grid-cols-[28px_minmax(0,1.2fr)_64px_minmax(0,1.6fr)_auto] items-center gap-2 px-2 max-desk:grid-cols-[28px_minmax(0,1fr)_auto] max-desk:py-1">
        <span
          className={classes(
            'flex size-5 items-center justify-center rounded-full text-11 font-semibold',
            skip ? 'border border-dashed border-n-500 text-text-2' : 'bg-heading text-surface',
          )}
        >
          {number}
        </span>
        <span className={classes('truncate', skip && 'rounded-[3px] bg-surface px-1 text-text-2')}>
          {stop.isMissing ? t('shared.deletedPoint') : stop.name}
        </span>
        <span
          className={classes('tabular-nums max-desk:hidden', setting?.stayTime != null ? 'font-medium' : 'text-text-2')}
        >
          {skip ? '' : t('common.seconds', { seconds: stay })}
        </span>
        <span
          className={classes(
            'truncate max-desk:hidden',
            skip
              ? 'rounded-[3px] bg-surface px-1 text-text-2'
              : setting?.speech != null
                ? 'font-medium'
                : 'text-text-2',
          )}
        >
          {skip ? t('scheduledTask.stops.skipped') : speech || '—'}
        </span>
        <span className="flex justify-end gap-1">
          {isFirst && skip && (
            <Button size="s" variant="ghost" onClick={() => send({ skip: false })}>
              {t('scheduledTask.stops.takeIn')}
            </Button>
          )}
          {isFirst && !skip && (
            <>
              {setting && (
                <Button size="s" variant="ghost" onClick={() => screen.send({ type: 'stop.reset', areaId })}>
                  {t('scheduledTask.stops.asRoute')}
                </Button>
              )}
              <Button
                size="s"
                variant="ghost"
                aria-expanded={isOpen}
                onClick={() => screen.send({ type: 'stop.open', areaId: isOpen ? null : areaId })}
              >
                {t(isOpen ? 'common.done' : 'scheduledTask.stops.change')}
              </Button>
            </>
          )}
        </span>
      </div>
      {isOpen && (
        <div className="flex flex-wrap items-start gap-3 bg-surface-2 p-3">
          <Field label={t('scheduledTask.stops.stay')} error={faultOf('stayTimeWrong')} className="w-32">
            <NumberInput
              size="s"
              unit="s"
              text={typed?.areaId === areaId ? typed.text : numberText(stay)}
              onNumber={(stayTime) => send({ stayTime: stayTime === stop.stayTime ? null : stayTime })}
              onText={(text) => screen.send({ type: 'field.type', areaId, text })}
              onBlur={() => screen.send({ type: 'field.leave' })}
            />
          </Field>
          <Field label={t('scheduledTask.stops.says')} error={faultOf('speechTooLong')} className="min-w-52 flex-1">
            <TextInput
              size="s"
              value={speech}
              onChange={(text) => send({ speech: text === stop.speech ? null : text })}
            />
          </Field>
          <Button size="s" className="mt-6" onClick={() => send({ skip: true })}>
            {t('scheduledTask.stops.skip')}
          </Button>
        </div>
      )}
    </li>
  );
}
