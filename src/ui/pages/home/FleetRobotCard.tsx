/** Robot card with action buttons, which appear on hover, on focus or when the card is selected. */
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { MouseEvent, ReactNode } from 'react';
import type { Robot } from '../../../../contract/entities/robot.ts';
import { robotPath } from '../../../machines/app/events.ts';
import { Age, type AgeProps } from '../../kit/Age.tsx';
import { Battery, type BatteryProps } from '../../kit/Battery.tsx';
import { Button } from '../../kit/Button.tsx';
import { classes } from '../../kit/classes.ts';
import { RobotArt } from '../../kit/RobotArt.tsx';
import { StatusPill } from '../../kit/StatusPill.tsx';
import { robotName } from '../../robots/robotName.ts';

export interface FleetRobotCardProps {
  readonly robot: Robot;
  readonly status: string;
  readonly task: string;
  readonly reason: string;
  /** Leads to its unresolved alarm case. */
  readonly alarm?: ReactNode;
  readonly age: AgeProps;
  readonly battery: BatteryProps;
  readonly chosen: boolean;
  /** The live feed is lost: everything shows the last known state. */
  readonly stale: boolean;
  readonly hovered: boolean;
  readonly onChoose: (event: MouseEvent<HTMLAnchorElement>) => void;
  /** Opens the robot's page. */
  readonly onOpen: () => void;
  /** "Open"; the accessible name is "Open Porter 1". */
  readonly openLabel: string;
  readonly openName: string;
  readonly onHover?: ((over: boolean) => void) | undefined;
  readonly acts?: ReactNode;
}

const ART_PX = 48;
const NOTHING = '\u00a0';

export function FleetRobotCard({
  robot,
  status,
  task,
  reason,
  alarm,
  age,
  battery,
  chosen,
  stale,
  hovered,
  onChoose,
  onOpen,
  openLabel,
  openName,
  onHover,
  acts,
}: FleetRobotCardProps) {
  const { serialNumber, kind, live } = robot;
  const off = live.connection !== 'online';
  const hasCase = alarm !== undefined;
  return (
    <article
      className={classes(
        'robot-card',
        (live.status === 'alarm' || hasCase) && 'robot-card-alarm',
        live.status === 'stopped' && 'robot-card-stopped',
        off && 'robot-card-off',
      )}
      data-selected={chosen}
      data-stale={stale}
      data-hovered={hovered}
      onPointerEnter={onHover && (() => onHover(true))}
      onPointerLeave={onHover && (() => onHover(false))}
    >
      <RobotArt kind={kind} size={ART_PX} dim={off} />
      <div className="robot-card-mid">
        <div className="robot-card-name">
          <a
            href={robotPath(serialNumber)}
            className="robot-card-open"
            aria-current={chosen || undefined}
            onClick={onChoose}
          >
            <b>{robotName(robot)}</b>
          </a>
          <span className="serial">{serialNumber}</span>
        </div>
        {/* On a phone there is space for one line: the alarm comes first. */}
        <div className={classes('robot-card-task', hasCase && 'max-desk:hidden')}>{task}</div>
        {/* The line keeps its height when empty, to prevent layout shift. */}
        {hasCase ? (
          <div className="flex min-w-0 gap-1.5 text-12 text-text-2">
            {alarm}
            <span className="truncate max-desk:hidden">{reason}</span>
          </div>
        ) : (
          <div className="robot-card-why">{reason || NOTHING}</div>
        )}
      </div>
      <div className="robot-card-end">
        <div className="flex items-center gap-1">
          {acts !== undefined && <span className="robot-card-acts">{acts}</span>}
          <StatusPill status={live.status} label={status} />
        </div>
        <div className="robot-card-facts">
          <Age {...age} />
          <Battery {...battery} />
        </div>
      </div>
      <Button size="s" className="robot-card-go" iconEnd={ChevronRight} aria-label={openName} onClick={onOpen}>
        {openLabel}
      </Button>
    </article>
  );
}
