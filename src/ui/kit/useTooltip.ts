/**
 * Shows a tooltip for any control: on hover after a short delay, on keyboard focus at once, on a press when the control is disabled.
 *
 * Radix's Tooltip is not used here:
 * - Its content is a dismissable layer. While it is open it takes Escape with `preventDefault` and hides the key from the dialog below.
 *   Escape is Stop, so the key must reach its other listeners.
 * - Every button can have a tooltip, so the sign-in page would load Radix's trigger and its positioning code: 16 KiB after compression.
 * - It closes on pointer down and on click. A touch screen has no hover: there a press is the only way to read why a control is disabled.
 * - It opens on every focus. A dialog that returns the focus after a mouse click must not open a tooltip.
 */
import { useEffect, useId, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { tooltipPlacement } from './tooltipPlacement.ts';

const HOVER_DELAY_MS = 350;

export interface TooltipAnchorProps {
  readonly onPointerEnter: (event: { readonly pointerType: string }) => void;
  readonly onPointerLeave: () => void;
  readonly onPointerDown: () => void;
  readonly onFocus: (event: { readonly currentTarget: Element }) => void;
  readonly onBlur: () => void;
}

export interface TooltipState {
  readonly id: string;
  readonly open: boolean;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly tip: RefObject<HTMLDivElement | null>;
  /** For the element that the tooltip describes. */
  readonly anchorProps: TooltipAnchorProps;
}

function place(anchor: HTMLElement, tip: HTMLElement): void {
  const { left, top, side, at } = tooltipPlacement(anchor.getBoundingClientRect(), tip.getBoundingClientRect(), {
    width: window.innerWidth,
    height: window.innerHeight,
  });
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
  tip.style.setProperty('--tip-at', `${at}px`);
  tip.dataset['side'] = side;
}

/** `pressHides`: a press on an enabled control closes its tooltip; on a disabled one it opens it. */
export function useTooltip(pressHides: boolean): TooltipState {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open || anchor.current === null || tip.current === null) return undefined;
    const element = tip.current;
    // In the top layer no card and no dialog clips the tooltip. Browsers without popovers show it in place.
    if (typeof element.showPopover === 'function') element.showPopover();
    // The anchor can move while the tooltip is open: a bottom sheet grows when its content loads.
    let frame = 0;
    const follow = (): void => {
      if (anchor.current !== null) place(anchor.current, element);
      frame = requestAnimationFrame(follow);
    };
    follow();
    const hide = (): void => setOpen(false);
    const onKey = (event: KeyboardEvent): void => {
      // Closes without preventDefault: Escape is Stop, or closes the dialog below.
      if (event.key === 'Escape') hide();
    };
    window.addEventListener('scroll', hide, { capture: true, passive: true });
    window.addEventListener('keydown', onKey);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', hide, { capture: true });
      window.removeEventListener('keydown', onKey);
    };
  }, [open]);

  const later = (ms: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(true), ms);
  };
  const hide = (): void => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  const anchorProps: TooltipAnchorProps = {
    onPointerEnter: (event) => {
      if (event.pointerType !== 'touch') later(HOVER_DELAY_MS);
    },
    onPointerLeave: hide,
    onPointerDown: () => {
      if (pressHides) hide();
      else later(0);
    },
    // Focus by keyboard opens the tooltip, focus by a mouse press does not.
    onFocus: ({ currentTarget }) => {
      if (currentTarget.matches(':focus-visible')) later(0);
    },
    onBlur: hide,
  };
  return { id, open, anchor, tip, anchorProps };
}
