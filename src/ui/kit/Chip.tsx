/** A filter toggle with the number of items it would show. */
import type { RobotStatus } from '../../../contract/entities/robotConstants.ts';
import type { Glyph } from '../icons/glyph.ts';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { StatusShape } from './StatusShape.tsx';

export interface ChipProps {
  readonly label: string;
  readonly on: boolean;
  readonly onToggle: () => void;
  /** A number, or a short text: "last 60 s". */
  readonly note?: number | string | undefined;
  readonly status?: RobotStatus | undefined;
  readonly icon?: Glyph | undefined;
  /** 36 px high, for touch. */
  readonly large?: boolean | undefined;
}

export function Chip({ label, on, onToggle, note, status, icon, large = false }: ChipProps) {
  return (
    <button type="button" className={classes('chip', large && 'chip-l')} aria-pressed={on} onClick={onToggle}>
      {status !== undefined && <StatusShape status={status} size={10} />}
      {icon !== undefined && <Icon of={icon} size={14} />}
      {label}
      {note !== undefined && <i>{note}</i>}
    </button>
  );
}
