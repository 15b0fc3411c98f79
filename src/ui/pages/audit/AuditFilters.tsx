/** Filter row of the audit log: actor, action, subject and date range. */
import { useSelector } from '@xstate/react';
import { type AuditQuery, auditQuery } from '../../../machines/audit/auditQuery.ts';
import { type AuditRef, selectAudit } from '../../../machines/audit/audit.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { SearchInput } from '../../kit/SearchInput.tsx';
import { Select } from '../../kit/Select.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { ACT_KEYS, actKey, AREA_KEYS } from './actWords.ts';

export function AuditFilters({ screen }: { readonly screen: AuditRef }) {
  const t = useT();
  const { query } = useSelector(screen, selectAudit);
  const { who, act, subject, from, until } = auditQuery.read(query);
  const onShow = (change: Partial<AuditQuery>): void =>
    screen.send({ type: 'list.show', query: auditQuery.patch(change) });
  const acts: readonly string[] = Object.keys(AREA_KEYS).flatMap((area) => [
    area,
    ...Object.keys(ACT_KEYS).filter((each) => each.startsWith(`${area}.`)),
  ]);
  const nameOf = (one: string): string => {
    const key = actKey(one);
    return `${one.includes('.') ? '\u2003' : ''}${key ? t(key) : one}`;
  };
  const options = ['', ...acts, ...(act === '' || acts.includes(act) ? [] : [act])].map((value) => ({
    value,
    label: value === '' ? t('audit.filter.everything') : nameOf(value),
  }));
  return (
    <div className="list-filters" role="group" aria-label={t('shared.filters')}>
      <SearchInput size="s" label={t('audit.column.who')} value={who} onChange={(words) => onShow({ who: words })} />
      <Select
        size="s"
        label={t('audit.column.act')}
        value={act}
        options={options}
        onChange={(value) => onShow({ act: value })}
      />
      <SearchInput
        size="s"
        label={t('audit.column.subject')}
        value={subject}
        onChange={(words) => onShow({ subject: words })}
      />
      <TextInput
        size="s"
        type="date"
        value={from}
        max={until || undefined}
        aria-label={t('audit.filter.from')}
        onChange={(day) => onShow({ from: day })}
      />
      <span aria-hidden="true">{t('shared.to')}</span>
      <TextInput
        size="s"
        type="date"
        value={until}
        min={from || undefined}
        aria-label={t('audit.filter.until')}
        onChange={(day) => onShow({ until: day })}
      />
      {auditQuery.isFiltered(query) && (
        <Button size="s" variant="ghost" onClick={() => screen.send({ type: 'list.show', query: auditQuery.cleared })}>
          {t('lists.filters.clear')}
        </Button>
      )}
    </div>
  );
}
