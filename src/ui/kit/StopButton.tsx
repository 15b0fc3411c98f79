/**
 * The Stop button: red, never disabled, whatever the state of the links (spec: Stop needs no confirmation and waits for
 * nothing). ready: filled; sent: soft, until the robot's state proves it; stopped: green outline with the robot's time.
 * Pressing it again while sent sends it again. Resume is a separate button, never in the same place.
 *
 * It is above every dialog. A modal dialog hides its siblings from assistive technology, except live regions: the
 * container is a live region that never announces (`aria-live="off"`), so Stop stays in the accessibility tree.
 */
import CircleCheck from 'lucide-react/icons/circle-check';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import OctagonX from 'lucide-react/icons/octagon-x';
import type { Glyph } from '../icons/glyph.ts';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { useStopPlace } from './stopPlaces.ts';

export type StopLook = 'ready' | 'sent' | 'stopped';

export interface StopButtonProps {
  readonly look: StopLook;
  /** "Stop", "Stop sent", "Stopped". */
  readonly label: string;
  /** "Stops Porter 1 at once.", "Waiting for Porter 1, 0.4 s". */
  readonly note: string;
  readonly onStop: () => void;
  /** Escape. Omitted on a phone. */
  readonly keyHint?: string | undefined;
  /** Touch size: 72 px. */
  readonly touch?: boolean | undefined;
  /** Classes of the button, for windows that need another shape. */
  readonly className?: string | undefined;
}

const ICON: Record<StopLook, Glyph> = { ready: OctagonX, sent: LoaderCircle, stopped: CircleCheck };
const ICON_PX = 30;
const LOOK: Record<StopLook, string> = {
  // Space for the key hint on both sides, so that the text stays in the middle.
  ready: 'bg-stop px-14 text-on-stop hover:bg-stop-hover active:bg-stop-press',
  sent: 'bg-st-alarm-soft px-4 text-st-alarm-text inset-ring-2 inset-ring-stop',
  stopped: 'bg-surface px-4 text-text inset-ring-2 inset-ring-st-online [&>svg]:text-st-online',
};
/** Above every backdrop, dialog, panel, toast and video, and clickable while a modal dialog blocks the rest of the page. */
const PLACE = 'stop-place pointer-events-auto relative z-55 w-full flex-none';
const BUTTON =
  'stop relative flex min-h-(--h-stop) w-full touch-manipulation items-center justify-center gap-3.5 rounded-lg py-1.5 font-bold tracking-[0.01em] select-none focus-visible:shadow-ring active:translate-y-px forced-colors:border [&>svg]:stroke-2';
const DESK = 'text-[20px]/6';
/** In a low window it is narrow, and text must not be higher than the button. */
const TOUCH = 'h-(--h-stop-touch) text-[22px]/6 sideways:gap-2 sideways:text-[18px]/5';

export function StopButton({ look, label, note, onStop, keyHint, touch = false, className }: StopButtonProps) {
  const place = useStopPlace();
  return (
    <div ref={place} className={PLACE} aria-live="off">
      <button type="button" className={classes(BUTTON, LOOK[look], touch ? TOUCH : DESK, className)} onClick={onStop}>
        <Icon of={ICON[look]} size={ICON_PX} className={look === 'sent' ? 'spin' : undefined} />
        {/* Not a live region: it counts seconds; the command list announces the outcome. */}
        <span className="min-w-0 text-left">
          {label}
          <small className="block text-12 font-medium tracking-[0]">{note}</small>
        </span>
        {keyHint !== undefined && look === 'ready' && (
          <kbd
            className="absolute right-3.5 border-transparent bg-stop-press text-current sideways:hidden"
            aria-hidden="true"
          >
            {keyHint}
          </kbd>
        )}
      </button>
    </div>
  );
}
