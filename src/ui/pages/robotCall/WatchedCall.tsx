/** Somebody else's call with the robot: who is in it, and its video on request. The user's microphone is not sent. */
import { useSelector } from '@xstate/react';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import type { Call } from '../../../../contract/entities/call.ts';
import {
  type CallPreviewRef,
  selectIsPreviewHeard,
  selectPreview,
  selectPreviewPicture,
} from '../../../machines/calls/callPreview.selectors.ts';
import { callStreamKey } from '../../../machines/calls/callMedia.setup.ts';
import { selectWatchedRef } from '../../../machines/robotCall/robotCall.selectors.ts';
import { CallVideo } from '../../calls/CallVideo.tsx';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { VideoAct } from '../../kit/VideoFrame.tsx';
import { useAge } from '../../labels/useAge.ts';
import { WatchedLamp } from '../../robots/WatchedMark.tsx';
import type { CallPageProps } from './callPage.ts';
import { PLATE, Veil } from './StageVeil.tsx';

interface WatchedProps extends CallPageProps {
  readonly others: Call;
}

export function WatchedCall(part: WatchedProps) {
  const t = useT();
  const { others, screen, name, time, context } = part;
  const preview = useSelector(screen, selectWatchedRef);
  if (preview) return <Watched {...part} preview={preview} />;
  const noCamera = context.data?.hasCamera === false ? t('shared.noCamera') : undefined;
  return (
    <Veil
      title={t('robotCall.watch.title', { by: others.operator?.name ?? '', name })}
      text={t('robotCall.watch.text', { time: time(others.answeredAt ?? others.createdAt) })}
    >
      <span className="order-3">
        <Button icon={Eye} disabledReason={noCamera} onClick={() => screen.send({ type: 'watch.start' })}>
          {t('shell.calls.watch')}
        </Button>
      </span>
    </Veil>
  );
}

function Watched({ others, preview, screen, name, now, context }: WatchedProps & { readonly preview: CallPreviewRef }) {
  const t = useT();
  const age = useAge();
  const picture = useSelector(preview, selectPreviewPicture);
  const heard = useSelector(preview, selectIsPreviewHeard);
  const { pictureAt } = useSelector(preview, selectPreview);
  return (
    <>
      <CallVideo streamKey={callStreamKey(others.id)} muted={!heard} label={t('shell.calls.picture', { name })} />
      {picture === 'connecting' && <Veil title={t('robotCall.stage.connecting')} />}
      {picture === 'blind' && <Veil title={t('robotCall.watch.refused')} text={t('robotCall.watch.refusedText')} />}
      {picture === 'lost' && (
        <div className="absolute inset-0 bg-[#121a2bb3] bg-hatch">
          <Veil
            title={
              pictureAt === null
                ? t('robotCall.stage.lostNever')
                : t('robotCall.stage.lostTitle', { age: age(now - pictureAt) })
            }
            text={t('shell.lost.trying')}
          />
        </div>
      )}
      <span className={classes(PLATE, 'top-2 left-2')} role="status">
        {picture === 'live' && <i className="size-2 rounded-full bg-st-online" />}
        <WatchedLamp watching={context.robot?.live.watching} />
        {t(heard ? 'robotCall.watch.hears' : 'robotCall.watch.sees', { by: others.operator?.name ?? '' })}
      </span>
      <span className={classes(PLATE, 'bottom-2 left-2 max-desk:h-9')}>
        <VideoAct
          icon={heard ? Volume2 : VolumeX}
          label={t(heard ? 'robotCall.bar.speakerOff' : 'robotCall.bar.speakerOn')}
          pressed={heard}
          onPress={() => preview.send({ type: 'speaker.toggle' })}
        />
        <VideoAct icon={EyeOff} label={t('robotCall.watch.stop')} onPress={() => screen.send({ type: 'watch.stop' })} />
      </span>
    </>
  );
}
