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
}

const ICON: Record<StopLook, Glyph> = { ready: OctagonX, sent: LoaderCircle, stopped: CircleCheck };
const ICON_PX = 30;
const LOOK: Record<StopLook, string | false> = { ready: false, sent: 'stop-sent', stopped: 'stop-stopped' };

export function StopButton({ look, label, note, onStop, keyHint, touch = false }: StopButtonProps) {
  const place = useStopPlace();
  return (
    <div ref={place} className="stop-place" aria-live="off">
      <button type="button" className={classes('stop', LOOK[look], touch && 'stop-touch')} onClick={onStop}>
        <Icon of={ICON[look]} size={ICON_PX} className={look === 'sent' ? 'spin' : undefined} />
        {/* Not a live region: it counts seconds; the command list announces the outcome. */}
        <span className="stop-words">
          {label}
          <small>{note}</small>
        </span>
        {keyHint !== undefined && look === 'ready' && <kbd aria-hidden="true">{keyHint}</kbd>}
      </button>
    </div>
  );
}
