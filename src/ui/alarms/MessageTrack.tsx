/** How far a message to a contact came: queued, sent, arrived. Pages that use it list `alarmMessages` among their locales. */
import { isReportMissing } from '../../../contract/rules/alarmNotification.ts';
import { useT } from '../hooks/useT.ts';
import { Track, type TrackProps } from '../kit/Track.tsx';
import { messageState, type ShownMessage } from './messageTexts.ts';

/** The last station needs a report: what was sent has not arrived yet. */
function progressOf(message: ShownMessage, attempts: number, now: number): Pick<TrackProps, 'current' | 'kind'> {
  switch (message.state) {
    case 'queued':
      return { current: 0, kind: attempts > 0 ? 'waiting' : 'now' };
    case 'sent':
      return { current: 1, kind: isReportMissing(message, now) ? 'waiting' : 'now' };
    case 'delivered':
    case 'answered':
      return { current: 2, kind: 'done' };
    case 'failed':
      return { current: 1, kind: 'fail' };
    case 'digested':
      return message.settledAt === null ? { current: 0, kind: 'waiting' } : { current: 1, kind: 'now' };
    // It is only stored.
    case 'kept':
      return { current: 0, kind: 'expired' };
    case 'withdrawn':
      return { current: 0, kind: 'cancelled' };
  }
}

interface MessageTrackProps {
  readonly message: ShownMessage;
  /** Attempts that failed. */
  readonly attempts?: number | undefined;
  readonly now: number;
}

export function MessageTrack({ message, attempts = 0, now }: MessageTrackProps) {
  const t = useT();
  return (
    <span className="grid w-14 flex-none place-items-center">
      <Track
        stations={[
          { label: t('alarmMessages.state.queued') },
          { label: t('common.sent') },
          { label: t(message.state === 'answered' ? 'shared.confirmedByKey' : 'shared.delivered') },
        ]}
        {...progressOf(message, attempts, now)}
        description={t('alarmMessages.progress', { state: messageState(t, message, now).text })}
      />
    </span>
  );
}
