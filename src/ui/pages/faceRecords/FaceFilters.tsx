/** Filter row: kind with counts, days, robots, name. */
import { useSelector } from '@xstate/react';
import { FACE_SELECT_TYPES } from '../../../../contract/rules/faces.ts';
import { type FaceRecordsRef, selectFaces } from '../../../machines/faceRecords/faceRecords.selectors.ts';
import { type FaceQuery, faceQuery } from '../../../machines/faceRecords/faceRecordsQuery.ts';
import { useT } from '../../hooks/useT.ts';
import { SearchInput } from '../../kit/SearchInput.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { countText } from '../../lists/countText.ts';
import { Filters } from '../../lists/Filters.tsx';
import { RangePicker } from '../../lists/RangePicker.tsx';
import { RobotChips, RobotSelect } from '../../robots/RobotFilter.tsx';
import { selectText } from './faceTexts.ts';

interface FiltersProps {
  readonly screen: FaceRecordsRef;
  readonly timeZone: string;
}

export function FaceFilters({ screen, timeZone }: FiltersProps) {
  const t = useT();
  const { query, counts } = useSelector(screen, selectFaces);
  const { robots: chosen, selectType, name, days, from, until } = faceQuery.read(query);
  const show = (change: Partial<FaceQuery>): void => screen.send({ type: 'list.show', query: faceQuery.patch(change) });
  return (
    <Filters
      filtered={faceQuery.isFiltered(query)}
      onClear={() => screen.send({ type: 'list.show', query: faceQuery.cleared })}
    >
      <SegmentedControl
        size="s"
        label={t('shared.category')}
        value={selectType}
        options={FACE_SELECT_TYPES.map((value) => ({
          value,
          label: t('faceRecords.select.count', { label: selectText(t, value), count: countText(counts[value]) }),
        }))}
        onChange={(value) => show({ selectType: value })}
      />
      <RangePicker
        value={{ days, from, until }}
        choices={['1', '7', '30', '']}
        timeZone={timeZone}
        onChange={(range) => show(range)}
      />
      <RobotSelect chosen={chosen} onChange={(robots) => show({ robots })} />
      <SearchInput
        size="s"
        label={t('faceRecords.filter.name')}
        value={name}
        onChange={(words) => show({ name: words })}
      />
      <RobotChips chosen={chosen} onChange={(robots) => show({ robots })} />
    </Filters>
  );
}
