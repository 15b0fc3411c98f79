/** Filter row: days, robots, route, result. Each selected robot is a removable chip. */
import { useSelector } from '@xstate/react';
import { ROUTE_RUN_STATES } from '../../../../contract/rules/routeRun.ts';
import { type CruiseRecordRef, selectRecords } from '../../../machines/cruiseRecord/cruiseRecord.selectors.ts';
import {
  RECORD_DAYS,
  type RecordDays,
  type RecordQuery,
  recordQuery,
} from '../../../machines/cruiseRecord/cruiseRecordQuery.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { countText } from '../../lists/countText.ts';
import { RobotChips, RobotSelect } from '../../robots/RobotFilter.tsx';
import { resultText } from '../../routeRuns/routeRunTexts.ts';

const DAYS = {
  '': 'shared.all',
  1: 'shared.today',
  7: 'shared.days7',
  30: 'shared.days30',
} as const;

export function RecordFilters({
  screen,
  onShow,
}: {
  readonly screen: CruiseRecordRef;
  readonly onShow: (change: Partial<RecordQuery>) => void;
}) {
  const t = useT();
  const { query, counts, routes } = useSelector(screen, selectRecords);
  const { robots: chosen, pathId, state, days, from, until } = recordQuery.read(query);
  const total = ROUTE_RUN_STATES.reduce((sum, each) => sum + counts[each], 0);
  const dated = from !== '' || until !== '';
  return (
    <div className="list-filters" role="group" aria-label={t('cruiseRecord.filter.name')}>
      <SegmentedControl<RecordDays | 'dated'>
        size="s"
        label={t('shared.days')}
        value={dated ? 'dated' : days}
        options={[...RECORD_DAYS, '' as const].map((value) => ({ value, label: t(DAYS[value]) }))}
        onChange={(value) => {
          if (value !== 'dated') onShow({ days: value, from: '', until: '' });
        }}
      />
      <TextInput
        size="s"
        type="date"
        value={from}
        max={until || undefined}
        aria-label={t('cruiseRecord.filter.from')}
        onChange={(day) => onShow({ from: day, days: '' })}
      />
      <span aria-hidden="true">{t('shared.to')}</span>
      <TextInput
        size="s"
        type="date"
        value={until}
        min={from || undefined}
        aria-label={t('cruiseRecord.filter.until')}
        onChange={(day) => onShow({ until: day, days: '' })}
      />
      <RobotSelect chosen={chosen} onChange={(robots) => onShow({ robots })} />
      <Select
        size="s"
        className="desk:w-[148px]"
        label={t('shared.route')}
        value={pathId}
        options={[
          { value: '', label: t('cruiseRecord.filter.routes') },
          ...routes.map((route) => ({ value: route.pathId, label: route.pathName })),
          ...(pathId === '' || routes.some((route) => route.pathId === pathId)
            ? []
            : [{ value: pathId, label: t('cruiseRecord.filter.routeGone') }]),
        ]}
        onChange={(value) => onShow({ pathId: value })}
      />
      <Select
        size="s"
        className="w-[148px] max-desk:w-full"
        label={t('shared.result')}
        value={state}
        options={[
          {
            value: '' as const,
            label:
              total === 0
                ? t('cruiseRecord.filter.results')
                : t('shared.resultCount', {
                    result: t('cruiseRecord.filter.results'),
                    count: countText(total),
                  }),
          },
          ...ROUTE_RUN_STATES.map((value) => ({
            value,
            label: t('shared.resultCount', {
              result: resultText(t, value),
              count: countText(counts[value]),
            }),
          })),
        ]}
        onChange={(value) => onShow({ state: value })}
      />
      <RobotChips chosen={chosen} onChange={(robots) => onShow({ robots })} />
      {recordQuery.isFiltered(query) && (
        <Button size="s" variant="ghost" onClick={() => screen.send({ type: 'list.show', query: recordQuery.cleared })}>
          {t('lists.filters.clear')}
        </Button>
      )}
    </div>
  );
}
