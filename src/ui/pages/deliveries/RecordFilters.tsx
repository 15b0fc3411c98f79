/** Filters of the delivery records: days, statuses, robots, where they were ordered, words. */
import { useSelector } from '@xstate/react';
import { zonedDate } from '../../../../contract/rules/zonedTime.ts';
import { DELIVERY_ORIGINS, type DeliveryOrigin } from '../../../../contract/entities/delivery.ts';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../../contract/entities/robotConstants.ts';
import { type DeliveriesRef, selectDeliveries } from '../../../machines/deliveries/deliveries.selectors.ts';
import { type DeliveriesQuery, deliveriesQuery, DELIVERY_DAYS } from '../../../machines/deliveries/deliveriesQuery.ts';
import { ORIGIN_NAMES, STATUS_NAMES } from '../../deliveries/deliveryTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { FilterChip } from '../../kit/FilterChip.tsx';
import { SearchInput } from '../../kit/SearchInput.tsx';
import { Select } from '../../kit/Select.tsx';
import { Filters } from '../../lists/Filters.tsx';
import { RangePicker } from '../../lists/RangePicker.tsx';
import { RobotChips, RobotSelect } from '../../robots/RobotFilter.tsx';

interface FiltersProps {
  readonly screen: DeliveriesRef;
  readonly timeZone: string;
  readonly now: number;
}

export function RecordFilters({ screen, timeZone, now }: FiltersProps) {
  const t = useT();
  const { query } = useSelector(screen, selectDeliveries);
  const read = deliveriesQuery.read(query);
  const show = (change: Partial<DeliveriesQuery>): void =>
    screen.send({ type: 'list.show', query: deliveriesQuery.patch(change) });
  return (
    <Filters
      filtered={deliveriesQuery.isFiltered(query)}
      onClear={() => screen.send({ type: 'list.show', query: deliveriesQuery.cleared })}
    >
      <RangePicker
        value={read}
        timeZone={timeZone}
        choices={DELIVERY_DAYS}
        max={zonedDate(timeZone, now)}
        onChange={({ days, from, until }) => show({ days, from, until })}
      />
      <Select<DeliveryStatus | ''>
        size="s"
        className="desk:w-[156px]"
        label={t('common.status')}
        value=""
        options={[
          { value: '', label: t(read.statuses.length === 0 ? 'shared.allStatuses' : 'deliveries.filter.more') },
          ...DELIVERY_STATUSES.filter((status) => !read.statuses.includes(status)).map((value) => ({
            value,
            label: t(STATUS_NAMES[value]),
          })),
        ]}
        onChange={(status) => {
          if (status !== '') show({ statuses: [...read.statuses, status] });
        }}
      />
      <RobotSelect chosen={read.robots} kind="delivery" onChange={(robots) => show({ robots })} />
      <Select
        size="s"
        className="desk:w-[148px]"
        label={t('deliveries.filter.origin')}
        value=""
        options={[
          { value: '', label: t(read.origins.length === 0 ? 'deliveries.filter.origins' : 'deliveries.filter.more') },
          ...DELIVERY_ORIGINS.filter((origin) => !read.origins.includes(origin)).map(
            (value): { value: DeliveryOrigin | ''; label: string } => ({ value, label: t(ORIGIN_NAMES[value]) }),
          ),
        ]}
        onChange={(origin) => {
          if (origin !== '') show({ origins: [...read.origins, origin] });
        }}
      />
      <SearchInput
        size="s"
        label={t('deliveries.filter.search')}
        value={read.text}
        onChange={(text) => show({ text })}
      />
      {read.statuses.map((status) => (
        <FilterChip
          key={status}
          name={t('common.status')}
          value={t(STATUS_NAMES[status])}
          removeLabel={t('shared.removeName', { name: t(STATUS_NAMES[status]) })}
          onRemove={() => show({ statuses: read.statuses.filter((each) => each !== status) })}
        />
      ))}
      <RobotChips chosen={read.robots} onChange={(robots) => show({ robots })} />
      {read.origins.map((origin) => (
        <FilterChip
          key={origin}
          name={t('deliveries.filter.origin')}
          value={t(ORIGIN_NAMES[origin])}
          removeLabel={t('shared.removeName', { name: t(ORIGIN_NAMES[origin]) })}
          onRemove={() => show({ origins: read.origins.filter((each) => each !== origin) })}
        />
      ))}
    </Filters>
  );
}
