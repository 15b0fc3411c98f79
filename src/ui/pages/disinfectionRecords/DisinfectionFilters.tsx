/** Filter row: days, robots, mode, result. */
import { useSelector } from '@xstate/react';
import { DISINFECTION_MODES, DISINFECTION_STATES } from '../../../../contract/rules/disinfection.ts';
import {
  type DisinfectionRecordsRef,
  selectDisinfections,
} from '../../../machines/disinfectionRecords/disinfectionRecords.selectors.ts';
import {
  type DisinfectionQuery,
  disinfectionQuery,
} from '../../../machines/disinfectionRecords/disinfectionRecordsQuery.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { compareNames } from '../../../machines/nameCollator.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { modeText } from '../../disinfection/planTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { FilterChip } from '../../kit/FilterChip.tsx';
import { Select } from '../../kit/Select.tsx';
import { Filters } from '../../lists/Filters.tsx';
import { RangePicker } from '../../lists/RangePicker.tsx';
import { resultText } from './disinfectionTexts.ts';

interface FiltersProps {
  readonly screen: DisinfectionRecordsRef;
  readonly timeZone: string;
}

export function DisinfectionFilters({ screen, timeZone }: FiltersProps) {
  const t = useT();
  const { query, counts } = useSelector(screen, selectDisinfections);
  const robots = [...useSelector(useFleet(), selectRobots)].sort((a, b) =>
    compareNames(a.robotNickName, b.robotNickName),
  );
  const { robots: chosen, mode, state, days, from, until } = disinfectionQuery.read(query);
  const show = (change: Partial<DisinfectionQuery>): void =>
    screen.send({ type: 'list.show', query: disinfectionQuery.patch(change) });
  const nameOf = (serialNumber: string): string =>
    robots.find((robot) => robot.serialNumber === serialNumber)?.robotNickName || serialNumber;
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
      <Select
        size="s"
        className="desk:w-[148px]"
        label={t('disinfectionRecords.filter.robot')}
        value=""
        options={[
          {
            value: '',
            label: t(
              chosen.length === 0 ? 'disinfectionRecords.filter.robotAdd' : 'disinfectionRecords.filter.robotMore',
            ),
          },
          ...robots
            .filter(({ serialNumber }) => !chosen.includes(serialNumber))
            .map(({ serialNumber, robotNickName }) => ({ value: serialNumber, label: robotNickName || serialNumber })),
        ]}
        onChange={(serialNumber) => {
          if (serialNumber !== '') show({ robots: [...chosen, serialNumber] });
        }}
      />
      <Select
        size="s"
        className="desk:w-[120px]"
        label={t('disinfectionRecords.column.mode')}
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
        label={t('disinfectionRecords.column.result')}
        value={state}
        options={[
          { value: '' as const, label: t('disinfectionRecords.filter.results') },
          ...DISINFECTION_STATES.map((value) => ({
            value,
            label: t('disinfectionRecords.filter.count', { result: resultText(t, value), count: counts[value] }),
          })),
        ]}
        onChange={(value) => show({ state: value })}
      />
      {chosen.map((serialNumber) => (
        <FilterChip
          key={serialNumber}
          name={t('disinfectionRecords.filter.robot')}
          value={nameOf(serialNumber)}
          removeLabel={t('disinfectionRecords.filter.robotRemove', { name: nameOf(serialNumber) })}
          onRemove={() => show({ robots: chosen.filter((each) => each !== serialNumber) })}
        />
      ))}
    </Filters>
  );
}
