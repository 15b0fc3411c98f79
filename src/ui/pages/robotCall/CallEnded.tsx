/** An ended call: figures, what happened, what it was about, and the last calls with the robot. */
import { useSelector } from '@xstate/react';
import Phone from 'lucide-react/icons/phone';
import type { Call } from '../../../../contract/entities/call.ts';
import { CALL_NOTE_MAX, CALL_TOPICS } from '../../../../contract/rules/call.ts';
import { selectNoteState } from '../../../machines/robotCall/robotCall.selectors.ts';
import { CallFigures, CallKept, CallLines } from '../../calls/CallHistory.tsx';
import { durationText, resultText, talkedMs, TOPIC_NAMES } from '../../calls/callTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { fullText } from '../../labels/fullText.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Chip } from '../../kit/Chip.tsx';
import { Field } from '../../kit/Field.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import type { CallPageProps } from './callPage.ts';

export function EndedFigures(part: CallPageProps & { readonly call: Call }) {
  const t = useT();
  const {
    call,
    context: { record, recordFailure },
    now,
    time,
    userId,
  } = part;
  return (
    <div className="min-h-0 flex-1 overflow-auto max-desk:flex-none max-desk:overflow-visible">
      <div className="grid grid-cols-4 gap-4 border-y border-line px-5 py-3.5 max-desk:grid-cols-2">
        <CallFigures call={record?.call ?? call} now={now} />
      </div>
      <h3 className="px-5 pt-3 pb-1.5 text-13 font-semibold">{t('shared.whatHappened')}</h3>
      {recordFailure && <p className="px-5 text-13 text-attn-text">{t('robotCall.ended.loadFailed')}</p>}
      {record && (
        <>
          <div className="px-5">
            <CallLines record={record} userId={userId} time={time} />
          </div>
          <h3 className="mt-2 border-t border-line px-5 pt-3 pb-2 text-13 font-semibold">{t('routes.photos')}</h3>
          <div className="px-5 pb-4">
            <CallKept record={record} userId={userId} time={time} />
          </div>
        </>
      )}
    </div>
  );
}

export function EndedSide({ screen, calls, context, name, userId, now, time, serialNumber }: CallPageProps) {
  const t = useT();
  const { topic, note, noteFailure, data } = context;
  const noteState = useSelector(screen, selectNoteState);
  return (
    <>
      <Card title={t('robotCall.ended.about')}>
        <div className="flex flex-col gap-3 px-4 pb-4">
          <div className="flex flex-wrap gap-2" role="group" aria-label={t('robotCall.ended.about')}>
            {CALL_TOPICS.map((one) => (
              <Chip
                key={one}
                label={t(TOPIC_NAMES[one])}
                on={topic === one}
                onToggle={() => screen.send({ type: 'topic.choose', topic: one })}
              />
            ))}
          </div>
          <Field
            label={t('shared.note')}
            hint={fullText(t, note, CALL_NOTE_MAX)}
            error={noteFailure ? t.failure(noteFailure) : undefined}
          >
            <TextInput
              value={note}
              maxLength={CALL_NOTE_MAX}
              onChange={(text) => screen.send({ type: 'note.type', note: text })}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              busy={noteState === 'saving'}
              disabledReason={noteState === 'saved' ? t('robotCall.ended.saved') : undefined}
              onClick={() => screen.send({ type: 'note.save' })}
            >
              {t(noteState === 'saved' ? 'robotCall.ended.saved' : 'robotCall.ended.save')}
            </Button>
            <Button icon={Phone} onClick={() => calls.send({ type: 'calls.start', serialNumber })}>
              {t('robotCall.refused.again')}
            </Button>
            <Button variant="ghost" onClick={() => calls.send({ type: 'calls.close' })}>
              {t('common.close')}
            </Button>
          </div>
        </div>
      </Card>
      <Card title={t('robotCall.ended.last', { name })} className="min-h-0 flex-1 overflow-auto">
        {data?.calls.length === 0 && <p className="px-4 pb-4 text-13 text-text-2">{t('robotCall.ended.lastNone')}</p>}
        <ul>
          {data?.calls.map((one) => {
            const talked = talkedMs(one, now);
            return (
              <li
                key={one.id}
                className="grid min-h-11 grid-cols-[64px_minmax(0,1fr)_auto] items-center gap-2 border-t border-line px-4 text-13"
              >
                <time className="text-12 text-text-2 tabular-nums">{time(one.createdAt)}</time>
                <span className={talked === null ? 'text-attn-text' : undefined}>
                  {[
                    one.operator
                      ? one.operator.id === userId
                        ? t('robotCall.stage.own')
                        : one.operator.name
                      : t('shared.nobody'),
                    talked === null ? resultText(t, one) : durationText(talked),
                  ].join(', ')}
                </span>
                <span className="text-12 text-text-2">{one.topic && t(TOPIC_NAMES[one.topic])}</span>
              </li>
            );
          })}
        </ul>
      </Card>
    </>
  );
}
