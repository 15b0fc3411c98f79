/** An ended call: figures, what happened, what it was about, and the last calls with the robot. */
import { useSelector } from '@xstate/react';
import Phone from 'lucide-react/icons/phone';
import type { Call, CallLine } from '../../../../contract/entities/call.ts';
import { CALL_NOTE_MAX, CALL_TOPICS } from '../../../../contract/rules/call.ts';
import { selectNoteState } from '../../../machines/robotCall/robotCall.selectors.ts';
import {
  durationText,
  END_NAMES,
  endedByText,
  PICTURE_NAMES,
  resultText,
  talkedMs,
  TOPIC_NAMES,
} from '../../calls/callTexts.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Chip } from '../../kit/Chip.tsx';
import { Field } from '../../kit/Field.tsx';
import { KeyFigure } from '../../kit/KeyFigure.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import type { CallPageProps } from './callPage.ts';

export function EndedFigures({
  call,
  context: { record, recordFailure },
  now,
  time,
  userId,
}: CallPageProps & { readonly call: Call }) {
  const t = useT();
  const shown = record?.call ?? call;
  const talked = talkedMs(shown, now);
  const waited = (shown.answeredAt ?? shown.endedAt ?? now) - shown.createdAt;
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <div className="grid grid-cols-4 gap-4 border-y border-line px-5 py-3.5 max-desk:grid-cols-2">
        <KeyFigure label={t('robotCall.ended.talked')} value={talked === null ? null : durationText(talked)} />
        <KeyFigure label={t('robotCall.ended.waited')} value={String(Math.round(waited / 1_000))} unit="s" />
        <KeyFigure
          label={t('robotCall.ended.interrupted')}
          value={
            shown.interruptions === 0
              ? t('robotCall.ended.never')
              : t('robotCall.ended.times', { count: shown.interruptions, time: durationText(shown.interruptedMs) })
          }
        />
        <KeyFigure
          label={t('robotCall.ended.roundTrip')}
          value={shown.roundTrip === null ? null : String(shown.roundTrip)}
          unit="ms"
        />
      </div>
      <h3 className="px-5 pt-3 pb-1.5 text-13 font-semibold">{t('robotCall.ended.happened')}</h3>
      {recordFailure && <p className="px-5 text-13 text-attn-text">{t('robotCall.ended.loadFailed')}</p>}
      <ol>
        {record?.lines.map((line, index) => (
          <li key={index} className="grid grid-cols-[64px_minmax(0,1fr)] gap-2.5 px-5 py-1.5 text-13">
            <time className="text-12 text-text-2 tabular-nums">{time(line.at)}</time>
            <LineText line={line} call={record.call} userId={userId} />
          </li>
        ))}
      </ol>
      <p className="px-5 py-3 text-12 text-text-2">{t('robotCall.ended.notRecorded')}</p>
    </div>
  );
}

function LineText({
  line: { kind, side, text, ms },
  call,
  userId,
}: {
  readonly line: CallLine;
  readonly call: Call;
  readonly userId: string;
}) {
  const t = useT();
  switch (kind) {
    case 'asked':
      return t(call.operator?.id === userId ? 'robotCall.line.asked' : 'robotCall.line.askedBy');
    case 'answered':
      return t(side === 'operator' ? 'robotCall.line.answeredOperator' : 'robotCall.line.answeredVisitor');
    case 'said':
      return t('robotCall.line.said', { text });
    case 'showed':
      return text in PICTURE_NAMES
        ? t('robotCall.line.showed', { picture: t(PICTURE_NAMES[text as keyof typeof PICTURE_NAMES]) })
        : t('robotCall.line.showedOperator');
    case 'lost':
      return t(
        text === 'robot'
          ? 'robotCall.line.lostRobot'
          : text === 'operator'
            ? 'robotCall.line.lostOperator'
            : 'robotCall.line.lostMedia',
      );
    case 'back':
      return t('robotCall.line.back', { time: durationText(ms ?? 0) });
    case 'ended':
      return t('robotCall.line.ended', {
        end: call.end ? t(END_NAMES[call.end]) : '',
        by: endedByText(t, call, userId),
      });
    case 'pressed':
      return t('robotCall.line.pressed');
    case 'rang':
      return t('robotCall.line.rang');
    case 'askedToWait':
      return t('robotCall.line.askedToWait');
  }
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
          <Field label={t('robotCall.ended.note')} error={noteFailure ? t.failure(noteFailure) : undefined}>
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
              {t('robotCall.ended.again')}
            </Button>
            <Button variant="ghost" onClick={() => calls.send({ type: 'calls.close' })}>
              {t('robotCall.ended.close')}
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
                      : t('callTexts.nobody'),
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
