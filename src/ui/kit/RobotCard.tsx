/**
 * A robot in a list: illustration, name, task and reason; at the right its status above age and charge. The whole card
 * is a link.
 */
import type { ComponentType, MouseEvent, ReactNode } from 'react';
import type { RobotKind } from '../../../contract/entities/constants.ts';
import type { RobotStatus } from '../../../contract/entities/robotConstants.ts';
import { Age } from './Age.tsx';
import type { AgeProps } from './Age.tsx';
import { Battery } from './Battery.tsx';
import type { BatteryProps } from './Battery.tsx';
import { classes } from './classes.ts';
import { RobotArt } from './RobotArt.tsx';
import { StatusPill } from './StatusPill.tsx';

const ART_PX = 48;

/** The application's router link. */
export type LinkComponent = ComponentType<{
  readonly href: string;
  readonly className?: string;
  readonly children?: ReactNode;
  readonly onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
}>;

export interface RobotCardProps {
  readonly name: string;
  readonly serialNumber: string;
  readonly kind: RobotKind;
  readonly status: RobotStatus;
  readonly statusLabel: string;
  readonly task: string;
  /** Reason for the task's state: "waits for lift 2". */
  readonly reason?: string | undefined;
  readonly age: AgeProps;
  readonly battery: BatteryProps;
  readonly href: string;
  readonly link: LinkComponent;
  readonly selected?: boolean | undefined;
  readonly onHover?: ((over: boolean) => void) | undefined;
}

export function RobotCard({
  name,
  serialNumber,
  kind,
  status,
  statusLabel,
  task,
  reason,
  age,
  battery,
  href,
  link: Link,
  selected = false,
  onHover,
}: RobotCardProps) {
  const off = status === 'offline';
  return (
    <article
      className={classes(
        'robot-card',
        status === 'alarm' && 'robot-card-alarm',
        status === 'stopped' && 'robot-card-stopped',
        off && 'robot-card-off',
      )}
      data-selected={selected}
      onPointerEnter={onHover && (() => onHover(true))}
      onPointerLeave={onHover && (() => onHover(false))}
    >
      <RobotArt kind={kind} size={ART_PX} dim={off} />
      <div className="robot-card-mid">
        <div className="robot-card-name">
          <Link href={href} className="robot-card-open">
            <b>{name}</b>
          </Link>
          <span className="serial">{serialNumber}</span>
        </div>
        <div className="robot-card-task">{task}</div>
        {reason !== undefined && <div className="robot-card-why">{reason}</div>}
      </div>
      <div className="robot-card-end">
        <StatusPill status={status} label={statusLabel} />
        <div className="robot-card-facts">
          <Age {...age} />
          <Battery {...battery} />
        </div>
      </div>
    </article>
  );
}
