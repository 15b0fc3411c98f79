/** The stops that an exception skips, ticked in the list or on the map; none ticked: the whole run. */
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import {
  type ScheduleExceptionsRef,
  selectExceptions,
  selectHaveStopsFailed,
} from '../../../machines/scheduleExceptions/scheduleExceptions.selectors.ts';
import { compareNames } from '../../../machines/nameCollator.ts';
import { RouteCanvas, type RouteLabels } from '../../canvas/RouteCanvas.tsx';
import type { RouteMark } from '../../canvas/routeInput.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { FieldError } from '../../kit/FieldError.tsx';
import { FieldGroup } from '../../kit/FieldGroup.tsx';
import { Select } from '../../kit/Select.tsx';
import { statusKey } from '../../labels/statusKey.ts';

const NO_LEGS: [] = [];

export function ExceptionPoints({ screen }: { readonly screen: ScheduleExceptionsRef }) {
  const t = useT();
  const { data, stops, loadingStops, mapId, form, base } = useSelector(screen, selectExceptions);
  const hasFailed = useSelector(screen, selectHaveStopsFailed);
  const points = form?.points;
  const maps = stops?.maps ?? [];
  const shown = maps.find(({ map }) => map.id === mapId) ?? maps[0];
  const marks = useMemo(
    (): RouteMark[] =>
      (points ?? []).map((areaId) => ({ areaId, numbers: [], state: 'skipped', selected: true, faulty: false })),
    [points],
  );
  const labels = useMemo(
    (): RouteLabels => ({
      label: t('scheduleExceptions.map.name', { map: shown?.map.name ?? '' }),
      help: t('shared.mapKeys'),
      points: t('shared.stops'),
      robots: t('shell.map.robots'),
      point: (name, mark) => (mark ? t('scheduleExceptions.points.skipped', { name }) : name),
      robot: ({ name, status }) => `${name}, ${t(statusKey(status))}`,
      scale: (metres) => t('common.metres', { metres }),
      act: () => t('scheduleExceptions.points.toggle'),
    }),
    [t, shown],
  );
  if (!form) return null;
  if (hasFailed)
    return (
      <FieldGroup
        label={t('scheduleExceptions.points.name')}
        hint={form.points.length === 0 ? t('scheduleExceptions.points.all') : undefined}
      >
        <FieldError>{t('shared.couldntLoadPoints')}</FieldError>
        <div>
          <Button size="s" onClick={() => screen.send({ type: 'timetable.reload' })}>
            {t('common.retry')}
          </Button>
        </div>
      </FieldGroup>
    );
  if (!stops && loadingStops !== '') return null;
  const all = maps.flatMap(({ points: own }) => own);
  const offered = new Set(all.map(({ areaId }) => areaId));
  const unlisted = [...new Set([...(base?.points ?? []), ...form.points])].filter((areaId) => !offered.has(areaId));
  if (!shown && unlisted.length === 0) return null;
  /** As saved with an exception. */
  const nameOf = (areaId: string): string => {
    const names = (data?.exceptions ?? []).map(
      ({ checkboxPoint, pointNames }) => pointNames[checkboxPoint.split(',').indexOf(areaId)],
    );
    return names.find(Boolean) ?? t('shared.deletedPoint');
  };
  const toggle = (areaId: string) => screen.send({ type: 'point.toggle', areaId });
  return (
    <FieldGroup
      label={t('scheduleExceptions.points.name')}
      hint={
        form.points.length === 0
          ? t('scheduleExceptions.points.all')
          : t('scheduleExceptions.points.some', { count: form.points.length, of: all.length + unlisted.length })
      }
    >
      {shown && maps.length > 1 && (
        <Select
          size="s"
          label={t('shared.floor')}
          value={shown.map.id}
          options={maps.map(({ map }) => ({ value: map.id, label: `${map.floor} ${map.name}` }))}
          onChange={(id) => screen.send({ type: 'map.choose', mapId: id })}
        />
      )}
      {shown && (
        <div className="relative h-34 overflow-hidden rounded border border-line max-desk:hidden">
          <RouteCanvas
            labels={labels}
            map={shown.map}
            points={shown.points}
            stops={marks}
            legs={NO_LEGS}
            onPoint={toggle}
            onStop={(_, areaId) => toggle(areaId)}
          />
        </div>
      )}
      <div className="grid grid-cols-2 gap-1.5">
        {[
          ...(shown?.points.toSorted((a, b) => compareNames(a.name, b.name)) ?? []),
          // At these no task stops any more, or they were deleted.
          ...unlisted.map((areaId) => ({ areaId, name: nameOf(areaId) })),
        ].map(({ areaId, name }) => (
          <Checkbox key={areaId} label={name} checked={form.points.includes(areaId)} onChange={() => toggle(areaId)} />
        ))}
      </div>
    </FieldGroup>
  );
}
