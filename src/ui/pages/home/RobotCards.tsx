/**
 * The robots as cards, those in sight only. Beside the map a press chooses a card and the map comes to it; pressed again,
 * or on a phone, it opens its robot. Arrows go from card to card.
 */
import { useSelector } from '@xstate/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { Robot } from '../../../../contract/entities/robot.ts';
import { selectSites } from '../../../machines/fleet/fleet.selectors.ts';
import { selectHovered } from '../../../machines/home/home.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { useLinks } from '../../shell/useLinks.ts';
import { useRobotWords } from '../../words/useRobotWords.ts';
import type { HomePart } from './HomePage.tsx';
import { FleetRobotCard } from './FleetRobotCard.tsx';
import { QuickStop } from './QuickStop.tsx';

export interface RobotCardsProps extends HomePart {
  readonly rows: readonly Robot[];
  readonly mobile: boolean;
}

const CARD_PX = 68;
const GAP_PX = 8;
const AHEAD = 5;

export function RobotCards({ screen, query, onShow, rows, mobile }: RobotCardsProps) {
  const t = useT();
  const now = useServerNow();
  const { lost } = useLinks();
  const words = useRobotWords(useSelector(useFleet(), selectSites));
  const hovered = useSelector(screen, selectHovered);
  const { list, virtual, offset } = useCards(rows, mobile, query.robot);

  const choose = (event: MouseEvent, { serialNumber, live }: Robot): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
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
    <div ref={list} className="home-list" onPointerLeave={() => screen.send({ type: 'robot.hover', serialNumber: '' })}>
      <ul className="relative" aria-label={t('home.list.name')} style={{ height: virtual.getTotalSize() }} onKeyDown={onKeyDown}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const robot = rows[index];
          return robot && (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - offset}px)` }}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              <FleetRobotCard
                robot={robot}
                status={words.status(robot)}
                task={words.task(robot)}
                reason={words.reason(robot, now)}
                age={words.age(robot, now, lost)}
                battery={words.battery(robot, now, lost)}
                chosen={!mobile && robot.serialNumber === query.robot}
                hovered={robot.serialNumber === hovered}
                onOpen={(event) => choose(event, robot)}
                onHover={mobile ? undefined : () => screen.send({ type: 'robot.hover', serialNumber: robot.serialNumber })}
                acts={mobile ? undefined : <QuickStop screen={screen} robot={robot} />}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The list scrolls by itself beside the map; on a phone the page scrolls and the list begins somewhere in it. */
function useCards(rows: readonly Robot[], mobile: boolean, chosen: string | null) {
  const list = useRef<HTMLDivElement>(null);
  const [offset, setOffset] = useState(0);
  // What stands above (an alarm bar) comes and goes.
  useLayoutEffect(() => setOffset(mobile ? list.current?.offsetTop ?? 0 : 0));
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => (mobile ? list.current?.closest<HTMLElement>('.main') ?? null : list.current),
    estimateSize: () => CARD_PX,
    gap: mobile ? 0 : GAP_PX,
    overscan: AHEAD,
    scrollMargin: offset,
    getItemKey: (index) => rows[index]?.serialNumber ?? index,
  });
  const at = chosen === null ? -1 : rows.findIndex(({ serialNumber }) => serialNumber === chosen);
  useEffect(() => {
    if (at >= 0 && !mobile) virtual.scrollToIndex(at, { align: 'auto' });
    // Only a new choice moves the list: rows that change places under the reader's eyes must not.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [chosen, mobile]);
  return { list, virtual, offset };
}
