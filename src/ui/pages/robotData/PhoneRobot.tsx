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
import { selectView } from '../../../machines/robotData/robotData.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Icon } from '../../kit/Icon.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { Joystick } from '../../kit/Joystick.tsx';
import { RobotArt } from '../../kit/RobotArt.tsx';
import { ConnectionLostBanner } from '../../shell/ConnectionLostBanner.tsx';
import { StickSideChoice } from '../../shell/StickSideChoice.tsx';
import { CommandButtons } from './CommandButtons.tsx';
import { CommandLedger } from './CommandLedger.tsx';
import { TeleopStatus, TeleopSpeed } from './TeleopCard.tsx';
import { teleopTexts } from './teleopTexts.ts';
import { Journey } from './Journey.tsx';
import { LeaseNews, LeasePart } from './LeasePart.tsx';
import { PointsDialog } from './PointsDialog.tsx';
import { ResumePart } from './ResumePart.tsx';
import { RobotBanner } from './RobotBanner.tsx';
import { RobotBattery, RobotLinks, RobotPill } from './RobotHead.tsx';
import { RobotMap } from './RobotMap.tsx';
import type { RobotPart } from './robotPart.ts';
import { RobotVideo } from './RobotVideo.tsx';
import { StateCard } from './StateCard.tsx';
import { StopControl } from './StopControl.tsx';

const ART_PX = 36;
const LAST_COMMANDS = 3;

export function PhoneRobot(part: RobotPart) {
  const { teleop } = part.loaded.detail.abilities;
  const stopped = part.live.held || part.live.paused;
  const stickSide = useSelector(useApp().preferences, selectStickSide);
  return (
    <div className="phone-robot" data-stick={stickSide}>
      <PhoneHead {...part} />
      <div className="phone-robot-view">
        <PhonePicture {...part} />
        <div className="phone-robot-middle">
          <ConnectionLostBanner />
          <RobotBanner {...part} />
          {teleop && <LeaseNews {...part} />}
          <PhoneFacts {...part} />
          <Journey {...part} short />
          <CommandLedger {...part} most={LAST_COMMANDS} />
          <StateCard {...part} />
          {teleop && <StickSideChoice />}
        </div>
      </div>
      {teleop && (
        <div className="dock-lease">
          <LeasePart {...part} />
        </div>
      )}
      {teleop && stickSide === 'left' && <Stick {...part} />}
      <div className="dock-commands">
        <CommandButtons {...part} stacked />
      </div>
      {teleop && stickSide === 'right' && <Stick {...part} />}
      {/* Hidden while stopped: speed has no effect then. */}
      {teleop && !stopped && (
        <div className="dock-tune">
          <TeleopSpeed {...part} />
          <TeleopStatus {...part} />
        </div>
      )}
      {stopped && (
        <div className="dock-resume">
          <ResumePart {...part} touch />
        </div>
      )}
      <div className="dock-stop">
        <StopControl {...part} touch />
      </div>
      <PointsDialog {...part} />
    </div>
  );
}

function PhoneHead(part: RobotPart) {
  const t = useT();
  const { navigation } = useApp();
  const {
    loaded: { detail },
    name,
    live,
  } = part;
  return (
    <header className="phone-robot-head">
      <IconButton
        size="l"
        icon={ChevronLeft}
        label={t('robotData.head.back')}
        onClick={() => navigation.send({ type: 'navigation.go', to: '/home' })}
      />
      <RobotArt kind={detail.kind} size={ART_PX} dim={live.connection !== 'online'} />
      <div className="robot-who">
        <h1>{name}</h1>
        <RobotLinks {...part} />
      </div>
      <RobotPill {...part} />
    </header>
  );
}

/** One large view and one inset; a tap on the inset swaps them. */
function PhonePicture(part: RobotPart) {
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
    <div className="phone-picture" data-large={isPicture ? 'picture' : 'map'}>
      <div className="phone-picture-video">
        <RobotVideo {...part} phone />
      </div>
      <div className="phone-picture-map">
        <RobotMap {...part} inset={isPicture} />
      </div>
      <button
        type="button"
        className="phone-picture-swap"
        aria-label={t(isPicture ? 'robotData.map.enlarge' : 'robotData.map.picture')}
        onClick={swap}
      />
    </div>
  );
}

function PhoneFacts(part: RobotPart) {
  const { live, age, now, loaded } = part;
  return (
    <div className="phone-facts">
      <RobotBattery {...part} />
      {loaded.runningSince !== null && <span>{age(now - loaded.runningSince)}</span>}
      <span className="top-gap" />
      {live.problems.length > 0 && (
        <span className="tone-attn text-attn-text">
          <Icon of={TriangleAlert} size={15} />
          {live.problems.length}
        </span>
      )}
    </div>
  );
}

function Stick({ drive, name, notifyError }: RobotPart) {
  const t = useT();
  const { blocked } = useSelector(
    drive,
    (snapshot) => teleopTexts(snapshot, t, notifyError),
    (a, b) => a.blocked === b.blocked,
  );
  return (
    <div className="dock-stick">
      <Joystick
        label={t('robotData.drive.stick', { name })}
        disabledReason={blocked}
        onMove={({ vx, wz }) => drive.send({ type: 'stick.set', source: 'joystick', forward: vx, turn: wz })}
        onRelease={() => drive.send({ type: 'stick.set', source: 'joystick', forward: 0, turn: 0 })}
      />
    </div>
  );
}
