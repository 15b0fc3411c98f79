/** What people wrote about an alarm, with names and times, and a field for another note. They are in its case too. */
import { useSelector } from '@xstate/react';
import type { EventRecord } from '../../../../contract/entities/eventRecord.ts';
import { CASE_NOTE_MAX } from '../../../../contract/rules/alarmCase.ts';
import {
  type EventRecordsRef,
  selectEventRecords,
  selectIsNoting,
} from '../../../machines/eventRecords/eventRecords.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/Field.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { useFocusFault } from '../../kit/useFocusFault.ts';
import { fullText } from '../../labels/fullText.ts';
import { timeStamp } from '../../shell/siteTime.ts';

interface NotesProps {
  readonly screen: EventRecordsRef;
  readonly event: EventRecord;
  readonly timeZone: string;
  readonly mayAct: boolean;
}

export function EventNotes({ screen, event: { id, bizType }, timeZone, mayAct }: NotesProps) {
  const t = useT();
  const { plan, note, noteFailure } = useSelector(screen, selectEventRecords);
  const noting = useSelector(screen, selectIsNoting);
  const submits = useFocusFault(() => screen.send({ type: 'note.add' }));
  if (bizType !== 'alarm') return null;
  const notes = plan?.of === id ? (plan.notes ?? []) : [];
  if (notes.length === 0 && !mayAct) return null;
  return (
    <section className="grid flex-none gap-2 border-t border-line pt-3" aria-labelledby="event-notes">
      <h3 id="event-notes" className="text-13 font-semibold text-heading">
        {t('eventTexts.column.notes')}
      </h3>
      {notes.length > 0 && (
        <ul className="grid gap-2 text-13">
          {notes.map((one) => (
            <li key={one.id} className="min-w-0">
              <span className="block wrap-anywhere">{one.text}</span>
              <span className="block text-12 text-text-2 tabular-nums">
                {one.by} · {timeStamp(one.at, timeZone)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayAct && (
        <form className="flex items-end gap-2" {...submits}>
          <div className="min-w-0 flex-1">
            <Field
              label={t('eventRecords.addNote')}
              error={noteFailure ? t.failure(noteFailure) : undefined}
              hint={fullText(t, note, CASE_NOTE_MAX)}
            >
              <TextInput
                value={note}
                maxLength={CASE_NOTE_MAX}
                onChange={(text) => screen.send({ type: 'note.type', text })}
              />
            </Field>
          </div>
          <Button type="submit" busy={noting}>
            {t('shared.add')}
          </Button>
        </form>
      )}
    </section>
  );
}
