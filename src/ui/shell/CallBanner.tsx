/**
 * Calls on every page: a visitor's call that rings, who answered it elsewhere, and the way back to the user's own call. It
 * lies below the top bar, covers no Stop, and never takes the focus.
 */
import { useSelector } from '@xstate/react';
import CircleCheck from 'lucide-react/icons/circle-check';
import Eye from 'lucide-react/icons/eye';
import Phone from 'lucide-react/icons/phone';
import PhoneIncoming from 'lucide-react/icons/phone-incoming';
import PhoneOff from 'lucide-react/icons/phone-off';
import VideoOff from 'lucide-react/icons/video-off';
import Volume2 from 'lucide-react/icons/volume-2';
import X from 'lucide-react/icons/x';
import type { Call } from '../../../contract/entities/call.ts';
import { CALL_RING_MS } from '../../../contract/rules/call.ts';
import { selectPage } from '../../machines/app/app.selectors.ts';
import {
  type CallsRef,
  selectCalledRobot,
  selectElsewhere,
  selectMediaRef,
  selectOwnCall,
  selectOwnState,
  selectPreviewRef,
  selectRinging,
  selectRingPhrases,
  selectSentAct,
} from '../../machines/calls/calls.selectors.ts';
import { selectSites } from '../../machines/fleet/fleet.selectors.ts';
import { selectIsMobile } from '../../machines/preferences/preferences.selectors.ts';
import { selectUser } from '../../machines/session/session.selectors.ts';
import { callStreamKey } from '../../machines/calls/callMedia.setup.ts';
import { type CallPreviewRef, selectPreviewPicture } from '../../machines/calls/callPreview.selectors.ts';
import { callPath, watchPath } from '../../machines/app/events.ts';
import { CallSound } from '../calls/CallSound.tsx';
import { CallVideo } from '../calls/CallVideo.tsx';
import { useApp, useCalls, useFleet } from '../hooks/useApp.ts';
import { useServerNow } from '../hooks/useServerNow.ts';
import { useT } from '../hooks/useT.ts';
import { Avatar } from '../kit/Avatar.tsx';
import { Button } from '../kit/Button.tsx';
import { classes } from '../kit/classes.ts';
import { Icon } from '../kit/Icon.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { RobotArt } from '../kit/RobotArt.tsx';
import { initials } from './displayName.ts';
import { ownZone, timeOfDay } from './siteTime.ts';

/** Named beside their pictures; the others are rung too. */
const MOST_NAMES = 3;
const PLACE =
  'pointer-events-none fixed top-[60px] left-1/2 z-40 flex w-full -translate-x-1/2 flex-col items-center gap-2 px-3 max-desk:top-2 max-desk:px-2';
const BOX = 'pointer-events-auto rounded-lg bg-surface shadow-float';

export function CallBanner() {
  const calls = useCalls();
  return calls ? <Banners calls={calls} /> : null;
}

function Banners({ calls }: { readonly calls: CallsRef }) {
  const ringing = useSelector(calls, selectRinging);
  const elsewhere = useSelector(calls, selectElsewhere);
  const [first, ...others] = ringing;
  return (
    <div className={PLACE}>
      <OwnCall calls={calls} />
      {first && <Incoming key={first.id} calls={calls} call={first} others={others} />}
      {elsewhere && <Elsewhere calls={calls} {...elsewhere} />}
    </div>
  );
}

function Incoming({
  calls,
  call,
  others,
}: {
  readonly calls: CallsRef;
  readonly call: Call;
  readonly others: readonly Call[];
}) {
  const t = useT();
  const { session, preferences } = useApp();
  const now = useServerNow();
  const state = useSelector(calls, selectOwnState);
  const userId = useSelector(session, selectUser)?.id ?? '';
  const robots = useSelector(useFleet(), ({ context }) => context.robots);
  const { id: callId, robotName: name, place, createdAt, ringsFor, isAskedToWait } = call;
  const left = Math.max(0, createdAt + CALL_RING_MS - now);
  const sites = useSelector(useFleet(), selectSites);
  // As everywhere: the time at the robot.
  const { timeZone = ownZone() } = sites.find(({ id }) => id === robots[call.serialNumber]?.siteId) ?? {};
  const time = timeOfDay(createdAt, timeZone);
  const people = ringsFor.slice(0, MOST_NAMES);
  const preview = useSelector(calls, selectPreviewRef);
  const busy = state === 'starting' || state === 'inCall' || state === 'ending' ? t('shell.calls.busyHere') : undefined;
  const answering = state === 'answering';
  const isPhone = useSelector(preferences, selectIsMobile);
  const sent = useSelector(calls, selectSentAct);
  const desk = t('shell.calls.deskPhrase');
  const sitePhrases = useSelector(calls, (snapshot) => selectRingPhrases(snapshot, call.serialNumber));
  const phrases = [...new Set([...sitePhrases, desk])];
  const isSent = (text: string): boolean => sent?.callId === callId && sent.text === text;
  return (
    <section
      className={classes(BOX, 'w-[652px] max-w-full overflow-hidden ring-2 ring-mark')}
      aria-label={t('shell.calls.name')}
    >
      <div className="flex items-stretch max-desk:flex-col">
        <div className="relative grid w-44 flex-none place-items-center overflow-hidden bg-surface-2 max-desk:h-[min(40dvh,240px)] max-desk:w-full max-desk:sideways:hidden">
          <RobotArt kind={robots[call.serialNumber]?.kind ?? 'reception'} size={72} />
          {preview && <Preview preview={preview} callId={callId} name={name} />}
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-2 p-3 pl-4 max-desk:pl-3">
          <div role="status">
            <h2 className="flex items-center gap-2 text-[16px]/6 font-semibold">
              <Icon of={PhoneIncoming} size={18} />
              {t('shell.calls.visitor', { name })}
            </h2>
          </div>
          <p className="text-13 text-text-2">
            {place ? t('shell.calls.facts', { place, time }) : t('shell.calls.factsNoPlace', { time })}
          </p>
          <div className="flex items-center gap-1.5 text-12 text-text-2">
            {people.map((person) => (
              <Avatar key={person.id} initials={initials(person.name)} />
            ))}
            <span className="min-w-0 truncate">
              {t('shell.calls.ringsFor', {
                people: people.map((person) => (person.id === userId ? t('shell.calls.you') : person.name)).join(', '),
              })}
            </span>
            <span className="relative h-0 min-w-8 flex-1 border-t-2 border-dashed border-n-300" aria-hidden="true">
              <span
                className="absolute -top-0.5 left-0 block border-t-2 border-mark"
                style={{ width: `${100 - (100 * left) / CALL_RING_MS}%` }}
              />
            </span>
            <span className="tabular-nums">{t('common.seconds', { seconds: Math.ceil(left / 1_000) })}</span>
          </div>
          {isPhone && (
            <div className="flex flex-col gap-2">
              <Button
                icon={Volume2}
                wide
                className="min-h-12 justify-start"
                disabledReason={isAskedToWait ? t('shell.calls.asked') : undefined}
                onClick={() => calls.send({ type: 'calls.askToWait', callId })}
              >
                {isAskedToWait
                  ? t('shell.calls.asked')
                  : t('shell.calls.sayPhrase', { text: t('shell.calls.waitPhrase') })}
              </Button>
              <ul className="-mx-3 flex gap-2 overflow-x-auto px-3" aria-label={t('shell.calls.phrases')}>
                {phrases.map((text) => (
                  <li key={text} className={phrases.length === 1 ? 'w-full' : 'max-w-[85%] flex-none'}>
                    <Button
                      icon={Volume2}
                      wide
                      className="min-h-12 justify-start"
                      disabledReason={isSent(text) ? t('common.sent') : undefined}
                      onClick={() => calls.send({ type: 'calls.act', callId, text, picture: null })}
                    >
                      {isSent(text) ? t('common.sent') : t('shell.calls.sayPhrase', { text })}
                    </Button>
                  </li>
                ))}
              </ul>
            </div>
          )}
          <div className="flex flex-wrap gap-2 max-desk:[&>button]:min-h-12 desk:flex-nowrap desk:gap-1 desk:[&>button]:px-3">
            <Button
              variant="primary"
              size="l"
              icon={Phone}
              className="max-desk:min-h-16! max-desk:w-full"
              busy={answering}
              disabledReason={busy}
              onClick={() => calls.send({ type: 'calls.answer', callId, camera: true })}
            >
              {t('shell.calls.answer')}
            </Button>
            <Button
              size="l"
              icon={VideoOff}
              disabledReason={busy}
              onClick={() => calls.send({ type: 'calls.answer', callId, camera: false })}
            >
              {t('shell.calls.soundOnly')}
            </Button>
            {!isPhone && (
              <Button
                variant="ghost"
                size="l"
                disabledReason={isAskedToWait ? t('shell.calls.asked') : undefined}
                onClick={() => calls.send({ type: 'calls.askToWait', callId })}
              >
                {t(isAskedToWait ? 'shell.calls.asked' : 'shell.calls.askToWait')}
              </Button>
            )}
            <Button variant="ghost" size="l" onClick={() => calls.send({ type: 'calls.decline', callId })}>
              {t('shell.calls.decline')}
            </Button>
          </div>
        </div>
      </div>
      {others[0] && (
        <p className="border-t border-line px-4 py-2 text-12 text-text-2">
          {t('shell.calls.more', { name: others[0].robotName, count: others.length })}
        </p>
      )}
    </section>
  );
}

/** The robot's picture over its drawing, from the first frame on; a frozen one is not shown as live. */
function Preview({
  preview,
  callId,
  name,
}: {
  readonly preview: CallPreviewRef;
  readonly callId: string;
  readonly name: string;
}) {
  const t = useT();
  if (useSelector(preview, selectPreviewPicture) !== 'live') return null;
  return (
    <>
      <CallVideo streamKey={callStreamKey(callId)} muted label={t('shell.calls.picture', { name })} filled />
      <span className="absolute top-2 left-2 inline-flex h-6 items-center gap-1.5 rounded-in bg-(--vid-plate) px-2 text-[11px]/4 font-medium text-(color:--vid-text)">
        <i className="size-2 rounded-full bg-st-online" />
        {t('shell.links.live')}
      </span>
    </>
  );
}

function Elsewhere({
  calls,
  serialNumber,
  robotName,
  by,
  afterMs,
}: {
  readonly calls: CallsRef;
  readonly serialNumber: string;
  readonly robotName: string;
  readonly by: string;
  readonly afterMs: number;
}) {
  const t = useT();
  const { navigation } = useApp();
  return (
    <div className={classes(BOX, 'flex w-[520px] max-w-full items-center gap-3 p-3')} role="status">
      <span className="text-st-online-text">
        <Icon of={CircleCheck} size={20} />
      </span>
      <div className="min-w-0 flex-1">
        <b className="font-semibold">{t('shell.calls.taken', { by, name: robotName })}</b>
        <p className="text-12 text-text-2">{t('shell.calls.takenText', { seconds: Math.round(afterMs / 1_000) })}</p>
      </div>
      <Button
        icon={Eye}
        onClick={() => {
          navigation.send({ type: 'navigation.go', to: watchPath(serialNumber) });
          calls.send({ type: 'calls.closeElsewhere' });
        }}
      >
        {t('shell.calls.watch')}
      </Button>
      <IconButton icon={X} label={t('common.close')} onClick={() => calls.send({ type: 'calls.closeElsewhere' })} />
    </div>
  );
}

/** The way back, on every page but the call's own. */
function OwnCall({ calls }: { readonly calls: CallsRef }) {
  const t = useT();
  const { root, navigation } = useApp();
  const own = useSelector(calls, selectOwnCall);
  const state = useSelector(calls, selectOwnState);
  const serialNumber = useSelector(calls, selectCalledRobot);
  const page = useSelector(root, selectPage);
  const media = useSelector(calls, selectMediaRef);
  if (state === 'lost' && own && page?.page !== 'robotCall')
    return (
      <div
        className={classes(BOX, 'flex max-w-full items-center gap-3 py-2 pr-2 pl-4 ring-1 ring-line-2')}
        role="alert"
      >
        <Icon of={PhoneOff} size={16} />
        <span className="min-w-0 text-13">{t('shell.calls.lost', { name: own.robotName })}</span>
        <IconButton icon={X} label={t('common.close')} onClick={() => calls.send({ type: 'calls.close' })} />
      </div>
    );
  if (state !== 'inCall' || !own || page?.page === 'robotCall') return null;
  return (
    <div className={classes(BOX, 'flex max-w-full items-center gap-3 py-2 pr-2 pl-4 ring-1 ring-line-2')} role="status">
      {media && <CallSound media={media} callId={own.id} />}
      <Icon of={Phone} size={16} />
      <span className="min-w-0 truncate text-13">
        {t(own.state === 'ringing' ? 'shell.calls.ringing' : 'shell.calls.inCall', { name: own.robotName })}
      </span>
      <Button
        size="s"
        onClick={() =>
          navigation.send({
            type: 'navigation.go',
            to: callPath(serialNumber),
          })
        }
      >
        {t('shell.calls.back')}
      </Button>
      <Button size="s" variant="danger" icon={PhoneOff} onClick={() => calls.send({ type: 'calls.hangUp' })}>
        {t(own.state === 'ringing' ? 'shell.calls.stopRinging' : 'shell.calls.end')}
      </Button>
    </div>
  );
}
