/** Filter row: days, robots, route, result. Each selected robot is a removable chip. */
import { useSelector } from '@xstate/react';
import { ROUTE_RUN_STATES } from '../../../../contract/rules/routeRun.ts';
import { type CruiseRecordRef, selectRecords } from '../../../machines/cruiseRecord/cruiseRecord.selectors.ts';
import { RECORD_DAYS, type RecordQuery, recordQuery } from '../../../machines/cruiseRecord/cruiseRecordQuery.ts';
import { useT } from '../../hooks/useT.ts';
import { Select } from '../../kit/Select.tsx';
import { countText } from '../../lists/countText.ts';
import { Filters } from '../../lists/Filters.tsx';
import { RangePicker } from '../../lists/RangePicker.tsx';
import { RobotChips, RobotSelect } from '../../robots/RobotFilter.tsx';
import { resultText } from '../../routeRuns/routeRunTexts.ts';

export function RecordFilters({
  screen,
  timeZone,
  onShow,
}: {
  readonly screen: CruiseRecordRef;
  readonly timeZone: string;
  readonly onShow: (change: Partial<RecordQuery>) => void;
}) {
  const t = useT();
  const { query, counts, routes } = useSelector(screen, selectRecords);
  const { robots: chosen, pathId, state, days, from, until } = recordQuery.read(query);
  const total = ROUTE_RUN_STATES.reduce((sum, each) => sum + counts[each], 0);
  return (
    <Filters
      filtered={recordQuery.isFiltered(query)}
      onClear={() => screen.send({ type: 'list.show', query: recordQuery.cleared })}
    >
      <RangePicker value={{ days, from, until }} choices={[...RECORD_DAYS, '']} timeZone={timeZone} onChange={onShow} />
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
    </Filters>
  );
}
