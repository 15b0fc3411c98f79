/**
 * The one Stop: a red slab, never disabled, whatever the link (spec point: Stop asks nothing and waits for nobody).
 * ready: filled; sent: soft, until the robot proves it; stopped: green outline with the robot's time. Pressing it again
 * while it is sent sends it again. Resume is a button of its own, never in this one's place.
 *
 * Its place is above every dialog. A modal dialog hides its siblings from assistive technology, except live regions: the
 * place is one that never speaks (`aria-live="off"`), so Stop stays in the accessibility tree.
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
  /** Escape. Not on a phone. */
  readonly keyHint?: string | undefined;
  /** The phone's: 72 px. */
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
        {/* Not a live region: the seconds count here, the ledger reads out what happened. */}
        <span className="stop-words">
          {label}
          <small>{note}</small>
        </span>
        {keyHint !== undefined && look === 'ready' && <kbd aria-hidden="true">{keyHint}</kbd>}
      </button>
    </div>
  );
}
