/** Details of one audit entry: actor, action, time, every field before and after, and the moment of a robot. */
import { useSelector } from '@xstate/react';
import type { AuditEntry } from '../../../../contract/entities/auditEntry.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import type { AuditRef } from '../../../machines/audit/audit.selectors.ts';
import { MomentButton } from '../../events/MomentButton.tsx';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { ownZone, timeStamp, zoneName } from '../../shell/siteTime.ts';
import { useChangeTexts, useEntryTexts } from './AuditTable.tsx';
import { changeRows } from './changeRows.ts';

/** Rows are separated by lines; the head is shaded. */
const TABLE =
  'w-full text-13 [&_td]:border-b [&_td]:border-line [&_td]:px-3 [&_td]:py-1.5 [&_td]:align-top [&_td]:wrap-anywhere [&_th]:border-b [&_th]:border-line [&_th]:px-3 [&_th]:py-1.5 [&_th]:text-left [&_th]:align-top [&_th]:font-medium [&_th]:wrap-anywhere [&_th]:text-text-2 [&_thead_th]:bg-surface-2 [&_thead_th]:text-12 [&_tbody_tr:last-child>*]:border-b-0';

export function EntryDialog({ screen, entry }: { readonly screen: AuditRef; readonly entry: AuditEntry }) {
  const t = useT();
  const onClose = (): void => screen.send({ type: 'entry.close' });
  const words = useEntryTexts(screen);
  const texts = useChangeTexts(screen);
  const { at, userId, subject, act, before, after } = entry;
  const rows = changeRows(before, after, texts);
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
          <table className={TABLE} aria-label={t('audit.column.change')}>
            <thead>
              <tr>
                <th scope="col">{t('audit.field')}</th>
                <th scope="col">{t('shared.before')}</th>
                <th scope="col">{t('audit.after')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.field} className="group" data-changed={row.changed}>
                  <th scope="row">{row.label || t('shared.dash')}</th>
                  <td>{row.before ?? t('shared.dash')}</td>
                  <td className="group-data-[changed=true]:font-semibold">{row.after ?? t('shared.dash')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}
