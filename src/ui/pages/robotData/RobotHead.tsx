/**
 * Identity and connection of the robot: picture, name, status, serial number, battery, the four nodes, the age; and
 * previous/next robot.
 */
import { useSelector } from '@xstate/react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Clock from 'lucide-react/icons/clock';
import { byNeed, selectRobotsInView } from '../../../machines/fleet/fleet.selectors.ts';
import { selectRobotInfoRef } from '../../../machines/robotData/robotData.selectors.ts';
import { CallButton } from '../../calls/CallButton.tsx';
import { CaseLink } from '../../robots/CaseLink.tsx';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Age } from '../../kit/Age.tsx';
import { Battery } from '../../kit/Battery.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { LinkLine, type LinkState } from '../../kit/LinkLine.tsx';
import { RobotArt } from '../../kit/RobotArt.tsx';
import { StatusPill } from '../../kit/StatusPill.tsx';
import { drawn, stateKey } from '../../shell/linkText.ts';
import { statusKey } from '../../labels/statusKey.ts';
import { RobotInfoDialog } from './RobotInfoDialog.tsx';
import { isNotAnswering, robotLink } from './robotLink.ts';
import { RobotWatched } from './RobotWatched.tsx';
import type { RobotPageProps } from './useRobotPage.ts';

const ART_PX = 46;
const ROBOT_LINK = {
  ok: 'shared.connectedInText',
  slow: 'shared.connectedInText',
  silent: 'robotData.head.robotLink.silent',
  down: 'shared.notConnectedInText',
} as const satisfies Record<LinkState, string>;

export function RobotHead(part: RobotPageProps) {
  const {
    loaded: { detail },
    live,
    name,
  } = part;
  return (
    <header className="page-head gap-3">
      <RobotArt kind={detail.kind} size={ART_PX} dim={live.connection !== 'online'} />
      <div className="min-w-0">
        <div className="flex min-w-0 items-center gap-2.5">
          <h1 className="truncate">{name}</h1>
          <RobotPill {...part} />
          <CaseLink serialNumber={detail.serialNumber} name={name} />
          <RobotWatched {...part} />
        </div>
        <p className="serial">{detail.serialNumber}</p>
      </div>
      <div className="ml-2 flex items-center gap-4 border-l border-line-2 pl-5 max-wide:gap-2.5 max-wide:pl-2.5">
        <RobotBattery {...part} />
        <RobotInfoDialog {...part} />
        <RobotLinks {...part} />
      </div>
      <span className="top-gap" />
      <RobotCallButton {...part} />
      <Neighbours {...part} />
    </header>
  );
}

export function RobotCallButton({ loaded: { detail }, live, name }: RobotPageProps) {
  const t = useT();
  return (
    <CallButton
      serialNumber={detail.serialNumber}
      name={name}
      actions={detail.abilities.actions}
      online={live.connection === 'online'}
      offlineReason={t('shared.notConnectedInText')}
    />
  );
}

export function RobotPill(part: RobotPageProps) {
  const t = useT();
  return isNotAnswering(part) ? (
    <StatusPill status="attn" icon={Clock} label={t('shell.links.silent')} />
  ) : (
    <StatusPill status={part.live.status} label={t(statusKey(part.live.status))} />
  );
}

/** The battery; pressed, it shows what else the robot reports about itself. */
export function RobotBattery({ screen, live, stale }: RobotPageProps) {
  const t = useT();
  const info = useSelector(screen, selectRobotInfoRef);
  const label =
    live.battery === null
      ? t('status.battery.unknown')
      : t(live.charging ? 'status.battery.charging' : 'status.battery.percent', { percent: Math.round(live.battery) });
  const battery = <Battery percent={live.battery} charging={live.charging} unknown={stale} label={label} />;
  return (
    <button
      type="button"
      className="rounded px-1 hover:bg-hover max-desk:min-h-11"
      aria-label={t('robotData.info.open', { battery: label })}
      onClick={() => info?.send({ type: 'info.open' })}
    >
      {stale ? <span className="stale-value">{battery}</span> : battery}
    </button>
  );
}

/** Link line browser, server, broker, robot, and the age of the robot's last message. */
export function RobotLinks(part: RobotPageProps) {
  const t = useT();
  const { links, live, now, stale, age, stamp } = part;
  const robot = robotLink(part);
  const robotText =
    live.at === null ? t('shared.notConnectedInText') : t(ROBOT_LINK[robot], { age: age(now - live.at) });
  return (
    <span className="inline-flex items-center gap-2">
      <LinkLine
        links={[drawn(links.cloud), drawn(links.broker), robot]}
        description={t('robotData.head.links', {
          cloud: t(stateKey(links.cloud)),
          broker: t(stateKey(links.broker)),
          robot: robotText,
        })}
      />
      {live.at !== null && (
        <Age text={t('common.ago', { age: age(now - live.at) })} stale={stale} title={stamp(live.at)} />
      )}
    </span>
  );
}

/** Previous and next robot of the current view, sorted as the lists: robots that need attention first. */
function Neighbours({ screen, live: { serialNumber } }: RobotPageProps) {
  const t = useT();
  const robots = [...useSelector(useFleet(), selectRobotsInView)].sort(byNeed);
  const at = robots.findIndex((robot) => robot.serialNumber === serialNumber);
  const previous = robots[(at - 1 + robots.length) % robots.length];
  const next = robots[(at + 1) % robots.length];
  if (robots.length < 2 || !previous || !next) return null;
  const open = (robot: { serialNumber: string }) => () =>
    screen.send({ type: 'robot.open', serialNumber: robot.serialNumber });
  return (
    <nav className="flex gap-0.5" aria-label={t('robotData.head.acts')}>
      <IconButton
        icon={ChevronLeft}
        label={t('robotData.head.previous', { name: previous.robotNickName || previous.serialNumber })}
        onClick={open(previous)}
      />
      <IconButton
        icon={ChevronRight}
        label={t('robotData.head.next', { name: next.robotNickName || next.serialNumber })}
        onClick={open(next)}
      />
    </nav>
  );
}
