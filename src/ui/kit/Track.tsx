/** Progress track for everything that proceeds in steps: a command, a delivery, an escalation, a journey. */
import X from 'lucide-react/icons/x';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';

/** State of the current station. `done` requires proof by the robot's own state. */
export type TrackKind = 'now' | 'done' | 'fail' | 'expired';

export interface TrackStation {
  readonly label: string;
  /** Text below the label: a time, "16 m to go". */
  readonly note?: string | undefined;
}

export interface TrackProps {
  readonly stations: readonly TrackStation[];
  /** Index of the station reached, or of the next one if `progress` is given. */
  readonly current: number;
  readonly kind: TrackKind;
  /** Progress towards `current`, 0..1: an arrow on the line. */
  readonly progress?: number | undefined;
  /** Takes the full width and shows labels below the stations. */
  readonly large?: boolean | undefined;
  /** Text alternative for the whole track. */
  readonly description: string;
}

const CROSS_PX = 8;
/** Limits that keep the arrow clear of both stations, per cent. */
const ARROW_MIN = 6;
const ARROW_MAX = 96;

function nodeOf(index: number, { current, kind, progress }: TrackProps): TrackKind | 'todo' {
  if (index < current || (index === current && kind === 'done')) return 'done';
  if (index > current) return 'todo';
  return progress !== undefined && kind === 'now' ? 'todo' : kind;
}

/** Class of the line that leads to the station `index`. */
function lineOf(index: number, { current, kind, progress }: TrackProps): string {
  if (index === current && progress !== undefined && kind === 'now') return 'track-line track-line-going';
  if (index < current || (index === current && kind !== 'expired')) return 'track-line track-line-done';
  return kind === 'fail' || kind === 'expired' ? 'track-line track-line-cut' : 'track-line';
}

export function Track(props: TrackProps) {
  const { stations, kind, progress = 0, large = false, description } = props;
  const arrow = { '--p': `${Math.max(ARROW_MIN, Math.min(ARROW_MAX, progress * 100))}%` };
  return (
    <span
      className={classes('track', large && 'track-l', kind === 'done' && 'track-ok')}
      role="img"
      aria-label={description}
      title={large ? undefined : description}
    >
      {stations.map((station, index) => {
        const node = nodeOf(index, props);
        return [
          index > 0 && <span key={`to-${station.label}`} className={lineOf(index, props)} style={arrow} />,
          <span key={station.label} className={`track-node track-node-${node}`}>
            {node === 'fail' && <Icon of={X} size={CROSS_PX} />}
            {large && (
              <span className="track-label">
                <b>{station.label}</b>
                {station.note}
              </span>
            )}
          </span>,
        ];
      })}
    </span>
  );
}
