/** Six teleop buttons, each active while it is held. Keyboard input highlights them through `active`. */
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ArrowUp from 'lucide-react/icons/arrow-up';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import RotateCw from 'lucide-react/icons/rotate-cw';
import type { Glyph } from '../icons/glyph.ts';
import { composeEventHandlers } from './composeEventHandlers.ts';
import { Icon } from './Icon.tsx';
import { TooltipContent } from './TooltipContent.tsx';
import { useHold } from './useHold.ts';
import { useTooltip } from './useTooltip.ts';

/** In pad order, row by row. */
export const DRIVE_DIRECTIONS = ['rotateLeft', 'forward', 'rotateRight', 'left', 'back', 'right'] as const;
export type TeleopDirection = (typeof DRIVE_DIRECTIONS)[number];

const ICON: Record<TeleopDirection, Glyph> = {
  rotateLeft: RotateCcw,
  forward: ArrowUp,
  rotateRight: RotateCw,
  left: ArrowLeft,
  back: ArrowDown,
  right: ArrowRight,
};
const ICON_PX = 22;
const KEY =
  'relative flex h-[50px] touch-none items-center justify-center rounded bg-surface-3 text-text select-none [-webkit-touch-callout:none] low:h-11 hover:bg-n-150 data-[on=true]:bg-fill data-[on=true]:text-on-fill aria-disabled:cursor-not-allowed aria-disabled:bg-surface-3 aria-disabled:opacity-55';
const KEY_HINT = 'absolute right-1.5 bottom-1 border-0 bg-transparent p-0 text-[10px]/3 text-current opacity-70';

export interface TeleopPadProps {
  /** The pad can receive the focus by this id. */
  readonly id?: string | undefined;
  /** Accessible name: "Drive Porter 1". */
  readonly label: string;
  readonly keys: Readonly<Record<TeleopDirection, { readonly label: string; readonly keyHint?: string | undefined }>>;
  /** The directions active now, from any input. */
  readonly active: readonly TeleopDirection[];
  readonly onPress: (direction: TeleopDirection) => void;
  readonly onRelease: (direction: TeleopDirection) => void;
  readonly disabledReason?: string | undefined;
  readonly disabledTitle?: string | undefined;
}

export function TeleopPad({
  id,
  label,
  keys,
  active,
  onPress,
  onRelease,
  disabledReason,
  disabledTitle,
}: TeleopPadProps) {
  return (
    <div id={id} className="grid grid-cols-3 gap-1.5 rounded" role="group" aria-label={label} tabIndex={-1}>
      {DRIVE_DIRECTIONS.map((direction) => (
        <DriveKey
          key={direction}
          icon={ICON[direction]}
          label={keys[direction].label}
          keyHint={keys[direction].keyHint}
          on={active.includes(direction)}
          disabledReason={disabledReason}
          disabledTitle={disabledTitle}
          onPress={() => onPress(direction)}
          onRelease={() => onRelease(direction)}
        />
      ))}
    </div>
  );
}

interface DriveKeyProps {
  readonly icon: Glyph;
  readonly label: string;
  readonly keyHint: string | undefined;
  readonly on: boolean;
  readonly disabledReason: string | undefined;
  readonly disabledTitle: string | undefined;
  readonly onPress: () => void;
  readonly onRelease: () => void;
}

function DriveKey({ icon, label, keyHint, on, disabledReason, disabledTitle, onPress, onRelease }: DriveKeyProps) {
  const blocked = disabledReason !== undefined;
  const hold = useHold(blocked, onPress, onRelease);
  const { id, open, anchor, tip, anchorProps } = useTooltip(!blocked);
  return (
    <>
      <button
        type="button"
        className={KEY}
        {...(blocked ? composeEventHandlers(hold, anchorProps) : hold)}
        ref={(element) => {
          anchor.current = element;
        }}
        data-on={on && !blocked}
        aria-label={label}
        aria-disabled={blocked || undefined}
        aria-describedby={blocked ? id : undefined}
      >
        <Icon of={icon} size={ICON_PX} />
        {keyHint !== undefined && (
          <kbd className={KEY_HINT} aria-hidden="true">
            {keyHint}
          </kbd>
        )}
      </button>
      {blocked &&
        (open ? (
          <TooltipContent id={id} ref={tip} title={disabledTitle} text={disabledReason} />
        ) : (
          <span id={id} hidden>
            {disabledReason}
          </span>
        ))}
    </>
  );
}
