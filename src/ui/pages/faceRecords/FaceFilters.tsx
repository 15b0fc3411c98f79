/** Filter row: kind with counts, days, robots, name. */
import { useSelector } from '@xstate/react';
import { FACE_SELECT_TYPES } from '../../../../contract/rules/faces.ts';
import { type FaceRecordsRef, selectFaces } from '../../../machines/faceRecords/faceRecords.selectors.ts';
import { type FaceQuery, faceQuery } from '../../../machines/faceRecords/faceRecordsQuery.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { compareNames } from '../../../machines/nameCollator.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { FilterChip } from '../../kit/FilterChip.tsx';
import { SearchInput } from '../../kit/SearchInput.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { Filters } from '../../lists/Filters.tsx';
import { RangePicker } from '../../lists/RangePicker.tsx';
import { selectText } from './faceTexts.ts';

interface FiltersProps {
  readonly screen: FaceRecordsRef;
  readonly timeZone: string;
}

export function FaceFilters({ screen, timeZone }: FiltersProps) {
  const t = useT();
  const { query, counts } = useSelector(screen, selectFaces);
  const robots = [...useSelector(useFleet(), selectRobots)].sort((a, b) =>
    compareNames(a.robotNickName, b.robotNickName),
  );
  const { robots: chosen, selectType, name, days, from, until } = faceQuery.read(query);
  const show = (change: Partial<FaceQuery>): void => screen.send({ type: 'list.show', query: faceQuery.patch(change) });
  const nameOf = (serialNumber: string): string =>
    robots.find((robot) => robot.serialNumber === serialNumber)?.robotNickName || serialNumber;
  return (
    <Filters
      filtered={faceQuery.isFiltered(query)}
      onClear={() => screen.send({ type: 'list.show', query: faceQuery.cleared })}
    >
      <SegmentedControl
        size="s"
        label={t('faceRecords.select.name')}
        value={selectType}
        options={FACE_SELECT_TYPES.map((value) => ({
          value,
          label: t('faceRecords.select.count', { label: selectText(t, value), count: counts[value] }),
        }))}
        onChange={(value) => show({ selectType: value })}
      />
      <RangePicker
        value={{ days, from, until }}
        choices={['1', '7', '30', '']}
        timeZone={timeZone}
        onChange={(range) => show(range)}
      />
      <Select
        size="s"
        className="desk:w-[148px]"
        label={t('faceRecords.filter.robot')}
        value=""
        options={[
          {
            value: '',
            label: t(chosen.length === 0 ? 'faceRecords.filter.robotAdd' : 'faceRecords.filter.robotMore'),
          },
          ...robots
            .filter(({ serialNumber }) => !chosen.includes(serialNumber))
            .map(({ serialNumber, robotNickName }) => ({ value: serialNumber, label: robotNickName || serialNumber })),
        ]}
        onChange={(serialNumber) => {
          if (serialNumber !== '') show({ robots: [...chosen, serialNumber] });
        }}
      />
      <SearchInput
        size="s"
        label={t('faceRecords.filter.name')}
        value={name}
        onChange={(words) => show({ name: words })}
      />
      {chosen.map((serialNumber) => (
        <FilterChip
          key={serialNumber}
          name={t('faceRecords.filter.robot')}
          value={nameOf(serialNumber)}
          removeLabel={t('faceRecords.filter.robotRemove', { name: nameOf(serialNumber) })}
          onRemove={() => show({ robots: chosen.filter((each) => each !== serialNumber) })}
        />
      ))}
    </Filters>
  );
}
