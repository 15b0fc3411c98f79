/** Audit log (design 8): filter by actor, action, subject and days, view changes field by field, export as a file. */
import '../../styles/accounts.css';
import { useSelector } from '@xstate/react';
import FileDown from 'lucide-react/icons/file-down';
import { type AuditQuery, auditPatch, isFiltered, readAuditQuery } from '../../../machines/audit/auditQuery.ts';
import { type AuditRef, selectAudit, selectIsExporting } from '../../../machines/audit/audit.selectors.ts';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { placeOf, selectIsReading } from '../../../machines/factories/pagedList.selectors.ts';
import { useLanguage } from '../../hooks/useLanguage.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { ListCard } from '../../kit/ListCard.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { ownZone } from '../../shell/ownZone.ts';
import { zoneName } from '../../shell/siteTime.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { EntryDialog } from './EntryDialog.tsx';

export function AuditPage({ screen }: { readonly screen: AuditRef }) {
  const t = useT();
  const language = useLanguage();
  const now = useServerNow();
  const { entry, total, isMore } = useSelector(screen, selectAudit);
  const exporting = useSelector(screen, selectIsExporting);
  const show = (change: Partial<AuditQuery>): void => screen.send({ type: 'list.show', query: auditPatch(change) });
  return (
    <div className="list-page">
      <div className="page-head">
        <div className="page-title">
          <h1>{t('audit.title')}</h1>
          <p>{t('audit.zone', { zone: zoneName(ownZone(), language, now) })}</p>
        </div>
        {exporting && (
          <Button onClick={() => screen.send({ type: 'export.cancel' })}>{t('audit.export.cancel')}</Button>
        )}
        <Button
          variant="primary"
          icon={FileDown}
          busy={exporting}
          disabledReason={total === 0 ? t('audit.export.none') : undefined}
          onClick={() => screen.send({ type: 'export.start' })}
        >
          {exporting
            ? t('audit.export.busy')
            : isMore
              ? t('audit.export.all')
              : t('audit.export.some', { count: total })}
        </Button>
      </div>
      <AuditFilters screen={screen} onShow={show} />
      <AuditList screen={screen} onShow={show} />
      {entry && <EntryDialog entry={entry} onClose={() => screen.send({ type: 'entry.close' })} />}
    </div>
  );
}

function AuditList({
  screen,
  onShow,
}: {
  readonly screen: AuditRef;
  readonly onShow: (change: Partial<AuditQuery>) => void;
}) {
  const t = useT();
  const found = useSelector(screen, selectAudit);
  const reading = useSelector(screen, selectIsReading);
  const { query, rows, total, isMore, failure } = found;
  const filtered = isFiltered(readAuditQuery(query));
  const { page, pages, from, to } = placeOf(found);
  const forbidden = failure?.code === ERRORS.notAllowed;
  return (
    <ListCard
      reading={reading}
      count={rows.length}
      skeleton={{ label: t('audit.loading'), count: 10 }}
      failure={
        failure && {
          forbidden,
          title: t(forbidden ? 'audit.forbidden' : 'audit.failed'),
          text: forbidden ? t('audit.forbiddenText') : t.failure(failure),
          retryLabel: t('audit.retry'),
          onRetry: () => screen.send({ type: 'list.reload' }),
        }
      }
      empty={
        <StatePanel
          state="empty"
          art="security"
          title={t(filtered ? 'audit.noneFound' : 'audit.none')}
          text={filtered ? undefined : t('audit.noneText')}
        >
          {filtered && (
            <Button size="s" onClick={() => onShow({ who: '', act: '', subject: '', from: '', until: '' })}>
              {t('audit.clear')}
            </Button>
          )}
        </StatePanel>
      }
      pager={{
        label: t('audit.pages'),
        page,
        pages,
        onPage: (next) => screen.send({ type: 'list.turn', page: next }),
        summary: t(isMore ? 'audit.rangeOfMore' : 'audit.range', { from, to, total }),
        previousLabel: t('audit.previous'),
        nextLabel: t('audit.next'),
        pageLabel: (number) => t('audit.page', { page: number }),
      }}
    >
      <AuditTable screen={screen} rows={rows} />
    </ListCard>
  );
}
