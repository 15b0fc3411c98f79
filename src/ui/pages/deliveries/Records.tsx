/** The records of deliveries with their states. */
import { useSelector } from '@xstate/react';
import { memo } from 'react';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { type DeliveriesRef, selectDeliveries } from '../../../machines/deliveries/deliveries.selectors.ts';
import { deliveriesQuery } from '../../../machines/deliveries/deliveriesQuery.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { PagedList } from '../../shell/PagedList.tsx';
import { RecordTable } from './RecordTable.tsx';

interface RecordsProps {
  readonly screen: DeliveriesRef;
  readonly timeZone: string;
}

/** The page renders every second, for its clock. */
export const Records = memo(function Records({ screen, timeZone }: RecordsProps) {
  const t = useT();
  const { query } = useSelector(screen, selectDeliveries);
  const filtered = deliveriesQuery.isFiltered(query);
  return (
    <PagedList
      screen={screen}
      loading="deliveries.list.loading"
      failed="deliveries.list.failed"
      refusal={(failure) =>
        failure.code === ERRORS.robotForeign
          ? { title: t('deliveries.list.forbidden'), text: t.failure(failure) }
          : null
      }
      empty={
        <StatePanel state="empty" title={t(filtered ? 'deliveries.list.noneFound' : 'deliveries.list.none')}>
          {filtered && (
            <Button size="s" onClick={() => screen.send({ type: 'list.show', query: deliveriesQuery.cleared })}>
              {t('shell.clearFilters')}
            </Button>
          )}
        </StatePanel>
      }
    >
      <RecordTable screen={screen} timeZone={timeZone} />
    </PagedList>
  );
});
