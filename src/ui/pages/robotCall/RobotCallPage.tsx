/**
 * The page of a call with one robot: how far the call is, picture and controls at the left; what the robot shows and says
 * at the right, over Stop. After the call: figures, what happened, and a note.
 */
import { useSelector } from '@xstate/react';
import MapPin from 'lucide-react/icons/map-pin';
import { robotPath } from '../../../machines/app/events.ts';
import { selectIsMobile } from '../../../machines/preferences/preferences.selectors.ts';
import type { CallsRef } from '../../../machines/calls/calls.selectors.ts';
import { type RobotCallRef, selectDataState } from '../../../machines/robotCall/robotCall.selectors.ts';
import { useApp, useCalls } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { RobotArt } from '../../kit/RobotArt.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { CallDevices, CallNews, EndButton } from './CallControls.tsx';
import { EndedFigures, EndedSide } from './CallEnded.tsx';
import { type CallPageProps, useCallPage } from './callPage.ts';
import { CallLinks, CallPill, CallStop } from './CallParts.tsx';
import { CallSide } from './CallSide.tsx';
import { CallStage } from './CallStage.tsx';
import { CallTrack } from './CallTrack.tsx';
import { PhoneCall } from './PhoneCall.tsx';

const ART_PX = 46;
const PAGE = 'grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_384px] gap-3 max-wide:grid-cols-[minmax(0,1fr)_316px]';

export function RobotCallPage({ screen }: { readonly screen: RobotCallRef }) {
  const t = useT();
  const calls = useCalls();
  const state = useSelector(screen, selectDataState);
  if (state === 'ready' && calls) return <Loaded screen={screen} calls={calls} />;
  return (
    <>
      {/* The robot's name is not known yet. */}
      <h1 className="sr-only">{t('routes.robotCall')}</h1>
      {state === 'failed' ? (
        <NotLoaded screen={screen} />
      ) : (
        <StatePanel state="loading" title={t('robotCall.loading')} />
      )}
    </>
  );
}

function NotLoaded({ screen }: { readonly screen: RobotCallRef }) {
  const t = useT();
  const failure = useSelector(screen, ({ context }) => context.failure);
  return (
    <StatePanel state="failed" title={t('shared.couldntLoadTheRobot')} text={failure ? t.failure(failure) : undefined}>
      <Button size="s" onClick={() => screen.send({ type: 'page.retry' })}>
        {t('common.retry')}
      </Button>
    </StatePanel>
  );
}

function Loaded({ screen, calls }: { readonly screen: RobotCallRef; readonly calls: CallsRef }) {
  const t = useT();
  const part = useCallPage(screen, calls);
  const mobile = useSelector(useApp().preferences, selectIsMobile);
  const { call, state, media } = part;
  if (mobile) return <PhoneCall {...part} />;
  const isOver = state === 'ended' && call !== null;
  return (
    <>
      <Head {...part} />
      <div className={PAGE}>
        <section
          className="card card-clip flex min-h-0 flex-col"
          aria-label={t('shared.callWithName', { name: part.name })}
        >
          <CallTrack {...part} />
          {isOver ? (
            <EndedFigures {...part} call={call} />
          ) : (
            <>
              <CallStage {...part} />
              <CallNews {...part} />
              <div className="flex flex-none flex-wrap items-center gap-2 px-4 py-2.5 empty:hidden">
                {media && call && <CallDevices {...part} media={media} />}
                <span className="flex-1" />
                <EndButton {...part} />
              </div>
            </>
          )}
        </section>
        <div className="flex min-h-0 flex-col gap-3 [&>.stop-place]:sticky [&>.stop-place]:bottom-0">
          {isOver ? <EndedSide {...part} /> : <CallSide {...part} />}
          <CallStop {...part} />
        </div>
      </div>
    </>
  );
}

function Head(part: CallPageProps) {
  const t = useT();
  const { navigation } = useApp();
  const {
    name,
    call,
    context: { robot },
    serialNumber,
  } = part;
  const talks = call?.state === 'connected' || call?.state === 'reconnecting';
  return (
    <header className="page-head gap-3">
      {robot && <RobotArt kind={robot.kind} size={ART_PX} dim={robot.live.connection !== 'online'} />}
      <div className="min-w-0">
        <div className="flex min-w-0 items-center gap-2.5">
          <h1 className="truncate">{t('shared.callWithName', { name })}</h1>
          <CallPill {...part} />
        </div>
        <p className="text-13 text-text-2">
          {[call?.place, talks && t('robotCall.stands')].filter(Boolean).join('. ')}
        </p>
      </div>
      <span className="top-gap" />
      <CallLinks {...part} />
      <Button icon={MapPin} onClick={() => navigation.send({ type: 'navigation.go', to: robotPath(serialNumber) })}>
        {t('shared.robotPage')}
      </Button>
    </header>
  );
}
