/** Audit log (design 8): filter by actor, action, subject and days, view changes field by field, export as a file. */
import { useSelector } from '@xstate/react';
import FileDown from 'lucide-react/icons/file-down';
import { auditQuery } from '../../../machines/audit/auditQuery.ts';
import { type AuditRef, selectAudit, selectIsExporting } from '../../../machines/audit/audit.selectors.ts';
import { useLanguage } from '../../hooks/useLanguage.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { PagedList } from '../../shell/PagedList.tsx';
import { PageHead } from '../../shell/PageHead.tsx';
import { ownZone, zoneName } from '../../shell/siteTime.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { EntryDialog } from './EntryDialog.tsx';

export function AuditPage({ screen }: { readonly screen: AuditRef }) {
  const t = useT();
  const language = useLanguage();
  const now = useServerNow();
  const { entry, total, isMore } = useSelector(screen, selectAudit);
  const exporting = useSelector(screen, selectIsExporting);
  return (
    <div className="list-page">
      <PageHead title={t('routes.audit')} facts={t('audit.zone', { zone: zoneName(ownZone(), language, now) })}>
        {exporting && (
          <Button onClick={() => screen.send({ type: 'export.cancel' })}>{t('shared.cancelExport')}</Button>
        )}
        <Button
          variant="primary"
          icon={FileDown}
          busy={exporting}
          disabledReason={total === 0 ? t('shared.nothingToExport') : undefined}
          onClick={() => screen.send({ type: 'export.start' })}
        >
          {exporting
            ? t('shared.exporting')
            : isMore
              ? t('audit.export.all')
              : t('audit.export.some', { count: total })}
        </Button>
      </PageHead>
      <AuditFilters screen={screen} />
      <AuditList screen={screen} />
      {entry && <EntryDialog screen={screen} entry={entry} onClose={() => screen.send({ type: 'entry.close' })} />}
    </div>
  );
}

function AuditList({ screen }: { readonly screen: AuditRef }) {
  const t = useT();
  const { query, rows, isMore } = useSelector(screen, selectAudit);
  const filtered = auditQuery.isFiltered(query);
  return (
    <PagedList
      screen={screen}
      loading="audit.loading"
      failed="audit.failed"
      isMore={isMore}
      empty={
        <StatePanel
          state="empty"
          art="security"
          title={t(filtered ? 'audit.noneFound' : 'audit.none')}
          text={filtered ? undefined : t('audit.noneText')}
        >
          {filtered && (
            <Button size="s" onClick={() => screen.send({ type: 'list.show', query: auditQuery.cleared })}>
              {t('lists.filters.clear')}
            </Button>
          )}
        </StatePanel>
      }
    >
      <AuditTable screen={screen} rows={rows} />
    </PagedList>
  );
}
