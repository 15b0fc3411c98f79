/** Columns of the robot fleet, for the table, the phone and the export. */
import { useSelector } from '@xstate/react';
import Ellipsis from 'lucide-react/icons/ellipsis';
import type { FleetRobot } from '../../../../contract/entities/fleetRobot.ts';
import { ROBOT_SILENT_MS } from '../../../../contract/rules/limits.ts';
import { type RobotFleetRef, selectFleet } from '../../../machines/robotFleet/robotFleet.selectors.ts';
import { CaseLink, CaseName } from '../../robots/CaseLink.tsx';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Age } from '../../kit/Age.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { Menu } from '../../kit/Menu.tsx';
import { RobotArt } from '../../kit/RobotArt.tsx';
import { useAge, useAgo } from '../../labels/useAge.ts';
import type { ListColumn } from '../../lists/columns.ts';
import { timeStamp } from '../../shell/siteTime.ts';
import { LifeTrack } from './LifeTrack.tsx';
import { DIALECT, KIND, modelOf, nameOf } from '../../robotRegistration/robotLabels.ts';
import { useRobotActs } from './useRobotActs.ts';

const ART_PX = 30;
const TWO_LINES = 'grid min-w-24 [&>small]:truncate [&>small]:text-12 [&>small]:text-text-2 [&>span]:truncate';

const dayOf = (stamp: string): string => stamp.slice(0, 10);

/**
 * When the last message came; before the first, when the robot was registered.
 * @param hasHeading a heading says that it is an age
 */
export function useLastMessage(
  hasHeading = true,
): (robot: FleetRobot) => { text: string; stale: boolean; title: string } {
  const t = useT();
  const age = useAge();
  const ago = useAgo();
  const now = useServerNow();
  return ({ lastMessageAt, registeredAt, retiredAt, timeZone, life, online }) => {
    if (retiredAt !== null) {
      const at = timeStamp(retiredAt, timeZone);
      return { text: dayOf(at), stale: false, title: t('robotFleet.retiredAt', { at }) };
    }
    if (lastMessageAt === null || life === 'neverConnected') {
      const at = timeStamp(registeredAt, timeZone);
      return { text: t('robotFleet.registeredAt', { at: dayOf(at) }), stale: false, title: at };
    }
    return {
      text: (hasHeading ? age : ago)(now - lastMessageAt),
      stale: !online || now - lastMessageAt > ROBOT_SILENT_MS,
      title: timeStamp(lastMessageAt, timeZone),
    };
  };
}

/** @param narrow the details lie beside the list */
export function useRobotColumns(screen: RobotFleetRef, narrow: boolean): readonly ListColumn<FleetRobot>[] {
  const t = useT();
  const { menuOf } = useRobotActs(screen);
  const lastMessage = useLastMessage();
  const messageAgo = useLastMessage(false);
  const { sites } = useSelector(screen, selectFleet);
  const manySites = sites.length > 1;
  return [
    {
      id: 'robot',
      head: t('common.robot'),
      phone: 'title',
      phoneCell: (robot) => (
        <>
          {nameOf(robot)} <CaseName serialNumber={robot.serialNumber} />
        </>
      ),
      cell: (robot) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <RobotArt kind={robot.kind} size={ART_PX} dim={!robot.online} />
          <span className={TWO_LINES}>
            <span className="font-semibold">{nameOf(robot)}</span>
            <small className="font-mono">{robot.serialNumber}</small>
          </span>
          <CaseLink serialNumber={robot.serialNumber} name={nameOf(robot)} />
        </span>
      ),
    },
    {
      id: 'serialNumber',
      head: t('shared.serialNumber'),
      text: ({ serialNumber }) => serialNumber,
      className: 'hidden',
    },
    {
      id: 'model',
      head: t('shared.model'),
      cell: (robot) => (
        <span className={TWO_LINES}>
          <span>{modelOf(robot)}</span>
          <small>{t(KIND[robot.kind])}</small>
        </span>
      ),
      phoneCell: (robot) => `${modelOf(robot)} · ${t(KIND[robot.kind])}`,
    },
    {
      id: 'site',
      head: t('shared.site'),
      text: ({ siteName }) => siteName,
      phone: manySites ? 'beside' : 'hidden',
    },
    {
      id: 'dialect',
      head: t('robotFleet.column.dialect'),
      text: ({ dialect }) => t(DIALECT[dialect]),
      className: narrow ? 'hidden' : 'max-wide:hidden',
      phone: 'hidden',
    },
    {
      id: 'life',
      head: t('shared.state'),
      cell: (robot) => <LifeTrack robot={robot} />,
    },
    {
      id: 'lastMessage',
      head: t('robotFleet.column.lastMessage'),
      numeric: true,
      phone: 'beside',
      cell: (robot) => <Age {...lastMessage(robot)} />,
      phoneCell: (robot) => <Age {...messageAgo(robot)} />,
    },
    {
      id: 'acts',
      head: t('common.actions'),
      acts: true,
      cell: (robot) => (
        <Menu
          trigger={<IconButton size="s" icon={Ellipsis} label={t('robotFleet.more', { name: nameOf(robot) })} />}
          entries={menuOf(robot)}
        />
      ),
    },
  ];
}
