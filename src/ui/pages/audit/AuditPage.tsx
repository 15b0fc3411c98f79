/** Audit log (design 8): filter by actor, action, subject and days, view changes field by field, export as a file. */
import { useSelector } from '@xstate/react';
import { auditQuery } from '../../../machines/audit/auditQuery.ts';
import { type AuditRef, selectAudit } from '../../../machines/audit/audit.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { ListPage } from '../../lists/ListPage.tsx';
import { ExportButton } from '../../shell/ExportButton.tsx';
import { PagedList } from '../../shell/PagedList.tsx';
import { ownZone, zoneName } from '../../shell/siteTime.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { EntryDialog } from './EntryDialog.tsx';

export function AuditPage({ screen }: { readonly screen: AuditRef }) {
  const t = useT();
  const now = useServerNow();
  const { query, rows, entry, total, isMore } = useSelector(screen, selectAudit);
  const filtered = auditQuery.isFiltered(query);
  return (
    <ListPage
      title={t('routes.audit')}
      facts={t('audit.zone', { zone: zoneName(ownZone(), t.language, now) })}
      actions={
        <ExportButton
          screen={screen}
          label={isMore ? t('shared.exportAll') : t('audit.export.some', { count: total })}
          disabledReason={total === 0 && t('shared.nothingToExport')}
        />
      }
      filters={<AuditFilters screen={screen} />}
      dialogs={entry && <EntryDialog screen={screen} entry={entry} />}
    >
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
          />
        }
      >
        <AuditTable screen={screen} rows={rows} />
      </PagedList>
    </ListPage>
  );
}
