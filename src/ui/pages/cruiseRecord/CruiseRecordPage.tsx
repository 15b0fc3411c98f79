/**
 * Records of route runs (spec 2 "Robot activities"), filtered by days, robot, route and result; each with its visits.
 */
import { useSelector } from '@xstate/react';
import RouteIcon from 'lucide-react/icons/route';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { type CruiseRecordRef, selectRecords } from '../../../machines/cruiseRecord/cruiseRecord.selectors.ts';
import { RECORD_SIZES, type RecordQuery, recordQuery } from '../../../machines/cruiseRecord/cruiseRecordQuery.ts';
import { selectKnownPages } from '../../../machines/navigation/navigation.selectors.ts';
import { selectRoutes } from '../../../machines/session/session.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useLanguage } from '../../hooks/useLanguage.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { useListKeys } from '../../lists/useListKeys.ts';
import { hasPage } from '../../shell/menu.ts';
import { PagedList } from '../../shell/PagedList.tsx';
import { zoneName } from '../../shell/siteTime.ts';
import { useHomeSite } from '../../shell/useHomeSite.ts';
import { RecordDrawer } from './RecordDrawer.tsx';
import { RecordFilters } from './RecordFilters.tsx';
import { RecordTable } from './RecordTable.tsx';

/** Page on which routes are managed and started. */
const ROUTES_PATH = '/setting/cruise-line';

export function CruiseRecordPage({ screen }: { readonly screen: CruiseRecordRef }) {
  const t = useT();
  const language = useLanguage();
  const now = useServerNow();
  const { timeZone } = useHomeSite();
  const { navigation, session } = useApp();
  const { query, open, rows: records } = useSelector(screen, selectRecords);
  useListKeys({
    ids: records.map(({ id }) => id),
    open,
    onOpen: (driveId) => screen.send({ type: 'record.open', driveId }),
    onClose: () => screen.send({ type: 'record.close' }),
  });
  const mayGo = hasPage(useSelector(session, selectRoutes), ROUTES_PATH, useSelector(navigation, selectKnownPages));
  const { size } = recordQuery.read(query);
  const show = (change: Partial<RecordQuery>): void =>
    screen.send({ type: 'list.show', query: recordQuery.patch(change) });
  const empty = recordQuery.isFiltered(query) ? (
    <StatePanel
      state="empty"
      icon={RouteIcon}
      title={t('cruiseRecord.noneFound')}
      text={t('cruiseRecord.noneFoundText')}
    />
  ) : (
    <StatePanel state="empty" art="security" title={t('cruiseRecord.none')} text={t('cruiseRecord.noneText')}>
      {mayGo && (
        <Button size="s" onClick={() => navigation.send({ type: 'navigation.go', to: ROUTES_PATH })}>
          {t('cruiseRecord.noneAct')}
        </Button>
      )}
    </StatePanel>
  );
  return (
    <ListPage
      title={t('routes.cruiseRecord')}
      facts={t('cruiseRecord.zone', { zone: zoneName(timeZone, language, now) })}
      filters={<RecordFilters screen={screen} timeZone={timeZone} onShow={show} />}
      detail={open !== '' && <RecordDrawer screen={screen} timeZone={timeZone} now={now} />}
    >
      <PagedList
        screen={screen}
        loading="cruiseRecord.loading"
        failed="cruiseRecord.failed"
        refusal={(failure) =>
          failure.code === ERRORS.robotForeign
            ? { title: t('shared.noAccessToRecords'), text: t.failure(failure) }
            : null
        }
        empty={empty}
        size={{
          label: t('cruiseRecord.size'),
          rows: size,
          value: String(size),
          options: RECORD_SIZES.map((rows) => ({
            value: String(rows),
            label: t('cruiseRecord.sizeOf', { size: rows }),
          })),
          onChange: (rows) => show({ size: Number(rows) }),
        }}
      >
        <RecordTable screen={screen} timeZone={timeZone} now={now} />
      </PagedList>
    </ListPage>
  );
}
