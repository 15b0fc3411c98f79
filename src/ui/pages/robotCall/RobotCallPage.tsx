/**
 * The page of a call with one robot: how far the call is, picture and controls at the left; what the robot shows and says
 * at the right, over Stop. After the call: figures, what happened, and a note.
 */
import { useSelector } from '@xstate/react';
import MapPin from 'lucide-react/icons/map-pin';
import Clock from 'lucide-react/icons/clock';
import { robotPath } from '../../../machines/app/events.ts';
import type { CallsRef } from '../../../machines/calls/calls.selectors.ts';
import { type RobotCallRef, selectDataState, selectStopRef } from '../../../machines/robotCall/robotCall.selectors.ts';
import { useApp, useCalls } from '../../hooks/useApp.ts';
import { useLive } from '../../hooks/useLive.ts';
import { useT } from '../../hooks/useT.ts';
import { Age } from '../../kit/Age.tsx';
import { Button } from '../../kit/Button.tsx';
import { LinkLine } from '../../kit/LinkLine.tsx';
import { RobotArt } from '../../kit/RobotArt.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { StatusPill } from '../../kit/StatusPill.tsx';
import { isOld } from '../../labels/staleness.ts';
import { useAge } from '../../labels/useAge.ts';
import { StopButtonLarge } from '../../robots/StopButtonLarge.tsx';
import { durationText, talkedMs } from '../../calls/callTexts.ts';
import { drawn, stateKey } from '../../shell/linkText.ts';
import { useLinks } from '../../shell/useLinks.ts';
import { EndedFigures, EndedSide } from './CallEnded.tsx';
import { type CallPageProps, useCallPage } from './callPage.ts';
import { CallSide } from './CallSide.tsx';
import { CallStage } from './CallStage.tsx';
import { CallTrack } from './CallTrack.tsx';

const ART_PX = 46;
const PAGE =
  'grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_384px] gap-3 max-wide:grid-cols-[minmax(0,1fr)_316px] max-desk:flex max-desk:flex-none max-desk:flex-col';

export function RobotCallPage({ screen }: { readonly screen: RobotCallRef }) {
  const t = useT();
  const calls = useCalls();
  const state = useSelector(screen, selectDataState);
  if (state === 'loading' || !calls) return <StatePanel state="loading" title={t('robotCall.loading')} />;
  if (state === 'failed') return <NotLoaded screen={screen} />;
  return <Loaded screen={screen} calls={calls} />;
}

function NotLoaded({ screen }: { readonly screen: RobotCallRef }) {
  const t = useT();
  const failure = useSelector(screen, ({ context }) => context.failure);
  return (
    <StatePanel state="failed" title={t('robotCall.failed')} text={failure ? t.failure(failure) : undefined}>
      <Button size="s" onClick={() => screen.send({ type: 'page.retry' })}>
        {t('common.retry')}
      </Button>
    </StatePanel>
  );
}

function Loaded({ screen, calls }: { readonly screen: RobotCallRef; readonly calls: CallsRef }) {
  const t = useT();
  const part = useCallPage(screen, calls);
  const { call, state } = part;
  const isOver = state === 'ended' && call !== null;
  return (
    <>
      <Head {...part} />
      <div className={PAGE}>
        <section
          className="card card-clip flex min-h-0 flex-col max-desk:flex-none"
          aria-label={t('robotCall.title', { name: part.name })}
        >
          <CallTrack {...part} />
          {isOver ? <EndedFigures {...part} call={call} /> : <CallStage {...part} />}
        </section>
        <div className="flex min-h-0 flex-col gap-3 max-desk:contents [&>.stop-place]:max-desk:sticky [&>.stop-place]:max-desk:bottom-0 [&>.stop-place]:max-desk:z-5">
          {isOver ? <EndedSide {...part} /> : <CallSide {...part} />}
          <Stop {...part} />
        </div>
      </div>
    </>
  );
}

function Head({ name, call, state, context: { robot }, now, time, serialNumber }: CallPageProps) {
  const t = useT();
  const age = useAge();
  const links = useLinks();
  const { navigation } = useApp();
  const live = robot?.live;
  const stale = live === undefined || links.lost || isOld(live, now);
  const talks = call?.state === 'connected' || call?.state === 'reconnecting';
  return (
    <header className="page-head gap-3">
      {robot && <RobotArt kind={robot.kind} size={ART_PX} dim={live?.connection !== 'online'} />}
      <div className="min-w-0">
        <div className="flex min-w-0 items-center gap-2.5">
          <h1 className="truncate">{t('robotCall.title', { name })}</h1>
          <CallPill call={call} state={state} now={now} />
        </div>
        <p className="text-13 text-text-2">
          {[call?.place, talks && t('robotCall.stands')].filter(Boolean).join('. ')}
        </p>
      </div>
      <span className="top-gap" />
      {live && (
        <span className="inline-flex items-center gap-2 max-desk:hidden">
          <LinkLine
            links={[drawn(links.cloud), drawn(links.broker), stale ? 'silent' : 'ok']}
            description={[t(stateKey(links.cloud)), t(stateKey(links.broker))].join(', ')}
          />
          {live.at !== null && <Age text={age(now - live.at)} stale={stale} title={time(live.at)} />}
        </span>
      )}
      <Button icon={MapPin} onClick={() => navigation.send({ type: 'navigation.go', to: robotPath(serialNumber) })}>
        {t('robotCall.robotPage')}
      </Button>
    </header>
  );
}

function CallPill({ call, state, now }: Pick<CallPageProps, 'call' | 'state' | 'now'>) {
  const t = useT();
  if (state === 'idle') return null;
  if (state === 'refused') return <StatusPill status="attn" icon={Clock} label={t('robotCall.pill.refused')} />;
  if (!call) return <StatusPill status="working" label={t('robotCall.pill.starting')} />;
  if (state === 'ended') {
    const talked = talkedMs(call, now);
    return (
      <StatusPill
        status={talked === null ? 'attn' : 'online'}
        icon={Clock}
        label={
          talked === null ? t('robotCall.pill.notTalked') : t('robotCall.pill.ended', { time: durationText(talked) })
        }
      />
    );
  }
  if (call.state === 'ringing')
    return (
      <StatusPill status="working" label={t('robotCall.pill.ringing', { time: durationText(now - call.createdAt) })} />
    );
  if (call.state === 'reconnecting')
    return (
      <StatusPill
        status="attn"
        icon={Clock}
        label={t('robotCall.pill.reconnecting', { time: durationText(now - (call.lostAt ?? now)) })}
      />
    );
  return (
    <StatusPill status="working" label={t('robotCall.pill.inCall', { time: durationText(talkedMs(call, now) ?? 0) })} />
  );
}

/** Stop, whatever the call does. */
function Stop({ screen, context: { robot }, name, time }: CallPageProps) {
  const stop = useSelector(screen, selectStopRef);
  const links = useLinks();
  const clock = useLive();
  if (!stop || !robot) return null;
  return (
    <div className="stop-place flex-none">
      <StopButtonLarge
        stop={stop}
        live={robot.live}
        links={links}
        name={name}
        time={time}
        onStop={() => screen.send({ type: 'stop.press', at: clock.now() })}
      />
    </div>
  );
}
