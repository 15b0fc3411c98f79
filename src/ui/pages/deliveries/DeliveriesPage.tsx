/**
 * Deliveries: the board of those under way with the form for a new one, or the records of all. Keys: N new delivery, J and
 * K next and previous, Escape closes the details, / searches the records.
 */
import { useSelector } from '@xstate/react';
import History from 'lucide-react/icons/history';
import Package from 'lucide-react/icons/package';
import Plus from 'lucide-react/icons/plus';
import { useRef } from 'react';
import {
  type DeliveriesRef,
  selectDeliveries,
  selectDeliveryDetail,
  selectIsBoard,
  selectNewDelivery,
} from '../../../machines/deliveries/deliveries.selectors.ts';
import { isNewIn } from '../../../machines/deliveries/deliveriesQuery.ts';
import { selectSites } from '../../../machines/fleet/fleet.selectors.ts';
import { selectIsMobile } from '../../../machines/preferences/preferences.selectors.ts';
import { selectUser } from '../../../machines/session/session.selectors.ts';
import { useApp, useFleet } from '../../hooks/useApp.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { countText } from '../../lists/countText.ts';
import { ExportButton } from '../../shell/ExportButton.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { useListKeys } from '../../lists/useListKeys.ts';
import { useHomeSite } from '../../shell/useHomeSite.ts';
import { Board } from './Board.tsx';
import { inGroups } from './BoardList.tsx';
import { DeliveryDrawer } from './DeliveryDrawer.tsx';
import { NewDeliveryForm } from './NewDeliveryForm.tsx';
import { RecordFilters } from './RecordFilters.tsx';
import { Records } from './Records.tsx';

/** The board is reloaded at least every 10 s; two missed loads make it stale. */
const STALE_MS = 25_000;

export function DeliveriesPage({ screen }: { readonly screen: DeliveriesRef }) {
  const t = useT();
  const now = useServerNow();
  const { preferences, session } = useApp();
  const mobile = useSelector(preferences, selectIsMobile);
  const isViewer = useSelector(session, selectUser)?.roles.every((role) => role === 'viewer') ?? false;
  const { query, site, board, rows, total, open } = useSelector(screen, selectDeliveries);
  const isBoard = useSelector(screen, selectIsBoard);
  const form = useSelector(screen, selectNewDelivery);
  const detail = useSelector(screen, selectDeliveryDetail);
  const sites = useSelector(useFleet(), selectSites);
  const home = useHomeSite();
  const timeZone = sites.find(({ id }) => id === (site || board?.siteId))?.timeZone ?? home.timeZone;
  const toRef = useRef<HTMLInputElement>(null);

  const isStale = isBoard && board !== null && now - board.time > STALE_MS;
  const blocked = isViewer
    ? t('deliveries.viewer')
    : isStale
      ? t('deliveries.stale.act', { seconds: Math.floor((now - (board?.time ?? now)) / 1_000) })
      : undefined;
  const shown = isBoard ? [...inGroups(board?.rows ?? []).values()].flat() : rows;
  const index = shown.findIndex(({ id }) => id === open);
  const toOpen = (place: number): (() => void) | undefined => {
    const delivery = place < 0 ? undefined : shown[place];
    return delivery && (() => screen.send({ type: 'delivery.open', deliveryId: delivery.id }));
  };
  const [onPrevious, onNext] = [toOpen(index - 1), toOpen(index + 1)];
  const show = (change: Record<string, string>): void => screen.send({ type: 'list.show', query: change });
  useListKeys({
    ids: shown.map(({ id }) => id),
    open,
    onOpen: (deliveryId) => screen.send({ type: 'delivery.open', deliveryId }),
    onClose: () => screen.send({ type: 'delivery.close' }),
    keys: {
      n: () => {
        if (mobile) show({ new: '1' });
        else toRef.current?.focus();
      },
    },
  });
  const needsYou = board?.rows.filter(({ group }) => group === 'needsYou').length ?? 0;
  const running = (board?.rows.length ?? 0) - needsYou;
  const facts = isBoard && board && (
    <>
      {t('deliveries.facts.running', { count: running })} ·{' '}
      <span className={needsYou > 0 ? 'font-semibold text-st-alarm-text' : undefined}>
        {t('deliveries.facts.needsYou', { count: needsYou })}
      </span>{' '}
      · {t('deliveries.facts.completed', { count: board.today.completed })}
    </>
  );

  return (
    <ListPage
      title={t('routes.deliveries')}
      facts={isBoard ? (facts ?? null) : undefined}
      primary={
        mobile && isBoard
          ? { label: t('deliveries.new.open'), icon: Plus, disabledReason: blocked, onPress: () => show({ new: '1' }) }
          : undefined
      }
      actions={
        <>
          {isBoard && sites.length > 1 && (
            <Select
              className="w-44"
              label={t('shared.site')}
              value={site || (board?.siteId ?? '')}
              options={sites.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id) => show({ site: id, delivery: '' })}
            />
          )}
          {!isBoard && (
            <ExportButton
              screen={screen}
              label={t('deliveries.export.start', { count: countText(total) })}
              disabledReason={total === 0 && t('deliveries.export.empty')}
            />
          )}
          <SegmentedControl
            label={t('shared.view')}
            value={isBoard ? 'board' : 'records'}
            options={[
              { value: 'board', label: t('deliveries.board.name'), icon: Package },
              { value: 'records', label: t('deliveries.records'), icon: History },
            ]}
            onChange={(view) => show({ view: view === 'board' ? '' : view, page: '', delivery: '' })}
          />
        </>
      }
      filters={
        isBoard ? (
          form && !mobile && <NewDeliveryForm form={form} timeZone={timeZone} blocked={blocked} toRef={toRef} />
        ) : (
          <RecordFilters screen={screen} timeZone={timeZone} now={now} />
        )
      }
      detail={
        detail && (
          <DeliveryDrawer
            key={open}
            detail={detail}
            timeZone={timeZone}
            now={now}
            blocked={blocked}
            isRecord={!isBoard}
            onClose={() => screen.send({ type: 'delivery.close' })}
            onPrevious={onPrevious}
            onNext={onNext}
          />
        )
      }
      dialogs={
        mobile &&
        form &&
        isNewIn(query) && (
          <Dialog
            open
            title={t('deliveries.new.title')}
            closeLabel={t('common.close')}
            onClose={() => show({ new: '' })}
          >
            <NewDeliveryForm form={form} timeZone={timeZone} blocked={blocked} toRef={toRef} />
          </Dialog>
        )
      }
    >
      {isBoard ? (
        <Board
          screen={screen}
          timeZone={timeZone}
          now={now}
          isStale={isStale}
          blocked={blocked}
          onNew={() => (mobile ? show({ new: '1' }) : toRef.current?.focus())}
          onRecords={() => show({ view: 'records', days: '1', delivery: '' })}
        />
      ) : (
        <Records screen={screen} timeZone={timeZone} />
      )}
    </ListPage>
  );
}
