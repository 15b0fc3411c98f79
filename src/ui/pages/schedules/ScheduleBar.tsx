/** Views, days, site and filters of the timetable, and the meaning of the chips. */
import { useSelector } from '@xstate/react';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Table2 from 'lucide-react/icons/table-2';
import { TASK_KINDS_SCHEDULED } from '../../../../contract/rules/schedule/scheduleLimits.ts';
import { type SchedulesRef, selectSchedules, selectSite } from '../../../machines/schedules/schedules.selectors.ts';
import { type SchedulesQuery, schedulesQuery, viewIn } from '../../../machines/schedules/schedulesQuery.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { FilterChip } from '../../kit/FilterChip.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { Filters } from '../../lists/Filters.tsx';
import { VERDICT_NAMES } from '../../schedules/runTexts.ts';
import { RunLegend } from '../../schedules/RunLegend.tsx';
import { WeekNav } from '../../schedules/WeekNav.tsx';
import type { ShownTimetable } from './useTimetable.ts';

const KINDS = { cruise: 'schedules.filter.kinds.cruise', disinfection: 'shared.disinfection' } as const;

interface ScheduleBarProps {
  readonly screen: SchedulesRef;
  readonly shown: ShownTimetable | null;
  readonly isPhone: boolean;
}

export function ScheduleBar({ screen, shown, isPhone }: ScheduleBarProps) {
  const t = useT();
  const { query, sites } = useSelector(screen, selectSchedules);
  const site = useSelector(screen, selectSite);
  const filters = schedulesQuery.read(query);
  const robots = shown?.data.robots ?? [];
  const nameOf = (serialNumber: string): string =>
    robots.find((robot) => robot.serialNumber === serialNumber)?.name ?? serialNumber;
  const show = (change: Partial<SchedulesQuery>) =>
    screen.send({ type: 'schedules.show', query: schedulesQuery.patch(change) });
  const kinds = TASK_KINDS_SCHEDULED.filter((kind) => shown?.data.tasks.some((task) => task.kind === kind));
  // Their places are kept while the timetable is read: the page would move under the finger.
  const hasKinds = !shown || kinds.length > 1;
  const hasRobots = !shown || robots.length > 1;
  const without = (serialNumber: string) => filters.robots.filter((each) => each !== serialNumber);
  return (
    <Filters
      filtered={schedulesQuery.isFiltered(query)}
      onClear={() => screen.send({ type: 'schedules.show', query: schedulesQuery.cleared })}
    >
      {!isPhone && (
        <SegmentedControl
          size="s"
          label={t('shared.view')}
          value={viewIn(query)}
          options={[
            { value: 'timetable' as const, label: t('schedules.view.timetable'), icon: Table2 },
            { value: 'days' as const, label: t('schedules.view.days'), icon: CalendarDays },
          ]}
          onChange={(view) => screen.send({ type: 'view.choose', view })}
        />
      )}
      <WeekNav dates={shown?.view.dates ?? []} onMove={(by) => screen.send({ type: 'week.move', by })} />
      {!isPhone && (
        <Button
          size="s"
          variant="ghost"
          tip={t('schedules.nav.weekKey')}
          onClick={() => screen.send({ type: 'week.calendar' })}
        >
          {t('schedules.nav.week')}
        </Button>
      )}
      {(sites.length > 1 || !shown) && (
        <Select
          size="s"
          label={t('shared.site')}
          value={site?.siteId ?? ''}
          options={sites.map(({ siteId, name }) => ({ value: siteId, label: name }))}
          onChange={(siteId) => screen.send({ type: 'site.choose', siteId })}
        />
      )}
      {hasKinds && (
        <Select
          size="s"
          label={t('shared.kind')}
          value={filters.kind}
          options={[
            { value: '' as const, label: t('schedules.filter.kinds.all') },
            ...kinds.map((kind) => ({ value: kind, label: t(KINDS[kind]) })),
          ]}
          onChange={(kind) => show({ kind })}
        />
      )}
      {hasRobots && (
        <Select
          size="s"
          label={t('common.robot')}
          value=""
          options={[
            {
              value: '',
              label: t(filters.robots.length === 0 ? 'shared.allRobots' : 'shared.addRobot'),
            },
            ...robots
              .filter(({ serialNumber }) => !filters.robots.includes(serialNumber))
              .map(({ serialNumber, name }) => ({ value: serialNumber, label: name })),
          ]}
          onChange={(serialNumber) => {
            if (serialNumber !== '') show({ robots: [...filters.robots, serialNumber] });
          }}
        />
      )}
      {filters.robots.map((serialNumber) => (
        <FilterChip
          key={serialNumber}
          name={t('common.robot')}
          value={nameOf(serialNumber)}
          removeLabel={t('shared.removeName', { name: nameOf(serialNumber) })}
          onRemove={() => show({ robots: without(serialNumber) })}
        />
      ))}
      {filters.verdict !== '' && (
        <FilterChip
          name={t('schedules.filter.verdict')}
          value={t(VERDICT_NAMES[filters.verdict])}
          removeLabel={t('shared.removeName', { name: t(VERDICT_NAMES[filters.verdict]) })}
          onRemove={() => show({ verdict: '' })}
        />
      )}
      <RunLegend last={t('schedules.legend.skipped')} />
    </Filters>
  );
}
