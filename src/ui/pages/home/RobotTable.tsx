/** Table of robots: state, task, battery, place, age; sorted as the URL says. A row opens its robot. */
import { useSelector } from '@xstate/react';
import MapPin from 'lucide-react/icons/map-pin';
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { Robot } from '../../../../contract/entities/robot.ts';
import { selectSites } from '../../../machines/fleet/fleet.selectors.ts';
import { robotPath } from '../../../machines/app/events.ts';
import { selectMapsById } from '../../../machines/home/home.selectors.ts';
import { CaseLink } from '../../robots/CaseLink.tsx';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Age } from '../../kit/Age.tsx';
import { Battery } from '../../kit/Battery.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { RobotArt } from '../../kit/RobotArt.tsx';
import { StaleValue } from '../../kit/StaleValue.tsx';
import { StatusPill } from '../../kit/StatusPill.tsx';
import { Table, type Column } from '../../kit/Table.tsx';
import { useMoment } from '../../shell/useLinks.ts';
import { robotName } from '../../robots/robotName.ts';
import { isOld } from '../../labels/staleness.ts';
import { useRobotText } from '../../labels/useRobotText.ts';
import { placeText } from '../../robots/placeOf.ts';
import { HOME_SORTS, type HomeQueryProps } from './homeQuery.ts';
import { QuickStop } from './QuickStop.tsx';
import { useSteadyOrder } from './useSteadyOrder.ts';

export interface RobotTableProps extends HomeQueryProps {
  readonly rows: readonly Robot[];
}

const ART_PX = 26;

export function RobotTable({ screen, query, onShow, rows }: RobotTableProps) {
  const t = useT();
  const { now, shown, lost } = useMoment();
  const texts = useRobotText(useSelector(useFleet(), selectSites));
  const maps = useSelector(screen, selectMapsById);
  const { rows: steady, hold } = useSteadyOrder(
    rows,
    JSON.stringify([query.filter, query.words, query.sort, query.descending]),
  );
  const columns: Column<Robot>[] = [
    {
      id: 'robot',
      head: t('common.robot'),
      sortable: true,
      cell: (robot) => (
        <div className="flex items-center gap-2">
          <span className="grid w-6 place-items-center">
            <RobotArt kind={robot.kind} size={ART_PX} dim={robot.live.connection !== 'online'} />
          </span>
          <Link className="font-semibold" href={robotPath(robot.serialNumber)}>
            {robotName(robot)}
          </Link>
          <span className="serial">{robot.serialNumber}</span>
        </div>
      ),
    },
    {
      id: 'state',
      head: t('common.status'),
      sortable: true,
      cell: (robot) => (
        <span className="flex items-center gap-2">
          <StatusPill status={robot.live.status} label={texts.status(robot)} />
          <CaseLink serialNumber={robot.serialNumber} name={robotName(robot)} />
        </span>
      ),
    },
    {
      id: 'task',
      head: t('home.table.task'),
      sortable: true,
      className: 'home-task',
      cell: (robot) => {
        const reason = texts.reason(robot, shown);
        return (
          <>
            {texts.task(robot)}
            {reason && <span className="text-text-2">{` · ${reason}`}</span>}
          </>
        );
      },
    },
    {
      id: 'battery',
      head: t('common.battery'),
      sortable: true,
      numeric: true,
      cell: (robot) => (
        <span className="row-end">
          <Battery {...texts.battery(robot, now, lost)} />
        </span>
      ),
    },
    {
      id: 'place',
      head: t('home.table.place'),
      sortable: true,
      cell: (robot) => (
        <span className="text-text-2">
          <StaleValue stale={lost || isOld(robot.live, now)}>{placeText(robot.live.pose, maps)}</StaleValue>
        </span>
      ),
    },
    {
      id: 'age',
      head: t('home.table.age'),
      sortable: true,
      numeric: true,
      cell: (robot) => <Age {...texts.age(robot, now, lost)} />,
    },
    {
      id: 'acts',
      head: t('common.actions'),
      acts: true,
      cell: (robot) => (
        <>
          <QuickStop screen={screen} robot={robot} />
          <IconButton
            size="s"
            icon={MapPin}
            label={t('home.list.onMap', { name: robotName(robot) })}
            onClick={() =>
              onShow({ view: 'cards', robot: robot.serialNumber, mapId: robot.live.pose?.mapId ?? null }, true)
            }
          />
        </>
      ),
    },
  ];
  const sort = useMemo(() => ({ column: query.sort, down: query.descending }), [query.sort, query.descending]);
  return (
    <div className="card card-clip home-table" data-stale={lost} {...hold}>
      <Table
        label={t('common.robots')}
        columns={columns}
        rows={steady}
        idOf={({ serialNumber }) => serialNumber}
        sort={sort}
        onSort={({ column, down }) =>
          onShow({ sort: HOME_SORTS.find((one) => one === column) ?? 'need', descending: down })
        }
        current={query.robot ?? undefined}
        onOpen={(serialNumber) => screen.send({ type: 'robot.open', serialNumber })}
      />
    </div>
  );
}
