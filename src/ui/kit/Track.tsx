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
const NODE: Record<TrackKind | 'todo' | 'proven', string> = {
  todo: 'size-[9px] border-[1.5px] border-n-400 bg-surface',
  done: 'size-[9px] border-[1.5px] border-n-500 bg-n-500',
  proven: 'size-[9px] border-[1.5px] border-st-online bg-st-online',
  now: 'size-3 border-3 border-mark bg-surface shadow-[0_0_0_3px_color-mix(in_srgb,var(--mark)_20%,transparent)]',
  fail: 'size-3 bg-stop text-on-stop',
  expired: 'size-3 border-[1.5px] border-attn bg-attn-soft bg-hatch',
};
/** `going`: solid as far as `progress`, with an arrow at its end. */
const LINE = {
  todo: 'h-0 border-t-2 border-dashed border-n-300',
  done: 'h-0 border-t-2 border-n-500',
  proven: 'h-0 border-t-2 border-st-online',
  cut: 'h-0 border-t-2 border-dotted border-n-200',
  going:
    'relative h-0.5 bg-[image:linear-gradient(to_right,var(--n-500)_var(--p),transparent_var(--p)),repeating-linear-gradient(to_right,var(--n-300)_0_5px,transparent_5px_9px)] after:absolute after:-top-[5px] after:left-[calc(var(--p)-6px)] after:border-y-6 after:border-l-11 after:border-y-transparent after:border-l-mark',
} as const;
/** Limits that keep the arrow clear of both stations, per cent. */
const ARROW_MIN = 6;
const ARROW_MAX = 96;

function nodeOf(index: number, { current, kind, progress }: TrackProps): TrackKind | 'todo' {
  if (index < current || (index === current && kind === 'done')) return 'done';
  if (index > current) return 'todo';
  return progress !== undefined && kind === 'now' ? 'todo' : kind;
}

/** The line that leads to the station `index`. */
function lineOf(index: number, { current, kind, progress }: TrackProps): keyof typeof LINE {
  if (index === current && progress !== undefined && kind === 'now') return 'going';
  if (index < current || (index === current && kind !== 'expired')) return 'done';
  return kind === 'fail' || kind === 'expired' ? 'cut' : 'todo';
}

export function Track(props: TrackProps) {
  const { stations, kind, progress = 0, large = false, description } = props;
  const arrow = { '--p': `${Math.max(ARROW_MIN, Math.min(ARROW_MAX, progress * 100))}%` };
  /** Green only when the robot's own state proves it. */
  const lookOf = <Part extends string>(part: Part): Part | 'proven' =>
    kind === 'done' && part === 'done' ? 'proven' : part;
  return (
    <span
      className={large ? 'flex flex-1 items-center px-10 pb-8' : 'inline-flex items-center'}
      role="img"
      aria-label={description}
      title={large ? undefined : description}
    >
      {stations.map((station, index) => {
        const node = lookOf(nodeOf(index, props));
        const line = lookOf(lineOf(index, props));
        return [
          index > 0 && (
            <span
              key={`to-${station.label}`}
              data-line={line}
              className={classes(large ? 'block min-w-5 flex-1' : 'block w-[15px] flex-none', LINE[line])}
              style={arrow}
            />
          ),
          <span
            key={station.label}
            data-node={node}
            className={classes('relative grid flex-none place-items-center rounded-full', NODE[node])}
          >
            {node === 'fail' && <Icon of={X} size={CROSS_PX} className="stroke-4" />}
            {large && (
              <span className="absolute top-3.5 left-1/2 -translate-x-1/2 text-center text-11 leading-[14px] whitespace-nowrap text-text-2">
                <b className="block text-text">{station.label}</b>
                {station.note}
              </span>
            )}
          </span>,
        ];
      })}
    </span>
  );
}
