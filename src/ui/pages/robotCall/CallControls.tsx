/** Controls of a call (microphone, camera, speaker, photo, recording, end) and the status of photo and recording. */
import { useSelector } from '@xstate/react';
import Camera from 'lucide-react/icons/camera';
import Circle from 'lucide-react/icons/circle';
import CircleDot from 'lucide-react/icons/circle-dot';
import Mic from 'lucide-react/icons/mic';
import MicOff from 'lucide-react/icons/mic-off';
import PhoneOff from 'lucide-react/icons/phone-off';
import Video from 'lucide-react/icons/video';
import VideoOff from 'lucide-react/icons/video-off';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import {
  type CallMediaRef,
  selectCallMedia,
  selectCallPicture,
  selectCameraState,
  selectIsSpeakerOn,
  selectMicrophoneState,
} from '../../../machines/calls/callMedia.selectors.ts';
import type { MicrophoneRefusal } from '../../../machines/robotData/video.setup.ts';
import { selectIsPhotographing, selectRecordingRef } from '../../../machines/robotCall/robotCall.selectors.ts';
import {
  selectRecordingStart,
  selectRecordingState,
  type RecordingState,
  type VideoRecordingRef,
} from '../../../machines/videoRecording/videoRecording.selectors.ts';
import type { Glyph } from '../../icons/glyph.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { isPressBlocked } from '../../kit/isPressBlocked.ts';
import { recordedTime, RecordingNews } from '../../video/RecordButton.tsx';
import type { CallPageProps } from './callPage.ts';
import { useDeviceKeys } from './useDeviceKeys.ts';

const REFUSALS = {
  denied: 'robotCall.stage.refused.denied',
  missing: 'robotCall.stage.refused.missing',
  insecure: 'robotCall.stage.refused.insecure',
  failed: 'robotCall.stage.refused.failed',
  forbidden: 'robotCall.stage.refused.forbidden',
} as const satisfies Record<MicrophoneRefusal, string>;
const RUNNING: readonly RecordingState[] = ['opening', 'recording', 'behind', 'saving'];

/** Why the microphone or the camera is off, and where the photo and the recording are. */
export function CallNews({ media, context: { photoFailure, isPhotoKept }, screen }: CallPageProps) {
  const t = useT();
  const recording = useSelector(screen, selectRecordingRef);
  return (
    <div className="flex-none px-4">
      {media && <DeviceNews media={media} />}
      {photoFailure && (
        <p className="pt-2 text-12 text-attn-text" role="alert">
          {t('robotCall.bar.photoFailed', { reason: t.failure(photoFailure) })}
        </p>
      )}
      {isPhotoKept && (
        <p className="pt-2 text-12 text-text-2" role="status">
          {t('videoRecording.photoKept')}
        </p>
      )}
      {recording && <RecordingNews recording={recording} />}
    </div>
  );
}

function DeviceNews({ media }: { readonly media: CallMediaRef }) {
  const t = useT();
  const { microphoneRefusal, cameraRefusal } = useSelector(media, selectCallMedia);
  if (!microphoneRefusal && !cameraRefusal) return null;
  return (
    <p className="pt-2 text-12 text-attn-text" role="alert">
      {[
        microphoneRefusal && t('robotCall.stage.noMicrophone'),
        microphoneRefusal && t('robotCall.stage.microphoneRefused', { reason: t(REFUSALS[microphoneRefusal]) }),
        cameraRefusal && t('robotCall.stage.cameraRefused', { reason: t(REFUSALS[cameraRefusal]) }),
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  );
}

/** Ends the call in each of its states; absent without a call. */
export function EndButton({ calls, call, state }: CallPageProps) {
  const t = useT();
  if (state !== 'starting' && state !== 'answering' && state !== 'inCall' && state !== 'ending') return null;
  return (
    <Button
      size="l"
      variant="danger"
      icon={PhoneOff}
      className="max-desk:min-h-14 max-desk:w-full max-desk:small:min-h-11"
      busy={state === 'ending'}
      onClick={() => calls.send({ type: 'calls.hangUp' })}
    >
      {t(
        state === 'ending'
          ? 'robotCall.bar.ending'
          : state === 'starting' || (state === 'inCall' && call?.state === 'ringing')
            ? 'shell.calls.stopRinging'
            : 'shell.calls.end',
      )}
    </Button>
  );
}

export function CallDevices(part: CallPageProps & { readonly media: CallMediaRef }) {
  const t = useT();
  const { media, screen, name, now, time } = part;
  const microphone = useSelector(media, selectMicrophoneState);
  const camera = useSelector(media, selectCameraState);
  const speaker = useSelector(media, selectIsSpeakerOn);
  const isLive = useSelector(media, selectCallPicture) === 'live';
  const saving = useSelector(screen, selectIsPhotographing);
  const recording = useSelector(screen, selectRecordingRef);
  const bar = useDeviceKeys();
  const noPicture = isLive ? undefined : t('robotCall.bar.needsPicture');
  return (
    <div
      className="flex min-w-0 flex-wrap items-center gap-2 max-desk:grid max-desk:auto-cols-fr max-desk:grid-flow-col max-desk:gap-1.5"
      role="group"
      aria-label={t('robotCall.bar.name')}
      ref={bar}
    >
      <Device
        icon={microphone === 'off' ? MicOff : Mic}
        hotkey="M"
        label={t(microphone === 'off' ? 'robotCall.bar.unmute' : 'robotCall.bar.mute')}
        on={microphone !== 'off'}
        onPress={() => media.send({ type: 'microphone.toggle' })}
      />
      <Device
        icon={camera === 'off' ? VideoOff : Video}
        hotkey="V"
        label={t(camera === 'off' ? 'robotCall.bar.cameraOn' : 'robotCall.bar.cameraOff')}
        on={camera !== 'off'}
        onPress={() => media.send({ type: 'camera.toggle' })}
      />
      <Device
        icon={speaker ? Volume2 : VolumeX}
        hotkey="S"
        label={t(speaker ? 'robotCall.bar.speakerOff' : 'robotCall.bar.speakerOn')}
        on={speaker}
        onPress={() => media.send({ type: 'speaker.toggle' })}
      />
      <Device
        icon={Camera}
        hotkey="P"
        label={t(saving ? 'robotCall.bar.photoSaving' : 'robotCall.bar.photo')}
        disabledReason={saving ? t('robotCall.bar.photoSaving') : noPicture}
        onPress={() => screen.send({ type: 'photo.take', name: `${name} ${time(now).replaceAll(':', '-')}` })}
      />
      {recording && <Record recording={recording} now={now} noPicture={noPicture} />}
    </div>
  );
}

/** A ring with the running time from the first stored part on; never red. */
function Record({
  recording,
  now,
  noPicture,
}: {
  readonly recording: VideoRecordingRef;
  readonly now: number;
  readonly noPicture: string | undefined;
}) {
  const t = useT();
  const state = useSelector(recording, selectRecordingState);
  const startedAt = useSelector(recording, selectRecordingStart);
  const runs = RUNNING.includes(state);
  return (
    <Device
      icon={runs ? CircleDot : Circle}
      hotkey="R"
      label={
        !runs
          ? t('robotCall.bar.record')
          : startedAt === null
            ? t('videoRecording.opening')
            : t('robotCall.bar.recording', { time: recordedTime(now - startedAt) })
      }
      disabledReason={state === 'saving' ? t('videoRecording.saving') : runs ? undefined : noPicture}
      onPress={() => recording.send({ type: runs ? 'recording.stop' : 'recording.start' })}
    />
  );
}

function Device({
  icon,
  hotkey,
  label,
  on,
  disabledReason,
  onPress,
}: {
  readonly icon: Glyph;
  /** Presses it, except while a text is being typed. */
  readonly hotkey: string;
  readonly label: string;
  /** Of a device that is switched; absent for an action. */
  readonly on?: boolean;
  readonly disabledReason?: string | undefined;
  readonly onPress: () => void;
}) {
  const t = useT();
  const blocked = disabledReason !== undefined;
  return (
    <button
      type="button"
      className={classes(
        'flex h-13 min-w-19 flex-col items-center justify-center gap-0.5 rounded px-2 text-11 whitespace-nowrap hover:bg-hover aria-disabled:cursor-not-allowed aria-disabled:opacity-50 max-desk:h-15 max-desk:min-w-0 max-desk:overflow-hidden max-desk:border max-desk:border-line-2 max-desk:px-0.5 max-desk:small:h-11',
        on === false && 'bg-surface-3 text-text-2',
      )}
      aria-pressed={on}
      aria-disabled={blocked || undefined}
      aria-keyshortcuts={hotkey}
      title={disabledReason ?? t('robotCall.bar.withKey', { label, key: hotkey })}
      onClick={() => {
        if (!isPressBlocked(blocked)) onPress();
      }}
    >
      <Icon of={icon} size={20} />
      {label}
    </button>
  );
}
