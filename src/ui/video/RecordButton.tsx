/**
 * Starts and ends recording a robot's video. A white ring with the running time, never red: red means an alarm or Stop.
 * The time counts from the first part that the server has stored.
 */
import { useSelector } from '@xstate/react';
import Circle from 'lucide-react/icons/circle';
import CircleDot from 'lucide-react/icons/circle-dot';
import { VIDEO_RECORDING_MS_MAX } from '../../../contract/rules/videoRecording.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import {
  selectIsCutShort,
  selectIsStranded,
  selectRecordedMs,
  selectRecordingEnd,
  selectRecordingFailure,
  selectRecordingStart,
  selectRecordingState,
  type RecordingState,
  type VideoRecordingRef,
} from '../../machines/videoRecording/videoRecording.selectors.ts';
import type { RecordingEnd } from '../../machines/videoRecording/videoRecording.machine.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';
import { VideoAct } from '../kit/VideoFrame.tsx';

const RUNNING: readonly RecordingState[] = ['opening', 'recording', 'behind', 'saving'];

/** '0:42' */
export const recordedTime = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

export interface RecordButtonProps {
  readonly recording: VideoRecordingRef;
  /** Server time, ms. */
  readonly now: number;
  /** Whether there is a picture now. */
  readonly live: boolean;
  /** Why this person must not record at all. */
  readonly disabledReason?: string | undefined;
  /** Only the time beside the button, where there is no room for more. */
  readonly compact?: boolean | undefined;
}

/** Whether a recording is running, and for how long, in figures and in words. */
function useRunning(recording: VideoRecordingRef | undefined, now: number) {
  const t = useT();
  const state = useSelector(recording, (snapshot) => (snapshot ? selectRecordingState(snapshot) : 'idle'));
  const startedAt = useSelector(recording, (snapshot) => (snapshot ? selectRecordingStart(snapshot) : null));
  const runs = RUNNING.includes(state);
  const time = startedAt === null || !runs ? null : recordedTime(now - startedAt);
  const words =
    time === null
      ? t('videoRecording.opening')
      : t(state === 'behind' ? 'videoRecording.behind' : 'videoRecording.running', { time });
  return { state, runs, time, words };
}

/** The ring and the time on a picture whose button is not shown. */
export function RecordingSign({
  recording,
  now,
}: {
  readonly recording: VideoRecordingRef | undefined;
  readonly now: number;
}) {
  const { runs, time, words } = useRunning(recording, now);
  return (
    runs && (
      <span className="inline-flex items-center gap-1 tabular-nums" role="timer" aria-label={words}>
        <Icon of={CircleDot} size={12} />
        {time}
      </span>
    )
  );
}

export function RecordButton({ recording, now, live: isLive, disabledReason, compact = false }: RecordButtonProps) {
  const t = useT();
  const { state, runs, time, words } = useRunning(recording, now);
  const reason = runs
    ? state === 'saving'
      ? t('videoRecording.saving')
      : undefined
    : (disabledReason ?? (isLive ? undefined : t('videoRecording.needsPicture')));
  return (
    <span className="inline-flex items-center">
      <VideoAct
        icon={runs ? CircleDot : Circle}
        label={runs ? t('videoRecording.stop') : t('videoRecording.start')}
        pressed={runs}
        disabledReason={reason}
        onPress={() => recording.send({ type: runs ? 'recording.stop' : 'recording.start' })}
      />
      {runs && (
        <span className="pr-1.5 text-[11px]/4 font-medium tabular-nums" role="timer" aria-label={words}>
          {compact && time !== null ? time : words}
        </span>
      )}
    </span>
  );
}

const ENDS = {
  tooLong: 'videoRecording.end.tooLong',
  pictureLost: 'videoRecording.end.pictureLost',
  linkLost: 'videoRecording.end.linkLost',
} as const satisfies Record<Exclude<RecordingEnd, 'asked'>, string>;

/** What became of the last recording, shown beside the video. */
export function RecordingNews({ recording }: { readonly recording: VideoRecordingRef }) {
  const t = useT();
  const state = useSelector(recording, selectRecordingState);
  const end = useSelector(recording, selectRecordingEnd);
  const failure = useSelector(recording, selectRecordingFailure);
  const durationMs = useSelector(recording, selectRecordedMs);
  const startedAt = useSelector(recording, selectRecordingStart);
  const stranded = useSelector(recording, selectIsStranded);
  const cutShort = useSelector(recording, selectIsCutShort);
  if (state !== 'saved' && state !== 'failed') return null;
  // While parts wait, it is not decided what was lost with the connection.
  const isUntold = end === null || end === 'asked' || (stranded && end === 'linkLost');
  const ended = isUntold ? null : t(ENDS[end], { minutes: VIDEO_RECORDING_MS_MAX / 60_000 });
  // The server completes what arrived before the failure; later, if its disk is full now.
  const isKept = startedAt !== null && failure?.code !== ERRORS.recordingFailed;
  const saved =
    state === 'saved'
      ? t('videoRecording.saved', { time: recordedTime(durationMs) })
      : stranded
        ? t('videoRecording.stranded')
        : isKept && end !== 'linkLost'
          ? t('videoRecording.savedLater')
          : null;
  const isFull = failure?.code === ERRORS.diskFull && startedAt !== null;
  const told = isFull ? t('videoRecording.end.diskFull') : failure ? t.failure(failure) : null;
  const why = cutShort ? t('videoRecording.end.cutShort') : told;
  return (
    <>
      <p
        className={state === 'failed' || why ? 'mt-1.5 px-1 text-12 text-attn-text' : 'mt-1.5 px-1 text-12 text-text-2'}
        role={state === 'failed' || why ? 'alert' : 'status'}
      >
        {[why, ended, saved].filter((text) => text !== null).join(' ')}
      </p>
      {stranded && (
        <p className="mt-1.5 flex gap-2 px-1">
          <Button size="s" onClick={() => recording.send({ type: 'recording.retry' })}>
            {t('common.retry')}
          </Button>
          <Button size="s" variant="ghost" onClick={() => recording.send({ type: 'recording.discard' })}>
            {t('shared.discard')}
          </Button>
        </p>
      )}
    </>
  );
}
