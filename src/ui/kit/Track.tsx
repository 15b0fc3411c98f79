/** The one track for all that proceeds: a command, a delivery, an escalation, a journey. */
import X from 'lucide-react/icons/x';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';

/** How it stands at the current station. `done` is for what the robot's own state proves. */
export type TrackKind = 'now' | 'done' | 'fail' | 'expired';

export interface TrackStation {
  readonly label: string;
  /** Under the label: a time, "16 m to go". */
  readonly note?: string | undefined;
}

export interface TrackProps {
  readonly stations: readonly TrackStation[];
  /** Index of the station reached, or on the way to which it is when `progress` is given. */
  readonly current: number;
  readonly kind: TrackKind;
  /** 0..1 of the way to `current`: an arrow on the line. */
  readonly progress?: number | undefined;
  /** Stretches and shows the labels under its stations. */
  readonly large?: boolean | undefined;
  /** The whole in words. */
  readonly description: string;
}

const CROSS_PX = 8;
/** The arrow keeps off both stations. */
const ARROW_MIN = 6;
const ARROW_MAX = 96;

function nodeOf(index: number, { current, kind, progress }: TrackProps): TrackKind | 'todo' {
  if (index < current || (index === current && kind === 'done')) return 'done';
  if (index > current) return 'todo';
  return progress !== undefined && kind === 'now' ? 'todo' : kind;
}

/** The line that leads to the station `index`. */
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
