/** What happened in the case, oldest first, with notes for the next shift. */
import { useSelector } from '@xstate/react';
import type { CaseEntry } from '../../../../contract/entities/alarmCase.ts';
import { CASE_ENTRIES, CASE_NOTE_MAX, type CaseEntryKind } from '../../../../contract/rules/alarmCase.ts';
import type { CaseDetails } from '../../../machines/alarmCase/alarmCase.machine.ts';
import { selectAlarmCase, selectIsActing } from '../../../machines/alarmCase/alarmCase.selectors.ts';
import type { Translate } from '../../hooks/translate.ts';
import { useT } from '../../hooks/useT.ts';
import type { Key } from '../../hooks/localeTexts.ts';
import { Button } from '../../kit/Button.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { pictureGapKey } from '../../alarms/caseTexts.ts';
import { timeStamp } from '../../shell/siteTime.ts';
import type { CaseProps } from './caseProps.ts';
import { useIsOffline } from './useRefusal.ts';

/** The id of the field for a note. */
export const NOTE_FIELD = 'case-note';

const ENTRIES = {
  raised: 'alarmCase.history.entry.raised',
  over: 'alarmCase.history.entry.over',
  told: 'alarmCase.history.entry.told',
  nobodyToTell: 'alarmCase.history.entry.nobodyToTell',
  notificationsOff: 'alarmCase.history.entry.notificationsOff',
  taken: 'alarmCase.history.entry.taken',
  handOverAsked: 'alarmCase.history.entry.handOverAsked',
  handOverAccepted: 'alarmCase.history.entry.handOverAccepted',
  handOverDeclined: 'alarmCase.history.entry.handOverDeclined',
  released: 'alarmCase.history.entry.released',
  ownerGone: 'alarmCase.history.entry.ownerGone',
  askedAgain: 'alarmCase.history.entry.askedAgain',
  resolved: 'alarmCase.history.entry.resolved',
  reopened: 'alarmCase.history.entry.reopened',
  note: 'alarmCase.history.entry.note',
  noPicture: 'alarmCase.pictures.noAfter',
  merged: 'alarmCase.history.entry.merged',
  mergedHere: 'alarmCase.history.entry.mergedHere',
} as const satisfies Record<CaseEntryKind, Key>;

/** Of a kind that only a later version knows: who did it, as for a note. */
const entryKey = (kind: string): Key => ENTRIES[CASE_ENTRIES.find((one) => one === kind) ?? 'note'];

const entryText = (t: Translate, { kind, by, to, level }: CaseEntry): string =>
  t(entryKey(kind), {
    by,
    to,
    level: level ?? 0,
    count: Number(to) || 0,
    reason: kind === 'noPicture' ? t(pictureGapKey(to)) : '',
  });

export function CaseHistory({ screen, details, timeZone }: CaseProps & { readonly details: CaseDetails }) {
  const t = useT();
  const { typed } = useSelector(screen, selectAlarmCase);
  const acting = useSelector(screen, selectIsActing);
  const isOffline = useIsOffline();
  const add = (): void => {
    if (!isOffline && typed.trim() !== '') screen.send({ type: 'case.do', task: { type: 'note', text: typed } });
  };
  return (
    <section className="card flex min-h-60 flex-1 flex-col max-desk:flex-none" aria-labelledby="history-title">
      <h2 id="history-title" className="px-4 pt-3 text-14 font-semibold text-heading">
        {t('alarmCase.history.title')}
      </h2>
      <ol className="min-h-0 flex-1 overflow-y-auto px-4 py-2" tabIndex={0} aria-labelledby="history-title">
        {details.entries.map((entry) => (
          <li key={entry.id} className="grid grid-cols-[128px_minmax(0,1fr)] gap-2 py-1.5 text-13 max-desk:grid-cols-1">
            <time className="text-12 text-text-2 tabular-nums">{timeStamp(entry.at, timeZone)}</time>
            <span className="min-w-0 break-words">
              {entryText(t, entry)}
              {entry.ofCase !== undefined && (
                <span className="block text-12 text-text-2">
                  {t('alarmCase.history.ofCase', { number: entry.ofCase })}
                </span>
              )}
              {entry.text !== '' && <span className="block text-12 text-text-2">{entry.text}</span>}
            </span>
          </li>
        ))}
      </ol>
      <form
        className="flex gap-2 border-t border-line p-3"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextInput
          id={NOTE_FIELD}
          aria-keyshortcuts="N"
          value={typed}
          maxLength={CASE_NOTE_MAX}
          placeholder={t('alarmCase.history.note')}
          aria-label={t('alarmCase.history.note')}
          onChange={(text) => screen.send({ type: 'note.type', text })}
        />
        <Button
          type="submit"
          busy={acting && typed !== ''}
          disabledReason={isOffline ? t('alarmCase.why.offline') : undefined}
        >
          {t('shared.add')}
        </Button>
      </form>
    </section>
  );
}
