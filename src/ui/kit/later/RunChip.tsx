/** A run in a timetable: its time and name where the place does not say them, and its state as a result or a reason. */
import CalendarOff from 'lucide-react/icons/calendar-off';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../Icon.tsx';
import { StatusShape } from '../StatusShape.tsx';
import type { RunLook } from './runLook.ts';

export interface RunChipProps {
  readonly look: RunLook;
  /** A result or a reason, never "OK": "13 min", "Stop 3 blocked", "≈ 26 min". */
  readonly state: string;
  /** "14:30". */
  readonly time?: string | undefined;
  readonly name?: string | undefined;
  /** The kind of its robot, where the place does not say the robot. */
  readonly glyph?: ReactNode;
  /** Accessible name where the chip itself does not say everything: "Day round, Sunday 14:30, will not run: paused". */
  readonly label?: string | undefined;
  /** Its details are open. */
  readonly current?: boolean | undefined;
  /** Its label as a native tooltip; false where the details are shown by the pointer. */
  readonly tip?: boolean | undefined;
  /** A key that does something with it: 'M'. */
  readonly keys?: string | undefined;
  readonly onOpen?: (() => void) | undefined;
}

const LOOK: Record<RunLook, string> = {
  done: 'border-n-400 bg-surface text-text [&_.icon]:text-st-online',
  partial: 'border-attn bg-surface text-attn-text',
  failed: 'border-st-alarm bg-surface text-st-alarm-text [&_.icon]:text-st-alarm',
  running: 'border-mark bg-brand-100 font-medium text-selected-text',
  stuck: 'border-st-alarm bg-st-alarm-soft font-medium text-st-alarm-text',
  planned: 'border-dashed border-n-500 bg-transparent text-text',
  doubtful: 'border-dashed border-attn bg-attn-soft font-medium text-attn-text',
  skipped: 'border-dashed border-n-500 bg-surface bg-hatch-grey text-text-2',
  unknown: 'border-attn bg-surface bg-hatch text-attn-text',
};
/** Words on a hatch stand on the surface, never on the stripes. */
const ON_HATCH = 'rounded-[3px] bg-surface px-1 font-medium';
const SIGN: Record<RunLook, ReactNode> = {
  done: <Icon of={Check} size={13} />,
  partial: null,
  failed: <Icon of={X} size={13} />,
  running: <StatusShape status="working" size={10} />,
  stuck: <StatusShape status="alarm" size={11} />,
  planned: null,
  doubtful: <Icon of={TriangleAlert} size={13} />,
  skipped: <Icon of={CalendarOff} size={13} />,
  unknown: <Icon of={Clock} size={13} />,
};
const CHIP =
  'flex h-6 max-w-full min-w-0 items-center gap-1.25 rounded-in border px-2 text-left text-12 whitespace-nowrap max-desk:h-11 max-desk:px-3';

export function RunChip({
  look,
  state,
  time,
  name,
  glyph,
  label,
  current = false,
  tip = true,
  keys,
  onOpen,
}: RunChipProps) {
  const isHatched = look === 'skipped' || look === 'unknown';
  const looks = classes(CHIP, LOOK[look], current && 'shadow-ring');
  const text = (
    <>
      {glyph}
      {SIGN[look]}
      <span className={classes('min-w-0 truncate', isHatched && ON_HATCH)}>
        {time !== undefined && <time className="font-semibold">{time}</time>}
        {time !== undefined && ' '}
        {name !== undefined && `${name} · `}
        {state}
      </span>
    </>
  );
  return onOpen ? (
    <button
      type="button"
      className={looks}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={tip ? label : undefined}
      aria-current={current || undefined}
      onClick={onOpen}
    >
      {text}
    </button>
  ) : (
    <span className={looks} title={label}>
      {text}
    </span>
  );
}
