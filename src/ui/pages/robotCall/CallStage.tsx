/** The robot's picture with the operator's own, or why there is none; and the controls of the call. */
import { useSelector } from '@xstate/react';
import Mic from 'lucide-react/icons/mic';
import MicOff from 'lucide-react/icons/mic-off';
import Phone from 'lucide-react/icons/phone';
import PhoneOff from 'lucide-react/icons/phone-off';
import Video from 'lucide-react/icons/video';
import VideoOff from 'lucide-react/icons/video-off';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import type { ReactNode } from 'react';
import {
  type CallMediaRef,
  selectCallMedia,
  selectCallPicture,
  selectCameraState,
  selectIsSpeakerOn,
  selectMicrophoneState,
} from '../../../machines/calls/callMedia.selectors.ts';
import { callStreamKey, ownStreamKey } from '../../../machines/calls/callMedia.setup.ts';
import { selectCallFailure } from '../../../machines/calls/calls.selectors.ts';
import type { MicrophoneRefusal } from '../../../machines/robotData/video.setup.ts';
import type { Glyph } from '../../icons/glyph.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { RobotArt } from '../../kit/RobotArt.tsx';
import { useAge } from '../../labels/useAge.ts';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { CallVideo } from './CallVideo.tsx';
import type { CallPageProps } from './callPage.ts';

const STAGE =
  'relative min-h-0 flex-1 overflow-hidden bg-(--vid) text-(color:--vid-text) max-desk:min-h-72 max-desk:flex-none';
const PLATE =
  'absolute inline-flex h-6 items-center gap-1.5 rounded-in bg-(--vid-plate) px-2 text-[11px]/4 font-medium whitespace-nowrap';
const REFUSALS = {
  denied: 'robotCall.stage.refused.denied',
  missing: 'robotCall.stage.refused.missing',
  insecure: 'robotCall.stage.refused.insecure',
  failed: 'robotCall.stage.refused.failed',
  forbidden: 'robotCall.stage.refused.forbidden',
} as const satisfies Record<MicrophoneRefusal, string>;

export function CallStage(part: CallPageProps) {
  const { media, call } = part;
  return (
    <>
      <div className={STAGE}>
        {media && call ? <Picture {...part} media={media} callId={call.id} /> : <Waiting {...part} />}
      </div>
      {media && <DeviceNews media={media} />}
      <Controls {...part} />
    </>
  );
}

function Veil({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-2 px-4 py-8 text-center">
      {children}
      <div className="order-1" role="status">
        <h2 className="text-20 font-semibold text-(color:--vid-text)">{title}</h2>
      </div>
      {text !== undefined && <p className="order-2 max-w-105 text-13 text-(color:--vid-text-2)">{text}</p>}
    </div>
  );
}

function Picture({
  media,
  callId,
  name,
  now,
}: CallPageProps & { readonly media: CallMediaRef; readonly callId: string }) {
  const t = useT();
  const age = useAge();
  const picture = useSelector(media, selectCallPicture);
  const { figures, pictureAt } = useSelector(media, selectCallMedia);
  const microphone = useSelector(media, selectMicrophoneState);
  const camera = useSelector(media, selectCameraState);
  const speaker = useSelector(media, selectIsSpeakerOn);
  const delay = figures?.delay ?? figures?.roundTrip ?? null;
  const word = (isOn: boolean): string => t(isOn ? 'robotCall.stage.on' : 'robotCall.stage.off');
  const heard =
    microphone !== 'on'
      ? t('robotCall.stage.listens', { name })
      : t(camera === 'on' ? 'robotCall.stage.hears' : 'robotCall.stage.hearsOnly', { name });
  return (
    <>
      <CallVideo streamKey={callStreamKey(callId)} muted={!speaker} label={t('robotCall.stage.remote', { name })} />
      {picture === 'live' && (
        <>
          <span className={classes(PLATE, 'top-2 left-2')}>
            <i className="size-2 rounded-full bg-st-online" />
            {delay === null ? heard : `${heard} · ${t('robotCall.stage.ms', { ms: Math.round(delay) })}`}
          </span>
          {figures && (
            <span className={classes(PLATE, 'top-2 right-2')}>
              {t('robotCall.stage.height', { height: figures.height })}
            </span>
          )}
        </>
      )}
      {picture === 'connecting' && <Veil title={t('robotCall.stage.connecting')} />}
      {picture === 'blind' && (
        <Veil title={t('robotCall.stage.blind')} text={t('robotCall.stage.blindText', { name })} />
      )}
      {picture === 'lost' && (
        <div className="absolute inset-0 bg-[#121a2bb3] bg-hatch">
          <Veil
            title={
              pictureAt === null
                ? t('robotCall.stage.lostNever')
                : t('robotCall.stage.lostTitle', { age: age(now - pictureAt) })
            }
            text={t('robotCall.stage.lostText', {
              microphone: word(microphone !== 'off'),
              camera: word(camera !== 'off'),
            })}
          >
            <span className="order-3">
              <Button onClick={() => media.send({ type: 'media.retry' })}>{t('robotCall.stage.retry')}</Button>
            </span>
          </Veil>
        </div>
      )}
      {camera === 'on' && (
        <div className="absolute right-3 bottom-3 h-[117px] w-[208px] overflow-hidden rounded-lg shadow-float ring-2 ring-white max-desk:h-24 max-desk:w-32">
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
          {t('robotCall.idle.call')}
        </Button>
      </span>
    </Veil>
  );
}

/** Why the microphone or the camera is off. */
function DeviceNews({ media }: { readonly media: CallMediaRef }) {
  const t = useT();
  const { microphoneRefusal, cameraRefusal } = useSelector(media, selectCallMedia);
  if (!microphoneRefusal && !cameraRefusal) return null;
  return (
    <p className="flex-none px-4 pt-2 text-12 text-attn-text" role="alert">
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

function Controls({ media, calls, call, state }: CallPageProps) {
  const t = useT();
  const isOpen = state === 'starting' || state === 'answering' || state === 'inCall' || state === 'ending';
  if (!isOpen) return null;
  return (
    <div
      className="flex flex-none flex-wrap items-center gap-2 px-4 py-2.5"
      role="group"
      aria-label={t('robotCall.bar.name')}
    >
      {media && call && <Devices media={media} />}
      <span className="flex-1" />
      <Button
        size="l"
        variant="danger"
        icon={PhoneOff}
        className="max-desk:min-h-14 max-desk:w-full"
        busy={state === 'ending'}
        onClick={() => calls.send({ type: 'calls.hangUp' })}
      >
        {t(state === 'ending' ? 'robotCall.bar.ending' : 'robotCall.bar.end')}
      </Button>
    </div>
  );
}

function Devices({ media }: { readonly media: CallMediaRef }) {
  const t = useT();
  const microphone = useSelector(media, selectMicrophoneState);
  const camera = useSelector(media, selectCameraState);
  const speaker = useSelector(media, selectIsSpeakerOn);
  return (
    <>
      <Device
        icon={microphone === 'off' ? MicOff : Mic}
        label={t(microphone === 'off' ? 'robotCall.bar.unmute' : 'robotCall.bar.mute')}
        on={microphone !== 'off'}
        onPress={() => media.send({ type: 'microphone.toggle' })}
      />
      <Device
        icon={camera === 'off' ? VideoOff : Video}
        label={t(camera === 'off' ? 'robotCall.bar.cameraOn' : 'robotCall.bar.cameraOff')}
        on={camera !== 'off'}
        onPress={() => media.send({ type: 'camera.toggle' })}
      />
      <Device
        icon={speaker ? Volume2 : VolumeX}
        label={t(speaker ? 'robotCall.bar.speakerOff' : 'robotCall.bar.speakerOn')}
        on={speaker}
        onPress={() => media.send({ type: 'speaker.toggle' })}
      />
    </>
  );
}

function Device({
  icon,
  label,
  on,
  onPress,
}: {
  readonly icon: Glyph;
  readonly label: string;
  readonly on: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      className={classes(
        'flex h-13 min-w-19 flex-col items-center justify-center gap-0.5 rounded px-2 text-11 hover:bg-hover max-desk:h-15 max-desk:flex-1',
        !on && 'bg-surface-3 text-text-2',
      )}
      aria-pressed={on}
      onClick={onPress}
    >
      <Icon of={icon} size={20} />
      {label}
    </button>
  );
}
