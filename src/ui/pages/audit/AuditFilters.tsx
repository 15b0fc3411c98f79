/** Filter row of the audit log: dates, actor, action and subject. */
import { useSelector } from '@xstate/react';
import { type AuditQuery, auditQuery } from '../../../machines/audit/auditQuery.ts';
import { type AuditRef, selectAudit } from '../../../machines/audit/audit.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { SearchInput } from '../../kit/SearchInput.tsx';
import { Select } from '../../kit/Select.tsx';
import { Filters } from '../../lists/Filters.tsx';
import { RangePicker } from '../../lists/RangePicker.tsx';
import { ownZone } from '../../shell/siteTime.ts';
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
    <Filters
      filtered={auditQuery.isFiltered(query)}
      onClear={() => screen.send({ type: 'list.show', query: auditQuery.cleared })}
    >
      <RangePicker
        value={{ days: '', from, until }}
        choices={[]}
        timeZone={ownZone()}
        onChange={(range) => onShow({ from: range.from, until: range.until })}
      />
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
    </Filters>
  );
}
