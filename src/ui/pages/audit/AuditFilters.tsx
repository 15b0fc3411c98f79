/** Filter row of the audit log: dates, actor, action and subject. */
import { useSelector } from '@xstate/react';
import { AUDIT_ACTS } from '../../../../contract/rules/auditActs.ts';
import { type AuditQuery, auditQuery } from '../../../machines/audit/auditQuery.ts';
import { type AuditRef, selectAudit } from '../../../machines/audit/audit.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { SearchInput } from '../../kit/SearchInput.tsx';
import { Select } from '../../kit/Select.tsx';
import { Filters } from '../../lists/Filters.tsx';
import { RangePicker } from '../../lists/RangePicker.tsx';
import { ownZone } from '../../shell/siteTime.ts';
import { actKey, AREA_KEYS } from './actTexts.ts';

export function AuditFilters({ screen }: { readonly screen: AuditRef }) {
  const t = useT();
  const { query } = useSelector(screen, selectAudit);
  const { who, act, subject, from, until } = auditQuery.read(query);
  const onShow = (change: Partial<AuditQuery>): void =>
    screen.send({ type: 'list.show', query: auditQuery.patch(change) });
  const options = [
    { value: '', label: t('audit.filter.everything') },
    ...Object.entries(AREA_KEYS).flatMap(([area, key]) => [
      { value: area, label: t(key) },
      ...AUDIT_ACTS.filter((one) => one.startsWith(`${area}.`)).map((value) => ({
        value,
        label: `\u2003${t(actKey(value))}`,
      })),
    ]),
  ];
  // The action of a link from another version.
  if (!options.some(({ value }) => value === act)) options.push({ value: act, label: act });
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
