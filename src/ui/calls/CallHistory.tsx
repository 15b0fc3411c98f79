/** What is known of an ended call: its figures, what happened in it, and the photos and recordings taken during it. */
import Camera from 'lucide-react/icons/camera';
import Film from 'lucide-react/icons/film';
import type { Call, CallLine } from '../../../contract/entities/call.ts';
import type { CallRecord, KeptMedia } from '../../machines/robotCall/robotCall.machine.ts';
import { useApp } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { Icon } from '../kit/Icon.tsx';
import { KeyFigure } from '../kit/KeyFigure.tsx';
import { photoPath } from '../video/photoPath.ts';
import { recordedTime } from '../video/RecordButton.tsx';
import { durationText, END_NAMES, endedByText, PICTURE_NAMES, talkedMs } from './callTexts.ts';

export interface CallHistoryProps {
  readonly record: CallRecord;
  readonly userId: string;
  /** '14:32:06' */
  readonly time: (at: number) => string;
}

export function CallFigures({ call, now }: { readonly call: Call; readonly now: number }) {
  const t = useT();
  const talked = talkedMs(call, now);
  const waited = (call.answeredAt ?? call.endedAt ?? now) - call.createdAt;
  return (
    <>
      <KeyFigure label={t('robotCall.ended.talked')} value={talked === null ? null : durationText(talked)} />
      <KeyFigure label={t('robotCall.ended.waited')} value={String(Math.round(waited / 1_000))} unit="s" />
      <KeyFigure
        label={t('shared.interrupted')}
        value={
          call.interruptions === 0
            ? t('robotCall.ended.never')
            : t('robotCall.ended.times', { count: call.interruptions, time: durationText(call.interruptedMs) })
        }
      />
      <KeyFigure
        label={t('robotCall.ended.roundTrip')}
        value={call.roundTrip === null ? null : String(call.roundTrip)}
        unit="ms"
      />
    </>
  );
}

type Entry = { readonly at: number; readonly line?: CallLine; readonly media?: KeptMedia };

/** Lines of the call, and between them what was taken. */
export function CallLines({ record: { call, lines, kept }, userId, time }: CallHistoryProps) {
  const entries: Entry[] = [
    ...lines.map((line) => ({ at: line.at, line })),
    ...(kept ?? []).map((media) => ({ at: media.item.takenAt, media })),
  ].sort((one, other) => one.at - other.at);
  return (
    <ol>
      {entries.map(({ at, line, media }, index) => (
        <li key={index} className="grid grid-cols-[64px_minmax(0,1fr)] gap-2.5 py-1.5 text-13">
          <time className="text-12 text-text-2 tabular-nums">{time(at)}</time>
          <span className="wrap-anywhere">
            {line && <LineText line={line} call={call} userId={userId} />}
            {media && <MediaText media={media} />}
          </span>
        </li>
      ))}
    </ol>
  );
}

function MediaText({ media: { item } }: { readonly media: KeptMedia }) {
  const t = useT();
  if (item.kind === 'photo') return t('robotCall.line.photo');
  return item.isRecording
    ? t('robotCall.line.recording')
    : t('robotCall.line.recorded', { time: recordedTime(item.durationMs ?? 0) });
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
        : text === ''
          ? t('robotCall.line.showedOperator')
          : t('robotCall.line.showed', { picture: text });
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

/** Each leads to its place among the photos and recordings. */
export function CallKept({ record: { kept }, time }: CallHistoryProps) {
  const t = useT();
  const { navigation } = useApp();
  if (kept === null) return <p className="text-13 text-attn-text">{t('robotCall.kept.failed')}</p>;
  if (kept.length === 0) return <p className="text-12 text-text-2">{t('robotCall.ended.notRecorded')}</p>;
  return (
    <ul className="flex flex-wrap gap-2.5">
      {kept.map(({ item: { fileId, kind, takenAt, durationMs, isRecording }, picture }) => {
        const params = { time: time(takenAt), length: recordedTime(durationMs ?? 0) };
        const label = t(
          kind === 'photo'
            ? 'robotCall.kept.photo'
            : isRecording
              ? 'robotCall.kept.saving'
              : 'robotCall.kept.recording',
          params,
        );
        return (
          <li key={fileId}>
            <button
              type="button"
              className="relative block h-20 w-32 overflow-hidden rounded-in bg-(--vid) text-(color:--vid-text) outline-offset-2"
              aria-label={label}
              title={t('robotCall.kept.open')}
              onClick={() => navigation.send({ type: 'navigation.go', to: photoPath(fileId) })}
            >
              {picture === '' ? (
                <span className="absolute inset-0 grid place-items-center">
                  <Icon of={kind === 'photo' ? Camera : Film} size={22} />
                </span>
              ) : (
                <img src={picture} alt="" className="absolute inset-0 size-full object-cover" />
              )}
              <span className="absolute bottom-1.5 left-1.5 rounded-in bg-(--vid-plate) px-1.5 text-[11px]/5 font-medium tabular-nums">
                {kind === 'photo' ? params.time : params.length}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
