/** The rows of the robot panel; only those in sight are in the page, so that a thousand robots scroll like twelve. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { Robot } from '../../../contract/entities/robot.ts';
import { ONLINE_STATUS } from '../../../contract/entities/constants.ts';
import { useT } from '../hooks/useT.ts';
import { RobotArt } from '../kit/RobotArt.tsx';
import { StatusShape } from '../kit/StatusShape.tsx';
import { statusKey } from '../words/statusKey.ts';

export interface RobotPanelRowsProps {
  readonly rows: readonly Robot[];
  readonly current: string;
  readonly narrow: boolean;
  readonly loading: boolean;
  readonly onChoose: (serialNumber: string) => void;
}

const ROW_PX = 50;
const ART_PX = 34;
const AHEAD = 6;
/** Rows of the skeleton. */
const EXPECTED = 12;
/** 'W1-2308-0417' in the narrow panel: model and number without the lot between. */
const shortSerial = (serialNumber: string): string => serialNumber.replace(/-\d{4}-/u, '-');

export function RobotPanelRows({ rows, current, narrow, loading, onChoose }: RobotPanelRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => ROW_PX, overscan: AHEAD, getItemKey: (index) => rows[index]?.serialNumber ?? index });
  if (loading) return <PanelSkeleton narrow={narrow} />;
  return (
    <div ref={scroller} className="robots-panel-list">
      <ul className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const robot = rows[index];
          return robot && (
            <li key={robot.serialNumber} className="absolute inset-x-0 top-0" style={{ transform: `translateY(${start}px)` }} aria-setsize={rows.length} aria-posinset={index + 1}>
              <PanelRow robot={robot} current={robot.serialNumber === current} narrow={narrow} onChoose={onChoose} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface PanelRowProps {
  readonly robot: Robot;
  readonly current: boolean;
  readonly narrow: boolean;
  readonly onChoose: (serialNumber: string) => void;
}

function PanelRow({ robot, current, narrow, onChoose }: PanelRowProps) {
  const t = useT();
  const { serialNumber, robotNickName, kind, onLineStatus, live } = robot;
  const off = onLineStatus === ONLINE_STATUS.offline;
  return (
    <button type="button" className="robot-row" aria-current={current || undefined} data-off={off || undefined} onClick={() => onChoose(serialNumber)}>
      {!narrow && <RobotArt kind={kind} size={ART_PX} dim={off} />}
      <span>
        {robotNickName && <b>{robotNickName}</b>}
        <span className="serial" title={serialNumber}>{narrow ? shortSerial(serialNumber) : serialNumber}</span>
      </span>
      <StatusShape status={live.status} label={t(statusKey(live.status))} />
    </button>
  );
}

function PanelSkeleton({ narrow }: { readonly narrow: boolean }) {
  return (
    <div className="robots-panel-list" aria-hidden="true">
      {Array.from({ length: EXPECTED }, (_, index) => (
        <div key={index} className="robot-row">
          {!narrow && <span className="sk sk-figure" />}
          <span><span className="sk w-4/5" /><span className="sk mt-1.5 w-3/5" /></span>
        </div>
      ))}
    </div>
  );
}
