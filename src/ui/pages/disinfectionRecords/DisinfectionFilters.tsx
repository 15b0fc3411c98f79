/** Filter row: days, robots, mode, result. */
import { useSelector } from '@xstate/react';
import { DISINFECTION_MODES, DISINFECTION_RESULTS } from '../../../../contract/rules/disinfection.ts';
import {
  type DisinfectionRecordsRef,
  selectDisinfections,
} from '../../../machines/disinfectionRecords/disinfectionRecords.selectors.ts';
import {
  type DisinfectionQuery,
  disinfectionQuery,
} from '../../../machines/disinfectionRecords/disinfectionRecordsQuery.ts';
import { modeText } from '../../disinfection/planTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { Select } from '../../kit/Select.tsx';
import { countText } from '../../lists/countText.ts';
import { Filters } from '../../lists/Filters.tsx';
import { RangePicker } from '../../lists/RangePicker.tsx';
import { RobotChips, RobotSelect } from '../../robots/RobotFilter.tsx';
import { resultText } from './disinfectionTexts.ts';

interface FiltersProps {
  readonly screen: DisinfectionRecordsRef;
  readonly timeZone: string;
}

export function DisinfectionFilters({ screen, timeZone }: FiltersProps) {
  const t = useT();
  const { query, counts } = useSelector(screen, selectDisinfections);
  const { robots: chosen, mode, state, days, from, until } = disinfectionQuery.read(query);
  const show = (change: Partial<DisinfectionQuery>): void =>
    screen.send({ type: 'list.show', query: disinfectionQuery.patch(change) });
  return (
    <Filters
      filtered={disinfectionQuery.isFiltered(query)}
      onClear={() => screen.send({ type: 'list.show', query: disinfectionQuery.cleared })}
    >
      <RangePicker
        value={{ days, from, until }}
        choices={['1', '7', '14', '30', '']}
        timeZone={timeZone}
        onChange={(range) => show(range)}
      />
      <RobotSelect chosen={chosen} onChange={(robots) => show({ robots })} />
      <Select
        size="s"
        className="desk:w-[120px]"
        label={t('shared.mode')}
        value={mode}
        options={[
          { value: '' as const, label: t('disinfectionRecords.filter.modes') },
          ...DISINFECTION_MODES.map((value) => ({ value, label: modeText(t, value) })),
        ]}
        onChange={(value) => show({ mode: value })}
      />
      <Select
        size="s"
        className="desk:w-[172px]"
        label={t('shared.result')}
        value={state}
        options={[
          { value: '' as const, label: t('shared.allResults') },
          ...DISINFECTION_RESULTS.map((value) => ({
            value,
            label: t('shared.resultCount', {
              result: resultText(t, value),
              count: countText(counts[value]),
            }),
          })),
        ]}
        onChange={(value) => show({ state: value })}
      />
      <RobotChips chosen={chosen} onChange={(robots) => show({ robots })} />
    </Filters>
  );
}
