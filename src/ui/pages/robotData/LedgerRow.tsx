/** One command: time, description and author, progress, and the robot's response. */
import type { ReactNode } from 'react';
import { classes } from '../../kit/classes.ts';
import { Track } from '../../kit/Track.tsx';
import type { TrackProps } from '../../kit/Track.tsx';

export type Tone = 'plain' | 'running' | 'good' | 'bad' | 'attn';

const TONE: Record<Tone, string> = {
  plain: 'text-text-2',
  running: 'text-link',
  good: 'text-st-online-text',
  bad: 'text-st-alarm-text',
  attn: 'text-attn-text',
};

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
    // On a phone the track comes first and the second line is hidden.
    <li className="grid min-h-[45px] grid-cols-[60px_minmax(0,1fr)_118px_152px] items-center gap-3 border-t border-line px-4 py-0.5 text-13 first:border-t-0 max-wide:grid-cols-[minmax(0,1fr)_104px_124px] max-desk:min-h-10 max-desk:grid-cols-[auto_minmax(0,1fr)_auto] max-desk:px-3 max-desk:[&>[role=img]]:-order-1">
      <time className="text-12 text-text-2 max-wide:hidden" dateTime={dateTime}>
        {time}
      </time>
      <div className="flex min-w-0 flex-col *:truncate">
        <b className="font-medium">{title}</b>
        <span className="text-12 text-text-2 max-desk:hidden">{note}</span>
      </div>
      <Track {...track} />
      <span className={classes('text-right text-12 font-medium', TONE[tone])}>
        {children}
        {outcome}
      </span>
    </li>
  );
}

export interface LedgerProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A live region: new rows are announced. */
export function Ledger({ label, children }: LedgerProps) {
  return (
    <ol aria-label={label} aria-live="polite" aria-relevant="additions text">
      {children}
    </ol>
  );
}
