/** Progress track of a command, a run or a delivery: a station for each step. */
import Minus from 'lucide-react/icons/minus';
import X from 'lucide-react/icons/x';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';

/**
 * State of the current station. `done` requires proof by the robot's own state; `waiting`: for a person, for too long;
 * `cancelled`: ended here by a person.
 */
export type TrackKind = 'now' | 'waiting' | 'done' | 'fail' | 'expired' | 'cancelled';

export interface TrackStation {
  readonly label: string;
  /** Text below the label: a time, "16 m to go". */
  readonly note?: string | undefined;
}

export interface TrackProps {
  readonly stations: readonly TrackStation[];
  /** Index of the station reached. */
  readonly current: number;
  readonly kind: TrackKind;
  /** Text alternative for the whole track. */
  readonly description: string;
}

const CROSS_PX = 8;
/** Borders have the colour of the text. */
export const TRACK_NODE = {
  todo: 'relative grid size-[9px] flex-none place-items-center rounded-full border-[1.5px] bg-surface text-n-400',
  done: 'relative grid size-[9px] flex-none place-items-center rounded-full border-[1.5px] bg-current text-n-500',
  /** Green only when the robot's own state proves it. */
  proven: 'relative grid size-[9px] flex-none place-items-center rounded-full border-[1.5px] bg-current text-st-online',
  now: 'relative grid size-3 flex-none place-items-center rounded-full border-3 bg-surface text-mark [box-shadow:0_0_0_3px_color-mix(in_srgb,currentColor_20%,transparent)]',
  waiting:
    'relative grid size-3 flex-none place-items-center rounded-full border-3 bg-attn-soft text-attn [box-shadow:0_0_0_3px_color-mix(in_srgb,currentColor_20%,transparent)]',
  cancelled: 'relative grid size-3 flex-none place-items-center rounded-full border-[1.5px] bg-surface text-n-500',
  fail: 'relative grid size-3 flex-none place-items-center rounded-full border-[1.5px] bg-current text-stop',
  expired:
    'relative grid size-3 flex-none place-items-center rounded-full border-[1.5px] bg-attn-soft bg-hatch text-attn',
} as const;
export const TRACK_LINE = {
  todo: 'block border-t-2 border-dashed text-n-300',
  done: 'block border-t-2 text-n-500',
  proven: 'block border-t-2 text-st-online',
  cut: 'block border-t-2 border-dotted text-n-200',
} as const;

function nodeOf(index: number, { current, kind }: Pick<TrackProps, 'current' | 'kind'>): keyof typeof TRACK_NODE {
  if (index <= current && kind === 'done') return 'proven';
  if (index < current) return 'done';
  return index > current ? 'todo' : kind;
}

/** The line that leads to the station `index`. */
function lineOf(index: number, { current, kind }: Pick<TrackProps, 'current' | 'kind'>): keyof typeof TRACK_LINE {
  if (index <= current && kind === 'done') return 'proven';
  if (index < current || (index === current && kind !== 'expired')) return 'done';
  return ENDS.has(kind) ? 'cut' : 'todo';
}
/** What follows the current station will not happen. */
const ENDS: ReadonlySet<TrackKind> = new Set(['fail', 'expired', 'cancelled']);

export function Track({ stations, current, kind, description }: TrackProps) {
  return (
    <span className="inline-flex items-center" role="img" aria-label={description} title={description}>
      {stations.map(({ label }, index) => {
        const node = nodeOf(index, { current, kind });
        const line = lineOf(index, { current, kind });
        return [
          index > 0 && (
            <span key={`to-${label}`} data-line={line} className={classes('w-[15px] flex-none', TRACK_LINE[line])} />
          ),
          <span key={label} data-node={node} className={TRACK_NODE[node]}>
            {node === 'fail' && <Icon of={X} size={CROSS_PX} className="stroke-4 text-on-stop" />}
            {node === 'cancelled' && <Icon of={Minus} size={CROSS_PX} className="stroke-4" />}
          </span>,
        ];
      })}
    </span>
  );
}
