/** Audit entries, newest first. A row opens its details; on a phone each entry takes three lines. */
import { useSelector } from '@xstate/react';
import type { AuditEntry } from '../../../../contract/entities/auditEntry.ts';
import { type AuditRef, selectAudit } from '../../../machines/audit/audit.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import type { ListColumn } from '../../lists/columns.ts';
import { ListTable } from '../../lists/ListTable.tsx';
import { timeColumn } from '../../lists/timeColumn.tsx';
import { ownZone } from '../../shell/siteTime.ts';
import { actText, fieldText, TECHNICAL_FIELDS } from './actTexts.ts';
import { type ChangeRow, changeRows } from './changeRows.ts';

/** Number of changed fields shown in a row; the details show all. */
const TOLD = 2;

export function AuditTable({ screen, rows }: { readonly screen: AuditRef; readonly rows: readonly AuditEntry[] }) {
  const t = useT();
  const words = useEntryTexts(screen);
  const columns: readonly ListColumn<AuditEntry>[] = [
    timeColumn({ id: 'at', head: t('shared.time'), at: ({ at }) => at, timeZone: ownZone() }),
    { id: 'who', head: t('audit.column.who'), text: words.who },
    {
      id: 'act',
      head: t('audit.column.act'),
      cell: (entry) => <b className="font-medium">{words.act(entry)}</b>,
      phone: 'title',
    },
    {
      id: 'subject',
      head: t('audit.column.subject'),
      cell: (entry) => <span title={entry.subject}>{words.subject(entry) || t('shared.dash')}</span>,
      phone: 'beside',
      phoneCell: words.subject,
    },
    {
      id: 'change',
      head: t('audit.column.change'),
      className: 'w-full max-w-0',
      cell: (entry) => <span className="block truncate text-text-2">{words.change(entry) || t('shared.dash')}</span>,
      phone: 'hidden',
    },
  ];
  return (
    <ListTable
      label={t('routes.audit')}
      columns={columns}
      rows={rows}
      idOf={({ id }) => String(id)}
      onOpen={(id) => {
        const entry = rows.find((row) => String(row.id) === id);
        if (entry) screen.send({ type: 'entry.open', entry });
      }}
    />
  );
}

/** Texts of an entry. Unknown actions and deleted subjects fall back to the recorded value. */
export function useEntryTexts(screen: AuditRef) {
  const t = useT();
  const { names } = useSelector(screen, selectAudit);
  const texts = { names, yes: t('audit.yes'), no: t('audit.no'), label: (field: string) => fieldText(t, field) };
  const fields = ({ before, after }: AuditEntry): ChangeRow[] => changeRows(before, after, texts);
  return {
    fields,
    act: ({ act }: AuditEntry): string => actText(t, act),
    who: ({ name, userId }: AuditEntry): string => name || userId,
    /** Session ids are omitted because they mean nothing to the reader. */
    subject: ({ act, subject, subjectName }: AuditEntry): string =>
      subjectName || (act.startsWith('session.') ? '' : subject),
    change: (entry: AuditEntry): string => {
      const changed = fields(entry).filter((row) => row.changed && !TECHNICAL_FIELDS.has(row.field));
      const told = changed
        .slice(0, TOLD)
        .map(({ label: field, before: was, after: is }) =>
          was === null
            ? t('audit.fact', { field, value: is ?? '' })
            : t('audit.change', { field, before: was, after: is ?? t('shared.dash') }),
        );
      return [
        ...told,
        ...(changed.length > TOLD ? [t('audit.changeMore', { count: changed.length - TOLD })] : []),
      ].join(t('audit.comma'));
    },
  };
}
