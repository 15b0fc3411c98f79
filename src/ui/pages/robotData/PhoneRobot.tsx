/**
 * Layout below 992 px. Portrait: one column, video on top with the map as an inset (a tap swaps them), controls within
 * reach of the thumb. Low landscape windows: two columns. Stop, the stick and control are laid out first; the view
 * takes the remaining space. The page fills the window and hides the shell's bars.
 */
import { useSelector } from '@xstate/react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { selectTool } from '../../../machines/robotData/commands.selectors.ts';
import { selectStickSide } from '../../../machines/preferences/preferences.selectors.ts';
import type { StickSide } from '../../../machines/app/events.ts';
import { selectView } from '../../../machines/robotData/robotData.selectors.ts';
import { CaseLink } from '../../robots/CaseLink.tsx';
import { useContentMark } from '../../hooks/useContentMark.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { Icon } from '../../kit/Icon.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { Joystick } from '../../kit/Joystick.tsx';
import { RobotArt } from '../../kit/RobotArt.tsx';
import { ConnectionLostBanner } from '../../shell/ConnectionLostBanner.tsx';
import { StickSideChoice } from '../../shell/StickSideChoice.tsx';
import { ActionsPanel } from './ActionsPanel.tsx';
import { CommandButtons } from './CommandButtons.tsx';
import { CommandLedger } from './CommandLedger.tsx';
import { TeleopStatus, TeleopSpeed } from './TeleopCard.tsx';
import { teleopTexts } from './teleopTexts.ts';
import { Journey } from './Journey.tsx';
import { LeaseNews, LeasePart } from './LeasePart.tsx';
import { PointsDialog } from './PointsDialog.tsx';
import { ResumePart } from './ResumePart.tsx';
import { RobotBanner } from './RobotBanner.tsx';
import { RobotInfoDialog } from './RobotInfoDialog.tsx';
import { RobotBattery, RobotCallButton, RobotLinks, RobotPill } from './RobotHead.tsx';
import { RobotWatched } from './RobotWatched.tsx';
import { RobotMap } from './RobotMap.tsx';
import type { RobotPageProps } from './useRobotPage.ts';
import { RobotVideo } from './RobotVideo.tsx';
import { StateCard } from './StateCard.tsx';
import { StopControl } from './StopControl.tsx';
import { TELEOP_ID } from './useLeaseFocus.ts';

const ART_PX = 36;
const LAST_COMMANDS = 3;

/**
 * Stop, joystick and control have the size they need, the view takes the rest. In a landscape window the controls are
 * beside the view, Stop under the thumb that uses them.
 */
const PAGE =
  'phone-robot grid min-h-0 flex-1 grid-rows-[auto_minmax(0,1fr)] bg-surface [--joy:172px] small:[--joy:116px] sideways:grid-rows-[auto_minmax(0,1fr)_auto_auto_auto_auto] sideways:[--dock:224px] sideways:[--joy:min(188px,calc(100dvh-248px))] sideways:[@media(min-height:420px)]:[--dock:240px] flat:[--joy:112px]';
const AREAS: Record<StickSide, string> = {
  right:
    "grid-cols-[minmax(0,1fr)_auto] [grid-template-areas:'head_head'_'view_view'_'lease_lease'_'acts_stick'_'tune_stick'_'resume_resume'_'stop_stop'] sideways:grid-cols-[minmax(0,1fr)_var(--dock)] sideways:[grid-template-areas:'head_lease'_'view_stick'_'view_tune'_'view_resume'_'view_stop'_'acts_stop']",
  left: "grid-cols-[auto_minmax(0,1fr)] [grid-template-areas:'head_head'_'view_view'_'lease_lease'_'stick_acts'_'stick_tune'_'resume_resume'_'stop_stop'] sideways:grid-cols-[var(--dock)_minmax(0,1fr)] sideways:[grid-template-areas:'lease_head'_'stick_view'_'tune_view'_'resume_view'_'stop_view'_'stop_acts']",
};
const HEAD =
  'flex h-14 flex-none items-center gap-1.5 bg-surface pr-3 pl-1 [grid-area:head] small:h-11 small:[&>svg]:hidden';
const VIEW = 'flex min-h-0 flex-col bg-paper [grid-area:view] sideways:overflow-auto';
const MIDDLE =
  'flex min-h-11 flex-[1_0_44px] flex-col gap-2.5 overflow-auto px-4 pb-2.5 *:flex-none sideways:flex-none sideways:overflow-visible';
const CONTROL =
  'border-t border-line px-4 pt-2 [grid-area:lease] small:px-3 small:pt-1.5 sideways:border-t-0 [&_button]:h-11 small:[&_button]:h-10';
const COMMANDS =
  'grid min-w-0 grid-cols-[1fr_1fr] gap-2 self-end px-4 pt-3 [grid-area:acts] small:gap-1.5 small:px-3 small:pt-2 small:[&_button]:h-11 sideways:grid-flow-col sideways:auto-cols-[minmax(0,1fr)] sideways:grid-cols-none sideways:px-3 sideways:py-1.5';
const STICK: Record<StickSide, string> = {
  right: 'self-center pt-3 pr-4 [grid-area:stick] small:pt-2 small:pr-3 sideways:justify-self-center sideways:pl-3',
  left: 'self-center pt-3 pl-4 [grid-area:stick] small:pt-2 small:pl-3 sideways:justify-self-center sideways:pr-3',
};
const TUNE = 'min-w-0 px-4 pt-2 [grid-area:tune] small:px-3 small:pt-0.5';
const RESUME = 'px-4 pt-2 [grid-area:resume] small:px-3 small:pt-1.5';
const STOP =
  'px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] [grid-area:stop] small:px-3 small:pt-2 small:pb-[max(8px,env(safe-area-inset-bottom))]';

export function PhoneRobot(part: RobotPageProps) {
  useContentMark('phone-robot');
  const t = useT();
  const { teleop } = part.loaded.detail.abilities;
  const stopped = part.live.held || part.live.paused;
  const stickSide = useSelector(useApp().preferences, selectStickSide);
  return (
    <div className={classes(PAGE, AREAS[stickSide])} data-stick={stickSide}>
      <PhoneHead {...part} />
      <div className={VIEW}>
        <PhonePicture {...part} />
        <div className={MIDDLE}>
          <ConnectionLostBanner />
          <RobotBanner {...part} />
          {teleop ? <LeaseNews {...part} /> : <p className="text-12 text-text-2">{t('robotData.teleop.noneText')}</p>}
          <PhoneFacts {...part} />
          <Journey {...part} short />
          <CommandLedger {...part} most={LAST_COMMANDS} />
          <ActionsPanel {...part} />
          <StateCard {...part} />
          {teleop && <StickSideChoice />}
        </div>
      </div>
      {teleop && (
        <div className={CONTROL}>
          <LeasePart {...part} />
        </div>
      )}
      {teleop && stickSide === 'left' && <Stick {...part} side="left" />}
      <div className={COMMANDS}>
        <CommandButtons {...part} stacked />
      </div>
      {teleop && stickSide === 'right' && <Stick {...part} side="right" />}
      {/* Hidden while stopped: speed has no effect then. */}
      {teleop && !stopped && (
        <div className={TUNE}>
          <TeleopSpeed {...part} phone />
          <TeleopStatus {...part} phone />
        </div>
      )}
      {stopped && (
        <div className={RESUME}>
          <ResumePart {...part} touch />
        </div>
      )}
      <div className={STOP}>
        <StopControl {...part} touch />
      </div>
      <RobotInfoDialog {...part} />
      <PointsDialog {...part} />
    </div>
  );
}

function PhoneHead(part: RobotPageProps) {
  const t = useT();
  const { navigation } = useApp();
  const {
    loaded: { detail },
    name,
    live,
  } = part;
  return (
    <header className={HEAD}>
      <IconButton
        size="l"
        icon={ChevronLeft}
        label={t('robotData.unknown.home')}
        onClick={() => navigation.send({ type: 'navigation.go', to: '/home' })}
      />
      <RobotArt kind={detail.kind} size={ART_PX} dim={live.connection !== 'online'} />
      <div className="min-w-0 flex-1 max-[419.98px]:[&_[role=img]>span]:w-1.5">
        <h1 className="truncate text-[17px]/[22px]">{name}</h1>
        <div className="flex items-center gap-3">
          <RobotLinks {...part} />
          <CaseLink serialNumber={detail.serialNumber} name={name} />
        </div>
      </div>
      <RobotPill {...part} />
      <RobotCallButton {...part} />
    </header>
  );
}

/** The layers of the map leave the corner of the inset free. */
const PICTURE =
  'phone-picture group/picture relative min-h-0 w-full flex-[0_1_min(56.25vw,34dvh)] sideways:h-full sideways:flex-none [&_.map-br]:right-auto [&_.map-br]:bottom-12 [&_.map-br]:left-3';
const LARGE = 'absolute inset-0';
const INSET =
  'absolute right-2.5 bottom-2.5 z-2 h-20 w-32 overflow-hidden rounded-lg shadow-[0_0_0_2px_var(--surface),var(--float)] small:h-14 small:max-h-[calc(100%-20px)] small:w-[88px]';
const SWAP =
  'absolute right-2.5 bottom-2.5 z-3 h-20 w-32 rounded-lg focus-visible:shadow-ring small:h-14 small:max-h-[calc(100%-20px)] small:w-[88px]';

/** One large view and one inset; a tap on the inset swaps them. */
function PhonePicture(part: RobotPageProps) {
  const t = useT();
  const { screen, commands } = part;
  const { large } = useSelector(screen, selectView);
  const tool = useSelector(commands, selectTool);
  // Choosing a place needs the large map.
  const isPicture = large === 'picture' && tool !== 'placing' && tool !== 'confirming';
  const swap = () => {
    commands.send({ type: 'target.cancel' });
    screen.send({ type: 'view.change', change: { large: isPicture ? 'map' : 'picture' } });
  };
  return (
    <div className={PICTURE} data-large={isPicture ? 'picture' : 'map'}>
      <div className={isPicture ? LARGE : INSET}>
        <RobotVideo {...part} phone />
      </div>
      <div className={isPicture ? INSET : LARGE}>
        <RobotMap {...part} inset={isPicture} />
      </div>
      <button
        type="button"
        className={SWAP}
        aria-label={t(isPicture ? 'robotData.map.enlarge' : 'robotData.map.picture')}
        onClick={swap}
      />
    </div>
  );
}

function PhoneFacts(part: RobotPageProps) {
  const t = useT();
  const { live, age, now, loaded } = part;
  return (
    <div className="-mx-4 flex h-11 items-center gap-3 border-b border-line bg-surface px-4 text-13 text-text-2">
      <RobotBattery {...part} />
      <RobotWatched {...part} bare />
      {loaded.runningSince !== null && (
        <span>{t('robotData.state.runningFor', { age: age(now - loaded.runningSince) })}</span>
      )}
      <span className="top-gap" />
      {live.problems.length > 0 && (
        <span className="inline-flex items-center gap-[5px] text-attn-text">
          <Icon of={TriangleAlert} size={15} />
          {t('robotData.state.problems', { count: live.problems.length })}
        </span>
      )}
    </div>
  );
}

function Stick({ teleop, name, notifyError, side }: RobotPageProps & { readonly side: StickSide }) {
  const t = useT();
  const { blocked } = useSelector(
    teleop,
    (snapshot) => teleopTexts(snapshot, t, notifyError),
    (a, b) => a.blocked === b.blocked,
  );
  return (
    <div className={STICK[side]}>
      <Joystick
        id={TELEOP_ID}
        label={t('robotData.teleop.stick', { name })}
        disabledReason={blocked}
        onMove={({ vx, wz }) => teleop.send({ type: 'stick.set', source: 'joystick', forward: vx, turn: wz })}
        onRelease={() => teleop.send({ type: 'stick.set', source: 'joystick', forward: 0, turn: 0 })}
      />
    </div>
  );
}
