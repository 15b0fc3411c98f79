/** Live video of the robot with two-way audio, statistics, and a clear state when there is no picture. */
import { useSelector } from '@xstate/react';
import Camera from 'lucide-react/icons/camera';
import Maximize from 'lucide-react/icons/maximize';
import Mic from 'lucide-react/icons/mic';
import MicOff from 'lucide-react/icons/mic-off';
import Minimize from 'lucide-react/icons/minimize';
import VideoOff from 'lucide-react/icons/video-off';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { isSlowDelay } from '../../../../contract/rules/roundTrip.ts';
import { selectIsDriving } from '../../../machines/robotData/teleop.selectors.ts';
import {
  selectFigures,
  selectIsBlank,
  selectIsFilled,
  selectIsMuted,
  selectMicrophone,
  selectMicrophoneRefusal,
  selectPhotoFailure,
  selectPhotoPlace,
  selectPictureAt,
  selectQuality,
  selectStreamKey,
  selectTimeOut,
  selectVideoState,
} from '../../../machines/robotData/video.selectors.ts';
import type { MicrophoneRefusal } from '../../../machines/robotData/video.setup.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { VideoAct, VideoFrame } from '../../kit/VideoFrame.tsx';
import { RecordButton, RecordingNews } from '../../video/RecordButton.tsx';
import type { RobotPageProps } from './useRobotPage.ts';
import { QualityButton } from '../../video/QualityButton.tsx';
import { StreamVideo } from '../../video/StreamVideo.tsx';
import { videoTexts } from '../../video/videoTexts.ts';

export interface RobotVideoProps extends RobotPageProps {
  /** Phone layout: no rounded corners, fewer actions. */
  readonly phone?: boolean | undefined;
}

/** In a low window video and state share the space that teleop and Stop leave, and scroll in it. */
const DESK = 'flex-[0_1_calc(var(--w-drive)*9/16)] max-wide:basis-[178px] low:h-[min(56.25cqw,100cqh)] low:flex-none';

export function RobotVideo({ phone = false, ...part }: RobotVideoProps) {
  const t = useT();
  const { video, teleop, name, now, age, time } = part;
  const { abilities } = part.loaded.detail;
  const state = useSelector(video, selectVideoState);
  const pictureAt = useSelector(video, selectPictureAt);
  const blank = useSelector(video, selectIsBlank);
  const figures = useSelector(video, selectFigures);
  const muted = useSelector(video, selectIsMuted);
  const filled = useSelector(video, selectIsFilled);
  const streamKey = useSelector(video, selectStreamKey);
  const timeOut = useSelector(video, selectTimeOut);
  const driving = useSelector(teleop, selectIsDriving);
  const texts = videoTexts({
    t,
    supported: abilities.video,
    state,
    name,
    pictureAt,
    blank,
    now,
    age,
    timeOut,
    driving,
  });
  const isLive = texts.look === 'live';
  const delay = figures?.delay ?? null;
  const slow = delay !== null && isSlowDelay(delay);
  const source = isLive
    ? delay === null
      ? t('robotData.video.source')
      : t(slow ? 'robotData.video.sourceSlow' : 'robotData.video.sourceDelay', { ms: delay })
    : texts.look === 'stale'
      ? t('robotData.video.sourceLast')
      : undefined;
  return (
    <div className={classes('flex min-h-0 flex-col', phone ? 'size-full' : DESK)}>
      <VideoFrame
        look={texts.look}
        label={t('robotData.video.name', { name })}
        source={source}
        slow={slow}
        quality={phone ? undefined : <Quality {...part} stale={texts.look === 'stale'} />}
        time={pictureAt === null || !(isLive || texts.look === 'stale') ? undefined : time(isLive ? now : pictureAt)}
        acts={
          state === 'off' || !(abilities.video || abilities.audio) ? undefined : (
            <VideoActs {...part} phone={phone} live={isLive} />
          )
        }
        title={texts.title}
        text={texts.text}
        veilActs={
          texts.act && (
            <Button
              size="s"
              onClick={() => video.send({ type: texts.act === 'start' ? 'video.start' : 'video.retry' })}
            >
              {t(texts.act === 'start' ? 'robotData.video.start' : 'common.retry')}
            </Button>
          )
        }
        filled={filled}
        phone={phone}
        className={phone ? 'size-full' : 'min-h-0 flex-1'}
      >
        <StreamVideo
          streamKey={streamKey}
          muted={muted}
          shown={texts.look !== 'opening'}
          frozen={state === 'frozen'}
          onBlank={() => video.send({ type: 'picture.blank' })}
        />
      </VideoFrame>
      <VideoNews {...part} />
      <RecordingNews recording={part.recording} />
    </div>
  );
}

function Quality({ video, stale }: Pick<RobotPageProps, 'video'> & { readonly stale: boolean }) {
  const quality = useSelector(video, selectQuality);
  const figures = useSelector(video, selectFigures);
  return (
    <QualityButton
      quality={quality}
      figures={figures}
      stale={stale}
      onChoose={(other) => video.send({ type: 'quality.choose', quality: other })}
    />
  );
}

function VideoActs({
  phone,
  live: isLive,
  ...part
}: Omit<RobotPageProps, 'live'> & { readonly phone: boolean; readonly live: boolean }) {
  const t = useT();
  const {
    video,
    loaded: { detail, rights },
    name,
    now,
    stamp,
  } = part;
  const muted = useSelector(video, selectIsMuted);
  const filled = useSelector(video, selectIsFilled);
  const microphone = useSelector(video, selectMicrophone);
  const silent = detail.abilities.audio ? undefined : t('robotData.video.micRobot');
  const operates = rights.includes('operate');
  const mute = silent ?? (operates ? undefined : t('robotData.video.micRight'));
  return (
    <>
      <VideoAct
        icon={microphone === 'off' ? MicOff : Mic}
        label={t(
          microphone === 'off'
            ? 'robotData.video.micOn'
            : microphone === 'on'
              ? 'robotData.video.micOff'
              : 'robotData.video.micOpening',
        )}
        pressed={microphone !== 'off'}
        disabledReason={mute}
        onPress={() => video.send({ type: 'microphone.toggle' })}
      />
      <VideoAct
        icon={muted ? VolumeX : Volume2}
        label={t(muted ? 'robotData.video.soundOn' : 'robotData.video.soundOff')}
        pressed={!muted}
        disabledReason={silent}
        onPress={() => video.send({ type: 'sound.toggle' })}
      />
      <VideoAct
        icon={Camera}
        label={t('robotData.video.photo')}
        disabledReason={isLive ? undefined : t('robotData.video.photoLive')}
        onPress={() =>
          video.send({ type: 'photo.take', name: `${name} ${stamp(now).replaceAll(':', '-')}`, keep: operates })
        }
      />
      <RecordButton
        recording={part.recording}
        now={now}
        live={isLive}
        compact={phone}
        disabledReason={operates ? undefined : t('shared.mayNotOperate')}
      />
      {!phone && (
        <VideoAct icon={VideoOff} label={t('robotData.video.off')} onPress={() => video.send({ type: 'video.end' })} />
      )}
      <VideoAct
        icon={filled ? Minimize : Maximize}
        label={t(filled ? 'robotData.video.unfill' : 'shared.fillWindow')}
        pressed={filled}
        onPress={() => video.send({ type: 'fill.toggle' })}
      />
    </>
  );
}

const REFUSED = {
  denied: 'robotData.video.micRefused.denied',
  missing: 'robotData.video.micRefused.missing',
  insecure: 'robotData.video.micRefused.insecure',
  failed: 'robotData.video.micRefused.failed',
  forbidden: 'robotData.video.micRight',
} as const satisfies Record<MicrophoneRefusal, string>;

/** Why the microphone or a photo failed, shown beside the video. */
function VideoNews({ video }: RobotPageProps) {
  const t = useT();
  const refusal = useSelector(video, selectMicrophoneRefusal);
  const failure = useSelector(video, selectPhotoFailure);
  const place = useSelector(video, selectPhotoPlace);
  const text = failure ? t.failure(failure) : refusal ? t(REFUSED[refusal]) : null;
  if (text === null && place === 'library')
    return (
      <p className="mt-1.5 px-1 text-12 text-text-2" role="status">
        {t('videoRecording.photoKept')}
      </p>
    );
  return text === null ? null : (
    <p className="mt-1.5 px-1 text-12 text-attn-text" role="alert">
      {text}
    </p>
  );
}
