/**
 * What was asked of a robot and what it reports: a small track, the value, and why the two differ. It is green only by the
 * robot's own report.
 */
import { classes } from '../classes.ts';
import { Track, type TrackKind } from '../Track.tsx';

export type ReportedState =
  /** The robot reports what was asked. */
  | 'reported'
  /** Asked, no answer yet. */
  | 'pending'
  | 'refused'
  /** The robot reports something else, though it accepted. */
  | 'differs'
  /** No report, or an old one. */
  | 'silent';

export interface ReportedLineProps {
  readonly state: ReportedState;
  /** "80 %". Of a robot that is silent, its last value. */
  readonly value: string;
  /** "since 14:02", "sent 6 s ago, it reported off", "lamp board, 14:29:51", "last reported 13:58". */
  readonly note: string;
  /** Names of the three stations: asked, sent, reported. */
  readonly stations: readonly [asked: string, sent: string, reported: string];
  /** The state in words, for the track: "Not reported yet". */
  readonly description: string;
}

const TRACK: Record<ReportedState, readonly [current: number, kind: TrackKind]> = {
  reported: [2, 'done'],
  pending: [1, 'now'],
  refused: [2, 'fail'],
  differs: [2, 'expired'],
  silent: [1, 'expired'],
};
const VALUE: Record<ReportedState, string> = {
  reported: 'text-st-online-text',
  pending: 'text-link',
  refused: 'text-st-alarm-text',
  differs: 'text-attn-text',
  silent: 'bg-hatch text-attn-text',
};

export function ReportedLine({ state, value, note, stations, description }: ReportedLineProps) {
  const [current, kind] = TRACK[state];
  return (
    <div className="flex min-w-0 items-center gap-2 text-12 text-text-2">
      <span className="flex w-16 flex-none">
        <Track
          stations={stations.map((label) => ({ label }))}
          current={current}
          kind={kind}
          description={description}
        />
      </span>
      <span className="grid min-w-0 justify-items-start wrap-anywhere">
        <b className={classes('rounded-[3px] font-medium', VALUE[state])}>
          {state === 'silent' ? <span className="rounded-[3px] bg-attn-soft px-1">{value}</span> : value}
        </b>
        <span>{note}</span>
      </span>
    </div>
  );
}
