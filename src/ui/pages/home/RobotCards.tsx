/**
 * Virtualised robot cards. On desktop a click selects a card and moves the map to it; Open, a second click, or on a
 * phone any tap opens the robot. Up and Down move between cards. The order is frozen while the pointer or the focus is
 * in the list.
 */
import { useSelector } from '@xstate/react';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { Robot } from '../../../../contract/entities/robot.ts';
import { selectCasesByRobot } from '../../../machines/alarms/alarms.selectors.ts';
import { selectSites } from '../../../machines/fleet/fleet.selectors.ts';
import { selectHovered } from '../../../machines/home/home.selectors.ts';
import { CaseLink } from '../../robots/CaseLink.tsx';
import { useAlarms, useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { LongList } from '../../shell/LongList.tsx';
import { useMoment } from '../../shell/useLinks.ts';
import { robotName } from '../../robots/robotName.ts';
import { useRobotText } from '../../labels/useRobotText.ts';
import type { HomeQueryProps } from './homeQuery.ts';
import { FleetRobotCard } from './FleetRobotCard.tsx';
import { QuickStop } from './QuickStop.tsx';
import { useSteadyOrder } from './useSteadyOrder.ts';

export interface RobotCardsProps extends HomeQueryProps {
  readonly rows: readonly Robot[];
  readonly mobile: boolean;
}

const CARD_PX = 68;
const GAP_PX = 8;

export function RobotCards({ screen, query, onShow, rows, mobile }: RobotCardsProps) {
  const t = useT();
  const { now, shown, lost } = useMoment();
  const texts = useRobotText(useSelector(useFleet(), selectSites));
  const cases = useSelector(useAlarms(), selectCasesByRobot);
  const hovered = useSelector(screen, selectHovered);
  const { rows: steady, hold } = useSteadyOrder(
    rows,
    JSON.stringify([query.filter, query.words, query.sort, query.descending]),
  );
  const open = ({ serialNumber }: Robot) => screen.send({ type: 'robot.open', serialNumber });

  const choose = (event: MouseEvent, { serialNumber, live }: Robot): void => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    if (mobile || serialNumber === query.robot) {
      event.preventDefault();
      screen.send({ type: 'robot.open', serialNumber });
      return;
    }
    event.preventDefault();
    onShow({ robot: serialNumber, ...(live.pose ? { mapId: live.pose.mapId } : {}) });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || !(event.target instanceof Element) || !event.target.matches('.robot-card-open')) return;
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.robot-card-open')];
    const next = links[links.indexOf(event.target as HTMLElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <div className="contents" {...hold}>
      <LongList
        className="home-list"
        label={t('common.robots')}
        rows={steady}
        keyOf={({ serialNumber }) => serialNumber}
        rowPx={CARD_PX}
        gapPx={mobile ? 0 : GAP_PX}
        withPage={mobile}
        chosen={query.robot}
        onKeyDown={onKeyDown}
      >
        {(robot) => (
          <FleetRobotCard
            robot={robot}
            status={texts.status(robot)}
            task={texts.task(robot)}
            reason={texts.reason(robot, shown)}
            alarm={
              cases.has(robot.serialNumber) ? (
                <CaseLink serialNumber={robot.serialNumber} name={robotName(robot)} />
              ) : undefined
            }
            age={texts.age(robot, now, lost, mobile)}
            battery={texts.battery(robot, now, lost)}
            chosen={!mobile && robot.serialNumber === query.robot}
            stale={lost}
            hovered={robot.serialNumber === hovered}
            onChoose={(event) => choose(event, robot)}
            onOpen={() => open(robot)}
            openLabel={t('common.open')}
            openName={t('common.openName', { name: robotName(robot) })}
            onHover={
              mobile
                ? undefined
                : (over) => screen.send({ type: 'robot.hover', serialNumber: over ? robot.serialNumber : '' })
            }
            acts={mobile ? undefined : <QuickStop screen={screen} robot={robot} />}
          />
        )}
      </LongList>
    </div>
  );
}
