/**
 * Records of route runs (spec 2 "Robot activities"), filtered by days, robot, route and result; each with its visits.
 */
import '../../styles/cruiseRecord.css';
import { useSelector } from '@xstate/react';
import RouteIcon from 'lucide-react/icons/route';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import {
  type CruiseRecordRef,
  recordPlace,
  selectRecords,
} from '../../../machines/cruiseRecord/cruiseRecord.selectors.ts';
import {
  isFiltered,
  readRecordQuery,
  RECORD_SIZES,
  recordPatch,
  type RecordQuery,
} from '../../../machines/cruiseRecord/cruiseRecordQuery.ts';
import { selectIsReading } from '../../../machines/factories/pagedList.selectors.ts';
import { selectIsMobile } from '../../../machines/preferences/preferences.selectors.ts';
import { selectRoutes } from '../../../machines/session/session.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useLanguage } from '../../hooks/useLanguage.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { ListCard } from '../../kit/ListCard.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { zoneName } from '../../shell/siteTime.ts';
import { useHomeSite } from '../../shell/useHomeSite.ts';
import { RecordDetail } from './RecordDetail.tsx';
import { RecordFilters } from './RecordFilters.tsx';
import { RecordTable } from './RecordTable.tsx';

/** Page on which routes are managed and started. */
const ROUTES_PATH = '/setting/cruise-line';

export function CruiseRecordPage({ screen }: { readonly screen: CruiseRecordRef }) {
  const t = useT();
  const language = useLanguage();
  const now = useServerNow();
  const { timeZone } = useHomeSite();
  const { navigation, preferences, session } = useApp();
  const mobile = useSelector(preferences, selectIsMobile);
  const found = useSelector(screen, selectRecords);
  const reading = useSelector(screen, selectIsReading);
  const mayGo = JSON.stringify(useSelector(session, selectRoutes)).includes('setting/cruise-line');
  const { query, rows, total, failure, open } = found;
  const filter = readRecordQuery(query);
  const { page, pages, from, to } = recordPlace(found);
  const show = (change: Partial<RecordQuery>): void => screen.send({ type: 'list.show', query: recordPatch(change) });
  const empty = isFiltered(filter) ? (
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
    <div className="list-page">
      <div className="page-head">
        <div className="page-title">
          <h1 className="max-desk:sr-only">{t('cruiseRecord.title')}</h1>
          <p>{t('cruiseRecord.zone', { zone: zoneName(timeZone, language, now) })}</p>
        </div>
      </div>
      <RecordFilters screen={screen} onShow={show} />
      <div className="records" data-open={open !== '' || undefined}>
        <ListCard
          reading={reading}
          count={rows.length}
          skeleton={{ label: t('cruiseRecord.loading'), count: 10 }}
          failure={
            failure && {
              forbidden: failure.code === ERRORS.notAllowed || failure.code === ERRORS.robotForeign,
              title: t(failure.code === ERRORS.robotForeign ? 'cruiseRecord.forbidden' : 'cruiseRecord.failed'),
              text: t.failure(failure),
              retryLabel: t('cruiseRecord.retry'),
              onRetry: () => screen.send({ type: 'list.reload' }),
            }
          }
          empty={empty}
          pager={{
            label: t('cruiseRecord.pages'),
            page,
            pages,
            onPage: (next) => screen.send({ type: 'list.turn', page: next }),
            summary: t('cruiseRecord.range', { from, to, total }),
            previousLabel: t('cruiseRecord.previous'),
            nextLabel: t('cruiseRecord.next'),
            pageLabel: (number) => t('cruiseRecord.page', { page: number }),
            size: {
              label: t('cruiseRecord.size'),
              value: String(filter.size),
              options: RECORD_SIZES.map((size) => ({ value: String(size), label: t('cruiseRecord.sizeOf', { size }) })),
              onChange: (size) => show({ size: Number(size) }),
            },
          }}
        >
          <RecordTable screen={screen} timeZone={timeZone} now={now} mobile={mobile} />
        </ListCard>
        {open !== '' && <RecordDetail screen={screen} timeZone={timeZone} now={now} mobile={mobile} />}
      </div>
    </div>
  );
}
