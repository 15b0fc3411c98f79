/** Touch joystick: pushing it moves the robot, releasing it stops the robot. Arrow keys push it all the way. */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronDown from 'lucide-react/icons/chevron-down';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { isPressBlocked } from './isPressBlocked.ts';
import { pushOf, ZERO_VELOCITY } from './joystickReach.ts';
import type { Push } from './joystickReach.ts';
import { TooltipContent } from './TooltipContent.tsx';
import { useReleaseAway } from './useReleaseAway.ts';
import { useTooltip } from './useTooltip.ts';

/** Distance from the centre to the knob's limit, as a share of the width: the joystick scales with its container. */
const REACH = 54 / 172;
const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
/** Width without layout (tests). */
const WIDTH_PX = 172;
/** The container sets the size by `--joy`. */
const BASE =
  'group/joy relative size-[var(--joy,172px)] flex-none touch-none rounded-[50%] bg-surface-3 select-none [-webkit-touch-callout:none] aria-disabled:opacity-55';
const SIGN = 'pointer-events-none absolute text-text-2';
const KNOB =
  'pointer-events-none absolute top-[31%] left-[31%] grid size-[38%] [transform:translate(var(--kx,0),var(--ky,0))] place-items-center rounded-[50%] bg-fill text-on-fill ring-6 ring-mark/24 group-aria-disabled/joy:bg-n-400 group-aria-disabled/joy:ring-0 group-data-[held=false]/joy:transition-transform group-data-[held=false]/joy:duration-2';

export interface JoystickProps {
  /** The joystick can receive the focus by this id. */
  readonly id?: string | undefined;
  readonly label: string;
  readonly onMove: (push: Push) => void;
  /** Called after every push, however it ended. */
  readonly onRelease: () => void;
  readonly disabledReason?: string | undefined;
}

export function Joystick({ id: ownId, label, onMove, onRelease, disabledReason }: JoystickProps) {
  const blocked = disabledReason !== undefined;
  const holder = useRef<number | 'keyboard' | null>(null);
  const [knob, setKnob] = useState({ kx: 0, ky: 0 });
  const latest = useRef({ onMove, onRelease });
  useLayoutEffect(() => {
    latest.current = { onMove, onRelease };
  });
  const { id, open, anchor, tip, anchorProps } = useTooltip(!blocked);

  const release = useCallback(() => {
    if (holder.current === null) return;
    holder.current = null;
    setKnob({ kx: 0, ky: 0 });
    latest.current.onMove(ZERO_VELOCITY);
    latest.current.onRelease();
  }, []);
  useReleaseAway(release, blocked);

  const reachPx = (): number => (anchor.current?.offsetWidth || WIDTH_PX) * REACH;
  const moveTo = (dx: number, dy: number): void => {
    const { push, kx, ky } = pushOf(dx, dy, reachPx());
    setKnob({ kx, ky });
    latest.current.onMove(push);
  };
  const follow = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    moveTo(event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (isPressBlocked(blocked)) {
      anchorProps.onPointerDown();
      return;
    }
    if (holder.current !== null) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    holder.current = event.pointerId;
    follow(event);
  };
  const onPointerEnd = (event: PointerEvent<HTMLElement>): void => {
    if (holder.current === event.pointerId) release();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = KEYS[event.key];
    if (to === undefined || isPressBlocked(blocked)) return;
    event.preventDefault();
    if (event.repeat || (holder.current !== null && holder.current !== 'keyboard')) return;
    holder.current = 'keyboard';
    moveTo(to[0] * reachPx(), to[1] * reachPx());
  };

  return (
    <>
      <div
        ref={(element) => {
          anchor.current = element;
        }}
        id={ownId}
        className={BASE}
        role="application"
        tabIndex={0}
        aria-label={label}
        aria-disabled={blocked || undefined}
        aria-describedby={blocked ? id : undefined}
        data-held={holder.current !== null}
        style={{ '--kx': `${knob.kx}px`, '--ky': `${knob.ky}px` }}
        onPointerDown={onPointerDown}
        onPointerMove={(event) => {
          if (holder.current === event.pointerId) follow(event);
        }}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        onLostPointerCapture={onPointerEnd}
        onKeyDown={onKeyDown}
        onKeyUp={(event) => {
          if (KEYS[event.key] !== undefined && holder.current === 'keyboard') release();
        }}
        onFocus={(event) => {
          if (blocked) anchorProps.onFocus(event);
        }}
        onBlur={() => {
          if (holder.current === 'keyboard') release();
          anchorProps.onBlur();
        }}
        onContextMenu={(event) => event.preventDefault()}
      >
        <Icon of={RotateCcw} size={20} className={classes(SIGN, 'top-[calc(50%-10px)] left-[8%]')} />
        <Icon of={RotateCw} size={20} className={classes(SIGN, 'top-[calc(50%-10px)] right-[8%]')} />
        <Icon of={ChevronDown} size={20} className={classes(SIGN, 'bottom-[7%] left-[calc(50%-10px)]')} />
        <span className={KNOB}>
          <Icon of={ArrowUp} size={26} />
        </span>
      </div>
      {blocked &&
        (open ? (
          <TooltipContent id={id} ref={tip} text={disabledReason} />
        ) : (
          <span id={id} hidden>
            {disabledReason}
          </span>
        ))}
    </>
  );
}
