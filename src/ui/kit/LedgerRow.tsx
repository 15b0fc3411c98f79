/** One command's life: when, what and by whom, how far, and what the robot says of it. */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Track } from './Track.tsx';
import type { TrackProps } from './Track.tsx';

export type Tone = 'plain' | 'running' | 'good' | 'bad' | 'attn';

export interface LedgerRowProps {
  /** As shown: 14:32:06. */
  readonly time: string;
  /** ISO, for machines. */
  readonly dateTime: string;
  readonly title: string;
  readonly note: string;
  readonly track: TrackProps;
  /** The robot's word, not ours. */
  readonly outcome: string;
  readonly tone: Tone;
  /** Where something can still be done: a cancel button. */
  readonly children?: ReactNode;
}

export function LedgerRow({ time, dateTime, title, note, track, outcome, tone, children }: LedgerRowProps) {
  return (
    <li className="ledger-row">
      <time dateTime={dateTime}>{time}</time>
      <div className="ledger-what">
        <b>{title}</b>
        <span>{note}</span>
      </div>
      <Track {...track} />
      <span className={classes('ledger-out', tone !== 'plain' && `tone-${tone}`)}>
        {children}
        {outcome}
      </span>
    </li>
  );
}

export interface LedgerProps {
  readonly label: string;
  /** Without times: for a narrow place. */
  readonly narrow?: boolean | undefined;
  readonly children: ReactNode;
}

/** New rows are read out when they come. */
export function Ledger({ label, narrow = false, children }: LedgerProps) {
  return (
    <ol
      className={classes('ledger', narrow && 'ledger-narrow')}
      aria-label={label}
      aria-live="polite"
      aria-relevant="additions text"
    >
      {children}
    </ol>
  );
}
