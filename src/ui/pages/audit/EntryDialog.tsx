/** Details of one audit entry: actor, action, time, and every field before and after. */
import type { AuditEntry } from '../../../../contract/entities/auditEntry.ts';
import { useLanguage } from '../../hooks/useLanguage.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { ownZone, timeStamp, zoneName } from '../../shell/siteTime.ts';
import { useEntryTexts } from './AuditTable.tsx';
import { changeRows } from './changeRows.ts';

export function EntryDialog({ entry, onClose }: { readonly entry: AuditEntry; readonly onClose: () => void }) {
  const t = useT();
  const language = useLanguage();
  const words = useEntryTexts();
  const { at, userId, subject, act, before, after } = entry;
  const rows = changeRows(before, after);
  return (
    <Dialog
      open
      wide
      title={words.act(entry)}
      closeLabel={t('common.close')}
      onClose={onClose}
      description={t('audit.when', { at: timeStamp(at, ownZone()), zone: zoneName(ownZone(), language, at) })}
      foot={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <dl className="accounts-facts">
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
          {words.subject(entry) || t('audit.dash')} <small>{subject}</small>
        </dd>
      </dl>
      {rows.length === 0 ? (
        <p className="mt-4 text-text-2">{t('audit.noChange')}</p>
      ) : (
        <div className="accounts-change">
          <table aria-label={t('audit.column.change')}>
            <thead>
              <tr>
                <th scope="col">{t('audit.field')}</th>
                <th scope="col">{t('audit.before')}</th>
                <th scope="col">{t('audit.after')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.field} data-changed={row.changed}>
                  <th scope="row">{row.field || t('audit.dash')}</th>
                  <td>{row.before ?? t('audit.dash')}</td>
                  <td>{row.after ?? t('audit.dash')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}
