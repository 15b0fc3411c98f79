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
const LOOK: Record<LeaseLook, string> = {
  nobody: 'bg-surface-3 [&>svg]:text-text-2',
  mine: 'bg-brand-100 [--text-2:var(--selected-text-2)] [&>svg]:text-mark',
  other: 'bg-attn-soft [&>svg]:text-attn',
  lost: 'bg-attn-soft [&>svg]:text-attn',
};
const BAR = 'flex min-h-11 items-center gap-2.5 rounded py-1.5 pr-2 pl-3 text-13';
/** In a narrow bar the name of the holder has priority over the icon and over the note that repeats the button. */
const SMALL =
  'desk:max-wide:[&>svg]:hidden max-desk:small:gap-2 max-desk:small:py-0.5 max-desk:small:pr-1 max-desk:small:pl-2 max-desk:sideways:[&>svg]:hidden';
/** In a landscape window of a phone two buttons are below one line: who has control, or who asks this user for it. */
const TWO_BUTTONS =
  'max-desk:sideways:has-[button~button]:flex-wrap max-desk:sideways:has-[button~button]:gap-1 max-desk:sideways:has-[button~button]:[&_button]:flex-1 max-desk:sideways:has-[button~button]:[&>div]:basis-full max-desk:sideways:has-[button~button]:[&_b]:whitespace-nowrap';
const ONE_LINE: Record<LeaseLook, string> = {
  nobody: '',
  mine: 'max-desk:sideways:has-[button~button]:[&_b]:hidden',
  other: 'max-desk:sideways:has-[button~button]:[&_[aria-live]]:hidden',
  lost: 'max-desk:sideways:has-[button~button]:[&_[aria-live]]:hidden',
};
const LINE = 'block overflow-hidden text-ellipsis';

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
    <div className={classes(BAR, LOOK[look], SMALL, TWO_BUTTONS, ONE_LINE[look])} role="status">
      <Icon of={look === 'other' ? Eye : KeyRound} size={18} />
      <div className="min-w-0 flex-1">
        <b className={classes(LINE, 'leading-[18px] whitespace-nowrap max-desk:sideways:whitespace-normal')}>{title}</b>
        <span
          className={classes(
            LINE,
            'text-12 whitespace-nowrap text-text-2',
            look === 'nobody' && 'max-desk:sideways:hidden',
          )}
          aria-live="off"
        >
          {note}
        </span>
      </div>
      <div className="flex flex-none gap-0.5">{children}</div>
    </div>
  );
}
