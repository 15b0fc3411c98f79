/** A lane of a day or a week with blocks at their times, and a line at the present. Several lanes share one axis. */
import { classes } from '../classes.ts';
import type { RunLook } from './runLook.ts';

export interface TimelineBlock {
  readonly id: string;
  /** ms */
  readonly from: number;
  readonly until: number;
  readonly look: RunLook;
  /** "Day round, 14:30 to 14:43, 8 of 9 stops". */
  readonly label: string;
  readonly onOpen?: (() => void) | undefined;
}

export interface TimelineTrackProps {
  /** Whose lane it is: the accessible name of its list. */
  readonly label: string;
  /** The shown time, ms. */
  readonly from: number;
  readonly until: number;
  readonly blocks: readonly TimelineBlock[];
  /** Absent if the present is not shown. */
  readonly now?: number | undefined;
  /** The block whose details are open. */
  readonly current?: string | undefined;
}

const BAR: Record<RunLook, string> = {
  done: 'border-transparent bg-n-500 opacity-75',
  partial: 'border-transparent bg-attn',
  failed: 'border-transparent bg-st-alarm',
  running: 'border-transparent bg-mark',
  stuck: 'border-st-alarm bg-st-alarm-soft',
  planned: 'border-dashed border-n-500 bg-surface',
  doubtful: 'border-dashed border-attn bg-attn-soft',
  skipped: 'border-dashed border-n-500 bg-surface bg-hatch-grey',
  unknown: 'border-attn bg-surface bg-hatch',
};
/** As high as a target must be; the bar inside is lower. */
const PLACE = 'absolute inset-y-0 flex min-w-1.5 items-center';
/** A short block is widened for the pointer only. */
const TARGET = "before:absolute before:inset-y-0 before:-inset-x-2 before:content-['']";

export function TimelineTrack({ label, from, until, blocks, now, current }: TimelineTrackProps) {
  const share = (at: number): number => (100 * (at - from)) / (until - from);
  return (
    <div className="relative h-6 min-w-0 max-desk:h-11">
      <span
        aria-hidden="true"
        className="absolute inset-x-0 top-1/2 h-2.5 -translate-y-1/2 rounded-[3px] bg-surface-3"
      />
      <ul aria-label={label}>
        {blocks
          .filter((block) => block.until > from && block.from < until)
          .map((block) => {
            const left = share(Math.max(block.from, from));
            const place = { left: `${left}%`, width: `${share(Math.min(block.until, until)) - left}%` };
            const bar = (
              <span
                className={classes(
                  'h-2.5 w-full rounded-[3px] border',
                  BAR[block.look],
                  block.id === current && 'shadow-ring',
                )}
              />
            );
            return (
              <li key={block.id} className={PLACE} style={place}>
                {block.onOpen ? (
                  <button
                    type="button"
                    className={classes('relative flex size-full items-center rounded-in', TARGET)}
                    aria-label={block.label}
                    aria-current={block.id === current || undefined}
                    title={block.label}
                    onClick={block.onOpen}
                  >
                    {bar}
                  </button>
                ) : (
                  <span className="flex size-full items-center" title={block.label}>
                    {bar}
                    <span className="sr-only">{block.label}</span>
                  </span>
                )}
              </li>
            );
          })}
      </ul>
      {now !== undefined && now >= from && now <= until && (
        <span
          aria-hidden="true"
          className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-mark"
          style={{ left: `${share(now)}%` }}
        />
      )}
    </div>
  );
}

export interface TimelineAxisProps {
  readonly from: number;
  readonly until: number;
  readonly marks: readonly { readonly at: number; readonly label: string }[];
}

/** The times below or above lanes. The first and last labels stay inside. */
export function TimelineAxis({ from, until, marks }: TimelineAxisProps) {
  return (
    <div aria-hidden="true" className="relative h-4 text-11 text-text-2 tabular-nums">
      {marks.map(({ at, label }) => (
        <span
          key={at}
          className={classes(
            'absolute',
            at <= from ? 'translate-x-0' : at >= until ? '-translate-x-full' : '-translate-x-1/2',
          )}
          style={{ left: `${(100 * (at - from)) / (until - from)}%` }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}
