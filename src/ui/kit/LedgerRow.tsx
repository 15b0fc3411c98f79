/** One command: time, description and author, progress, and the robot's response. */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Track } from './Track.tsx';
import type { TrackProps } from './Track.tsx';

export type Tone = 'plain' | 'running' | 'good' | 'bad' | 'attn';

export interface LedgerRowProps {
  /** Displayed time: 14:32:06. */
  readonly time: string;
  /** ISO time for the `dateTime` attribute. */
  readonly dateTime: string;
  readonly title: string;
  readonly note: string;
  readonly track: TrackProps;
  /** The outcome as reported by the robot. */
  readonly outcome: string;
  readonly tone: Tone;
  /** For a command that can still be changed: a cancel button. */
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
  /** Omits the times, for narrow containers. */
  readonly narrow?: boolean | undefined;
  readonly children: ReactNode;
}

/** A live region: new rows are announced. */
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
