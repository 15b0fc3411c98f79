/** Stops of a task on a line of the full width: an arrow shows the progress to the next one. */
import { classes } from '../../kit/classes.ts';
import { TRACK_LINE, TRACK_NODE, type TrackStation } from '../../kit/Track.tsx';

export interface JourneyTrackProps {
  readonly stations: readonly TrackStation[];
  /** Index of the next station; the number of stations if all are reached. */
  readonly current: number;
  /** The task is completed. */
  readonly done: boolean;
  /** Progress to the next station, 0..1; undefined if it is not known. */
  readonly progress: number | undefined;
  /** Text alternative for the whole track. */
  readonly description: string;
}

/** Solid as far as the progress. */
const GOING =
  'relative h-0.5 bg-[image:linear-gradient(to_right,var(--n-500)_var(--p),transparent_var(--p)),repeating-linear-gradient(to_right,var(--n-300)_0_5px,transparent_5px_9px)]';
const ARROW =
  'absolute -top-[5px] left-[calc(var(--p)-6px)] border-6 border-r-0 border-l-11 border-y-transparent text-mark';
/** Limits that keep the arrow clear of both stations, per cent. */
const ARROW_MIN = 6;
const ARROW_MAX = 96;

export function JourneyTrack({ stations, current, done, progress, description }: JourneyTrackProps) {
  const isGoing = progress !== undefined && !done;
  const arrow = { '--p': `${Math.max(ARROW_MIN, Math.min(ARROW_MAX, (progress ?? 0) * 100))}%` };
  const reached = done ? 'proven' : 'done';
  return (
    <span className="flex flex-1 items-center px-10 pb-8" role="img" aria-label={description}>
      {stations.map(({ label, note }, index) => {
        const isCurrent = index === current && !done;
        const node = isCurrent ? (isGoing ? 'todo' : 'now') : index <= current ? reached : 'todo';
        const line = isCurrent && isGoing ? 'going' : index <= current ? reached : 'todo';
        return [
          index > 0 && (
            <span
              key={`to-${label}`}
              data-line={line}
              className={classes('min-w-5 flex-1', line === 'going' ? GOING : TRACK_LINE[line])}
              style={arrow}
            >
              {line === 'going' && <span className={ARROW} />}
            </span>
          ),
          <span key={label} data-node={node} className={TRACK_NODE[node]}>
            <span className="absolute top-3.5 left-1/2 -translate-x-1/2 text-center text-11 leading-[14px] whitespace-nowrap text-text-2">
              <b className="block text-text">{label}</b>
              {note}
            </span>
          </span>,
        ];
      })}
    </span>
  );
}
