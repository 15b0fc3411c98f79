/** The robot's picture with the operator's own, or why there is none. */
import { useSelector } from '@xstate/react';
import Phone from 'lucide-react/icons/phone';
import {
  type CallMediaRef,
  selectCallMedia,
  selectCallPicture,
  selectCallQuality,
  selectCameraState,
  selectIsCallSlow,
  selectIsSpeakerOn,
  selectMicrophoneState,
} from '../../../machines/calls/callMedia.selectors.ts';
import { callStreamKey, ownStreamKey } from '../../../machines/calls/callMedia.setup.ts';
import { selectOthersCall } from '../../../machines/robotCall/robotCall.selectors.ts';
import { selectCallFailure } from '../../../machines/calls/calls.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { RobotArt } from '../../kit/RobotArt.tsx';
import { useAge } from '../../labels/useAge.ts';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { CallVideo } from '../../calls/CallVideo.tsx';
import { WatchedLamp } from '../../robots/WatchedMark.tsx';
import { QualityButton } from '../../video/QualityButton.tsx';
import { PLATE, Veil } from './StageVeil.tsx';
import { WatchedCall } from './WatchedCall.tsx';
import type { CallPageProps } from './callPage.ts';
import { useCallLoss } from './useCallLoss.ts';

/** Whether the robot hears and sees the operator. */
const HEARD = {
  'true-true': 'robotCall.stage.hears',
  'true-false': 'robotCall.stage.hearsOnly',
  'false-true': 'robotCall.stage.listens',
  'false-false': 'robotCall.stage.listens',
  'never-true': 'robotCall.stage.seesOnly',
  'never-false': 'robotCall.stage.silent',
} as const;
const STAGE = 'relative min-h-0 flex-1 overflow-hidden bg-(--vid) text-(color:--vid-text)';
/** The picture, or why there is none. */
export function CallStage(part: CallPageProps) {
  const { media, call, screen, state } = part;
  const others = useSelector(screen, selectOthersCall);
  const isFree = state === 'idle' || state === 'ended' || state === 'refused';
  return (
    <div className={STAGE}>
      {media && call ? (
        <Picture {...part} media={media} callId={call.id} />
      ) : others && isFree ? (
        <WatchedCall {...part} others={others} />
      ) : (
        <Waiting {...part} />
      )}
    </div>
  );
}

function Picture(part: CallPageProps & { readonly media: CallMediaRef; readonly callId: string }) {
  const { media, callId, name, now, context } = part;
  const t = useT();
  const age = useAge();
  const picture = useSelector(media, selectCallPicture);
  const { figures, pictureAt, refusal } = useSelector(media, selectCallMedia);
  const microphone = useSelector(media, selectMicrophoneState);
  const camera = useSelector(media, selectCameraState);
  const speaker = useSelector(media, selectIsSpeakerOn);
  const quality = useSelector(media, selectCallQuality);
  const isSlow = useSelector(media, selectIsCallSlow);
  const delay = figures?.delay ?? figures?.roundTrip ?? null;
  const hasAudio = context.data?.hasAudio !== false;
  const heard = t(HEARD[`${hasAudio ? microphone === 'on' : 'never'}-${camera === 'on'}`], { name });
  const loss = useCallLoss(part);
  return (
    <>
      <CallVideo streamKey={callStreamKey(callId)} muted={!speaker} label={t('shell.calls.picture', { name })} />
      {picture === 'live' && (
        <>
          <span className={classes(PLATE, 'top-2 left-2')}>
            <i className="size-2 rounded-full bg-st-online" />
            {delay === null ? heard : `${heard} · ${t('robotCall.stage.ms', { ms: Math.round(delay) })}`}
          </span>
          {/* On a phone, the operator's own picture is at the top right. */}
          <span
            className={classes(
              PLATE,
              'top-2 right-2 max-desk:top-auto max-desk:right-auto max-desk:bottom-6 max-desk:left-2 max-desk:h-9',
            )}
          >
            <WatchedLamp watching={context.robot?.live.watching} />
            <QualityButton
              quality={quality}
              figures={figures}
              slow={isSlow}
              onChoose={(other) => media.send({ type: 'quality.choose', quality: other })}
            />
          </span>
        </>
      )}
      {picture === 'connecting' && <Veil title={t('robotCall.stage.connecting')} />}
      {picture === 'blind' && (
        <Veil title={t('shared.noCamera')} text={loss ?? t('robotCall.stage.blindText', { name })} />
      )}
      {picture === 'lost' && (
        <div className="absolute inset-0 bg-[#121a2bb3] bg-hatch">
          <Veil
            title={
              pictureAt !== null
                ? t('robotCall.stage.lostTitle', { age: age(now - pictureAt) })
                : refusal === 'tooManyViewers'
                  ? t('robotCall.stage.full', { name })
                  : t('robotCall.stage.lostNever')
            }
            text={[
              refusal === 'tooManyViewers' && t('robotCall.stage.fullText'),
              refusal === 'notAllowed' && t('robotData.video.state.accessEndedText'),
              loss,
            ]
              .filter(Boolean)
              .join(' ')}
          >
            <span className="order-3">
              <Button onClick={() => media.send({ type: 'media.retry' })}>{t('robotCall.stage.retry')}</Button>
            </span>
          </Veil>
        </div>
      )}
      {camera === 'on' && (
        <div className="absolute right-3 bottom-3 h-[117px] w-[208px] overflow-hidden rounded-lg shadow-float ring-2 ring-white max-desk:top-3 max-desk:bottom-auto max-desk:h-32 max-desk:w-24">
          <CallVideo streamKey={ownStreamKey(callId)} muted label={t('robotCall.stage.own')} mirrored />
          <span className={classes(PLATE, 'bottom-1.5 left-1.5 text-(color:--vid-text)')}>
            {t('robotCall.stage.own')}
          </span>
        </div>
      )}
    </>
  );
}

/** No picture yet, or not at all. */
function Waiting({ calls, call, state, name, online, context: { robot, data }, serialNumber }: CallPageProps) {
  const t = useT();
  const failure = useSelector(calls, selectCallFailure);
  const art = robot && (
    <span className="grid size-24 place-items-center rounded-full bg-surface text-text">
      <RobotArt kind={robot.kind} size={56} dim={!online} />
    </span>
  );
  const start = (): void => calls.send({ type: 'calls.start', serialNumber });
  if (state === 'refused') {
    const by = String(failure?.words?.['by'] ?? '');
    const isBusy = failure?.code === ERRORS.otherPartyBusy;
    return (
      <Veil
        title={isBusy ? t('robotCall.refused.busy', { name }) : t('robotCall.refused.title')}
        text={isBusy && by ? t('robotCall.refused.busyBy', { by }) : failure ? t.failure(failure) : undefined}
      >
        {art}
        <span className="order-3">
          <Button icon={Phone} onClick={start}>
            {t('robotCall.refused.again')}
          </Button>
        </span>
      </Veil>
    );
  }
  if (state === 'lost')
    return (
      <Veil title={t('shell.calls.lost', { name })} text={t('robotCall.lost.text')}>
        {art}
      </Veil>
    );
  if (state === 'starting' || call?.state === 'ringing')
    return (
      <Veil
        title={call ? t('robotCall.ringing.title', { name }) : t('robotCall.ringing.starting', { name })}
        text={call ? t('robotCall.ringing.text') : undefined}
      >
        {art}
      </Veil>
    );
  if (data?.canCall === false)
    return (
      <Veil title={t('robotCall.idle.cannot', { name })} text={t('robotCall.idle.cannotText')}>
        {art}
      </Veil>
    );
  const why = online ? undefined : t('robotCall.idle.offline', { name });
  return (
    <Veil title={t('robotCall.idle.title', { name })} text={t('robotCall.idle.text')}>
      {art}
      <span className="order-3">
        <Button variant="primary" icon={Phone} disabledReason={why} onClick={start}>
          {t('shell.calls.call')}
        </Button>
      </span>
    </Veil>
  );
}
