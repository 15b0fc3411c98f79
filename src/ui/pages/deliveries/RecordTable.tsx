/** One page of delivery records. */
import { useSelector } from '@xstate/react';
import type { Delivery } from '../../../../contract/entities/delivery.ts';
import { type DeliveriesRef, selectDeliveries } from '../../../machines/deliveries/deliveries.selectors.ts';
import { DeliveryPill, DeliveryTrack } from '../../deliveries/DeliveryTrack.tsx';
import { durationText, ORIGIN_NAMES, slowDeliveryText } from '../../deliveries/deliveryTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import type { ListColumn } from '../../lists/columns.ts';
import { ListTable } from '../../lists/ListTable.tsx';
import { timeColumn } from '../../lists/timeColumn.tsx';
import { SLOW } from '../../routeRuns/slowText.ts';

const BAR_PX = 70;

export function RecordTable({ screen, timeZone }: { readonly screen: DeliveriesRef; readonly timeZone: string }) {
  const t = useT();
  const { rows } = useSelector(screen, selectDeliveries);
  /** The bar of the slowest row is full. */
  const slowest = Math.max(1, ...rows.map(({ tookMs }) => tookMs ?? 0));
  const columns: readonly ListColumn<Delivery>[] = [
    timeColumn({
      id: 'created',
      head: t('shared.created'),
      at: ({ createdAt }) => createdAt,
      timeZone,
      phone: 'beside',
    }),
    { id: 'robot', head: t('common.robot'), text: ({ robotName }) => robotName || '–' },
    {
      id: 'way',
      head: t('deliveries.column.way'),
      text: ({ from, to }) => t('shared.fromTo', { from: from.name, to: to.name }),
      className: 'w-full max-w-72 overflow-hidden text-ellipsis',
      phone: 'title',
    },
    {
      id: 'track',
      head: t('deliveries.column.track'),
      cell: (row) => <DeliveryTrack delivery={row} />,
      phone: 'hidden',
    },
    {
      id: 'status',
      head: t('common.status'),
      cell: (row) => <DeliveryPill delivery={row} />,
    },
    { id: 'phone', head: t('deliveries.column.phone'), text: ({ recipientPhone }) => recipientPhone || '–' },
    {
      id: 'took',
      head: t('deliveries.column.took'),
      numeric: true,
      cell: (row) => {
        const { tookMs } = row;
        const slow = slowDeliveryText(t, row);
        return tookMs === null ? (
          <span className="text-text-2">–</span>
        ) : (
          <span className="inline-flex items-center justify-end gap-2 tabular-nums">
            <span
              aria-hidden="true"
              className="h-1 rounded-full bg-ch-6"
              style={{ width: `${(BAR_PX * tookMs) / slowest}px` }}
            />
            <span className={classes('min-w-10 text-end', slow && SLOW)} title={slow || undefined}>
              {durationText(tookMs)}
              {slow && <span className="sr-only">{slow}</span>}
            </span>
          </span>
        );
      },
      phoneCell: ({ tookMs }) => (tookMs === null ? null : durationText(tookMs)),
    },
    {
      id: 'origin',
      head: t('deliveries.filter.origin'),
      text: ({ origin }) => t(ORIGIN_NAMES[origin]),
      className: 'whitespace-nowrap',
    },
    { id: 'number', head: t('deliveries.column.number'), numeric: true, text: ({ number }) => number, phone: 'beside' },
  ];
  return (
    <ListTable
      label={t('deliveries.records')}
      columns={columns}
      rows={rows}
      idOf={({ id }) => id}
      onOpen={(deliveryId) => screen.send({ type: 'delivery.open', deliveryId })}
    />
  );
}
