/**
 * Holder of the manual control lease: none (grey), this user (blue), another (amber), or this user with no commands
 * arriving (amber). At most two buttons.
 */
import type { ReactNode } from 'react';
import Eye from 'lucide-react/icons/eye';
import KeyRound from 'lucide-react/icons/key-round';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';

export type LeaseLook = 'nobody' | 'mine' | 'other' | 'lost';
const LOOK: Record<LeaseLook, string | false> = {
  nobody: false,
  mine: 'lease-mine',
  other: 'lease-other',
  lost: 'lease-lost',
};

export interface LeaseBarProps {
  readonly look: LeaseLook;
  readonly title: string;
  /** Not announced when it changes, because it counts seconds. */
  readonly note: string;
  /** Buttons of size s, the most important last. */
  readonly children?: ReactNode;
}

export function LeaseBar({ look, title, note, children }: LeaseBarProps) {
  return (
    <div className={classes('lease', LOOK[look])} role="status">
      <Icon of={look === 'other' ? Eye : KeyRound} size={18} />
      <div className="lease-words">
        <b>{title}</b>
        <span aria-live="off">{note}</span>
      </div>
      <div className="lease-acts">{children}</div>
    </div>
  );
}
