/** A status as text with its shape. `attn` is not a status: amber, "look twice". */
import type { RobotStatus } from '../../../contract/entities/robotConstants.ts';
import type { Glyph } from '../icons/glyph.ts';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { StatusShape } from './StatusShape.tsx';

export interface StatusPillProps {
  readonly status: RobotStatus | 'attn';
  readonly label: string;
  /** Replaces the shape: a tick for "completed", a clock for "not answering". */
  readonly icon?: Glyph | undefined;
  readonly large?: boolean | undefined;
}

const SHAPE_PX = 10;
const ICON_PX = 11;

export function StatusPill({ status, label, icon, large = false }: StatusPillProps) {
  const bare = icon === undefined && status === 'attn';
  return (
    <span className={classes('pill', `is-${status}`, large && 'pill-l', bare && 'pill-words')}>
      {icon !== undefined && <Icon of={icon} size={ICON_PX} />}
      {icon === undefined && status !== 'attn' && <StatusShape status={status} size={SHAPE_PX} />}
      {label}
    </span>
  );
}
