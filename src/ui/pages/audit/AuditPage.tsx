/** Who did what to what, and when (design 8): found by who, what, subject and days, read field by field, taken away as a file. */
import '../../styles/accounts.css';
import { useSelector } from '@xstate/react';
import FileDown from 'lucide-react/icons/file-down';
import type { ActorRefFrom } from 'xstate';
import { PAGE_SIZE } from '../../../../contract/rules/limits.ts';
import type { auditMachine } from '../../../machines/audit/audit.machine.ts';
import { type AuditQuery, auditPatch, isFiltered, readAuditQuery } from '../../../machines/audit/auditQuery.ts';
import { selectAudit, selectIsAuditLoading, selectIsExporting } from '../../../machines/audit/audit.selectors.ts';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { useLanguage } from '../../hooks/useLanguage.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Pager } from '../../kit/Pager.tsx';
import { SkeletonBlocks } from '../../kit/SkeletonBlocks.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { ownZone } from '../../shell/ownZone.ts';
import { zoneName } from '../../shell/siteTime.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { EntryDialog } from './EntryDialog.tsx';

export type AuditScreen = ActorRefFrom<typeof auditMachine>;

export function AuditPage({ screen }: { readonly screen: AuditScreen }) {
  const t = useT();
  const language = useLanguage();
  const now = useServerNow();
  const { entry, total, isMore } = useSelector(screen, selectAudit);
  const exporting = useSelector(screen, selectIsExporting);
  const show = (change: Partial<AuditQuery>): void => screen.send({ type: 'audit.show', query: auditPatch(change) });
  return (
    <div className="accounts-page">
      <div className="page-head">
        <div className="page-title">
          <h1>{t('audit.title')}</h1>
          <p>{t('audit.zone', { zone: zoneName(ownZone(), language, now) })}</p>
        </div>
        {exporting && <Button onClick={() => screen.send({ type: 'export.cancel' })}>{t('audit.export.cancel')}</Button>}
        <Button variant="pri" icon={FileDown} busy={exporting} disabledReason={total === 0 ? t('audit.export.none') : undefined} onClick={() => screen.send({ type: 'export.start' })}>
          {exporting ? t('audit.export.busy') : isMore ? t('audit.export.all') : t('audit.export.some', { count: total })}
        </Button>
      </div>
      <AuditFilters screen={screen} onShow={show} />
      <AuditList screen={screen} onShow={show} />
      {entry && <EntryDialog entry={entry} onClose={() => screen.send({ type: 'entry.close' })} />}
    </div>
  );
}

function AuditList({ screen, onShow }: { readonly screen: AuditScreen; readonly onShow: (change: Partial<AuditQuery>) => void }) {
  const t = useT();
  const { query, rows, total, isMore, failure } = useSelector(screen, selectAudit);
  const loading = useSelector(screen, selectIsAuditLoading);
  const filter = readAuditQuery(query);
  if (failure) {
    const forbidden = failure.code === ERRORS.notAllowed;
    return (
      <div className="card">
        <StatePanel state={forbidden ? 'forbidden' : 'failed'} title={t(forbidden ? 'audit.forbidden' : 'audit.failed')} text={forbidden ? t('audit.forbiddenText') : t.failure(failure)}>
          <Button size="s" busy={loading} onClick={() => screen.send({ type: 'audit.reload' })}>{t('audit.retry')}</Button>
        </StatePanel>
      </div>
    );
  }
  if (rows.length === 0) {
    if (loading) return <div className="card"><SkeletonBlocks shape="table" count={10} label={t('audit.loading')} /></div>;
    return (
      <div className="card">
        <StatePanel state="empty" art="security" title={t(isFiltered(filter) ? 'audit.noneFound' : 'audit.none')} text={isFiltered(filter) ? undefined : t('audit.noneText')}>
          {isFiltered(filter) && <Button size="s" onClick={() => onShow({ who: '', act: '', subject: '', from: '', until: '' })}>{t('audit.clear')}</Button>}
        </StatePanel>
      </div>
    );
  }
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE.first));
  const first = (filter.page - 1) * PAGE_SIZE.first + 1;
  return (
    <div className="card card-clip accounts-table" aria-busy={loading || undefined}>
      <AuditTable screen={screen} rows={rows} />
      <Pager
        label={t('audit.pages')} page={filter.page} pages={pages} onPage={(page) => onShow({ page })}
        summary={t(isMore ? 'audit.rangeOfMore' : 'audit.range', { from: first, to: first + rows.length - 1, total })}
        previousLabel={t('audit.previous')} nextLabel={t('audit.next')} pageLabel={(page) => t('audit.page', { page })}
      />
    </div>
  );
}
