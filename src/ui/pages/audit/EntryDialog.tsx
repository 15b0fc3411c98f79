/** Details of one audit entry: actor, action, time, every field before and after, and the moment of a robot. */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { AuditEntry } from '../../../../contract/entities/auditEntry.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import type { AuditRef } from '../../../machines/audit/audit.selectors.ts';
import { MomentButton } from '../../events/MomentButton.tsx';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { type Column, Table } from '../../kit/Table.tsx';
import { ownZone, timeStamp, zoneName } from '../../shell/siteTime.ts';
import { useEntryTexts } from './AuditTable.tsx';
import type { ChangeRow } from './changeRows.ts';

export function EntryDialog({ screen, entry }: { readonly screen: AuditRef; readonly entry: AuditEntry }) {
  const t = useT();
  const onClose = (): void => screen.send({ type: 'entry.close' });
  const words = useEntryTexts(screen);
  const { at, userId, subject, act } = entry;
  const rows = words.fields(entry);
  const column = (id: string, head: string, cell: (row: ChangeRow) => ReactNode) =>
    ({ id, head, cell, className: 'whitespace-normal wrap-anywhere' }) satisfies Column<ChangeRow>;
  const columns = [
    column('field', t('audit.field'), ({ label }) => label || t('shared.dash')),
    column('before', t('shared.before'), (row) => row.before ?? t('shared.dash')),
    column('after', t('audit.after'), (row) => (
      <span className={classes(row.changed && 'font-semibold')}>{row.after ?? t('shared.dash')}</span>
    )),
  ];
  const isRobot = useSelector(useFleet(), selectRobots).some(({ serialNumber }) => serialNumber === subject);
  return (
    <Dialog
      open
      wide
      title={words.act(entry)}
      closeLabel={t('common.close')}
      onClose={onClose}
      description={t('audit.when', { at: timeStamp(at, ownZone()), zone: zoneName(ownZone(), t.language, at) })}
      foot={
        <>
          {isRobot && <MomentButton serialNumber={subject} at={at} />}
          <Button onClick={onClose}>{t('common.close')}</Button>
        </>
      }
    >
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-13 wrap-anywhere [&_dt]:text-text-2 [&_small]:text-12 [&_small]:text-text-2">
        <dt>{t('audit.column.who')}</dt>
        <dd>
          {words.who(entry)} <small>{userId}</small>
        </dd>
        <dt>{t('audit.column.act')}</dt>
        <dd>
          {words.act(entry)} <small>{act}</small>
        </dd>
        <dt>{t('audit.column.subject')}</dt>
        <dd>
          {words.subject(entry) || t('shared.dash')} <small>{subject}</small>
        </dd>
      </dl>
      {rows.length === 0 ? (
        <p className="mt-4 text-text-2">{t('audit.noChange')}</p>
      ) : (
        <div className="mt-4 overflow-auto rounded border border-line">
          <Table label={t('audit.column.change')} columns={columns} rows={rows} idOf={({ field }) => field} />
        </div>
      )}
    </Dialog>
  );
}
