/** Rows of the robot panel: illustration, name, serial number, place on the video wall, unresolved alarm case, status. */
import Siren from 'lucide-react/icons/siren';
import type { Robot } from '../../../contract/entities/robot.ts';
import { ONLINE_STATUS } from '../../../contract/entities/robotConstants.ts';
import { useT } from '../hooks/useT.ts';
import { classes } from '../kit/classes.ts';
import { Icon } from '../kit/Icon.tsx';
import { RobotArt } from '../kit/RobotArt.tsx';
import { StatusShape } from '../kit/StatusShape.tsx';
import { statusKey } from '../labels/statusKey.ts';
import { ROBOT_DRAG } from '../robots/robotDrag.ts';
import { WatchedMark } from '../robots/WatchedMark.tsx';
import { LongList } from '../shell/LongList.tsx';

export interface RobotPanelRowsProps {
  readonly rows: readonly Robot[];
  readonly current: string;
  /** Event of the most urgent unresolved alarm case, by serial number. */
  readonly cases: ReadonlyMap<string, string>;
  /** Places on the video wall beside the panel, by serial number: the keys that select them. */
  readonly tiles: ReadonlyMap<string, number>;
  readonly narrow: boolean;
  readonly loading: boolean;
  readonly onChoose: (serialNumber: string) => void;
}

const LIST = 'min-h-0 flex-1 overflow-auto px-1.5 pb-1.5 [scrollbar-width:thin]';
const ROW = 'flex h-[50px] w-full items-center rounded text-left';
const WIDE_ROW = 'gap-2.5 pr-2.5 pl-2';
/** A serial number of the usual length fits into 130 px. */
const NARROW_ROW = 'gap-1.5 pr-1.5 pl-1';
const WORDS = 'min-w-0 flex-1';
const ROW_PX = 50;
const ART_PX = 34;
const ALARM_PX = 13;
/** Number of skeleton rows. */
const EXPECTED = 12;

export function RobotPanelRows({ rows, current, cases, tiles, narrow, loading, onChoose }: RobotPanelRowsProps) {
  if (loading) return <PanelSkeleton narrow={narrow} />;
  return (
    <LongList className={LIST} rows={rows} keyOf={({ serialNumber }) => serialNumber} rowPx={ROW_PX} chosen={current}>
      {(robot) => (
        <PanelRow
          robot={robot}
          current={robot.serialNumber === current}
          alarm={cases.get(robot.serialNumber)}
          tile={tiles.get(robot.serialNumber)}
          narrow={narrow}
          onChoose={onChoose}
        />
      )}
    </LongList>
  );
}

interface PanelRowProps {
  readonly robot: Robot;
  readonly current: boolean;
  readonly alarm: string | undefined;
  readonly tile: number | undefined;
  readonly narrow: boolean;
  readonly onChoose: (serialNumber: string) => void;
}

function PanelRow({ robot, current, alarm, tile, narrow, onChoose }: PanelRowProps) {
  const t = useT();
  const { serialNumber, robotNickName, kind, onLineStatus, live } = robot;
  const off = onLineStatus === ONLINE_STATUS.offline;
  return (
    <button
      type="button"
      className={classes(
        ROW,
        narrow ? NARROW_ROW : WIDE_ROW,
        current ? 'bg-brand-100 [--text-2:var(--selected-text-2)]' : 'hover:bg-hover',
        alarm !== undefined && 'shadow-[inset_0_0_0_1px_var(--st-alarm)]',
      )}
      aria-current={current || undefined}
      onClick={() => onChoose(serialNumber)}
      // To a tile of the video wall.
      draggable
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'copyMove';
        dataTransfer.setData(ROBOT_DRAG, serialNumber);
      }}
    >
      {!narrow && <RobotArt kind={kind} size={ART_PX} dim={off} />}
      <span className={WORDS}>
        {robotNickName && (
          <b
            className={classes(
              'block truncate text-13 leading-4.5',
              current ? 'font-semibold text-selected-text' : off ? 'font-medium text-text-2' : 'font-medium',
            )}
          >
            {robotNickName}
          </b>
        )}
        <span className="serial block truncate leading-[14px]" title={serialNumber}>
          {serialNumber}
        </span>
      </span>
      {tile !== undefined && (
        <span
          role="img"
          className={classes(
            'grid size-5 flex-none place-items-center rounded-in text-11 font-medium tabular-nums',
            current ? 'bg-surface text-link' : 'bg-brand-100 text-link',
          )}
          aria-label={t('shell.panel.tile', { slot: tile })}
          title={t('shell.panel.tile', { slot: tile })}
        >
          {tile}
        </span>
      )}
      {/* With an icon, because colour is not enough. */}
      {alarm !== undefined && (
        <span
          role="img"
          className="flex-none text-st-alarm-text"
          aria-label={t('shell.panel.alarm', { event: alarm })}
          title={t('shell.panel.alarm', { event: alarm })}
        >
          <Icon of={Siren} size={ALARM_PX} />
        </span>
      )}
      {/* Beside the number of its tile it would take the room of the serial number. */}
      {!(narrow && tile !== undefined) && <WatchedMark watching={live.watching} bare />}
      <StatusShape status={live.status} label={t(statusKey(live.status))} />
    </button>
  );
}

function PanelSkeleton({ narrow }: { readonly narrow: boolean }) {
  return (
    <div className={LIST} aria-hidden="true">
      {Array.from({ length: EXPECTED }, (_, index) => (
        <div key={index} className={classes(ROW, narrow ? NARROW_ROW : WIDE_ROW)}>
          {!narrow && <span className="sk sk-figure" />}
          <span className={WORDS}>
            <span className="sk w-4/5" />
            <span className="sk mt-1.5 w-3/5" />
          </span>
        </div>
      ))}
    </div>
  );
}
