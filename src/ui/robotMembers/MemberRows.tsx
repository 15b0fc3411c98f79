/** Rows of people and of robots that people join: a picture, its texts, and buttons, which take a line on a phone. */
import type { ReactNode } from 'react';
import { classes } from '../kit/classes.ts';

interface MemberRowsProps {
  readonly label?: string;
  /** Below the heading of a card, which has its own space. */
  readonly underHead?: boolean;
  readonly children: ReactNode;
}

export function MemberRows({ label, underHead = false, children }: MemberRowsProps) {
  return (
    <ul className={underHead ? '*:first:pt-1' : undefined} aria-label={label}>
      {children}
    </ul>
  );
}

interface MemberRowProps {
  readonly picture: ReactNode;
  /** The name first; on a phone each text has a line. */
  readonly words: ReactNode;
  readonly buttons?: ReactNode;
  /** A single small control beside the texts. */
  readonly menu?: ReactNode;
}

export function MemberRow({ picture, words, buttons, menu }: MemberRowProps) {
  return (
    <li
      className={classes(
        'flex items-center gap-3 px-4 py-2.5 not-first:border-t not-first:border-line',
        buttons !== undefined && 'max-desk:flex-wrap',
      )}
    >
      {picture}
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 gap-y-0.5 text-start wrap-anywhere max-desk:*:flex-[1_0_100%]">
        {words}
      </div>
      {buttons !== undefined && (
        <div className="flex flex-none items-center gap-2 max-desk:flex-[1_0_100%] max-desk:justify-end">{buttons}</div>
      )}
      {menu}
    </li>
  );
}
