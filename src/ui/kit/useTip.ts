/**
 * Shows a tip over any control: on hover after a short wait, on focus at once.
 * Not Radix's: that one costs the sign-in page 14 KiB of positioning code, and it swallows Escape, which here is Stop.
 */
import { useEffect, useId, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { tipPlace } from './tipPlace.ts';

const HOVER_DELAY_MS = 350;

export interface TipAnchorProps {
  readonly onPointerEnter: (event: { readonly pointerType: string }) => void;
  readonly onPointerLeave: () => void;
  readonly onPointerDown: () => void;
  readonly onFocus: (event: { readonly currentTarget: Element }) => void;
  readonly onBlur: () => void;
}

export interface Tip {
  readonly id: string;
  readonly open: boolean;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly tip: RefObject<HTMLDivElement | null>;
  /** For the element that the tip explains. */
  readonly anchorProps: TipAnchorProps;
}

function place(anchor: HTMLElement, tip: HTMLElement): void {
  const { left, top, side, at } = tipPlace(anchor.getBoundingClientRect(), tip.getBoundingClientRect(), {
    width: window.innerWidth,
    height: window.innerHeight,
  });
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
  tip.style.setProperty('--tip-at', `${at}px`);
  tip.dataset['side'] = side;
}

/** `pressHides`: a press on a working control ends its tip; on one that cannot be used it shows why. */
export function useTip(pressHides: boolean): Tip {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open || anchor.current === null || tip.current === null) return undefined;
    const element = tip.current;
    // The top layer: no card and no dialog cuts the tip off. Older browsers show it in place.
    if (typeof element.showPopover === 'function') element.showPopover();
    // What it explains may move under it: a sheet grows when its content comes.
    let frame = 0;
    const follow = (): void => {
      if (anchor.current !== null) place(anchor.current, element);
      frame = requestAnimationFrame(follow);
    };
    follow();
    const hide = (): void => setOpen(false);
    const onKey = (event: KeyboardEvent): void => {
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
  const anchorProps: TipAnchorProps = {
    onPointerEnter: (event) => {
      if (event.pointerType !== 'touch') later(HOVER_DELAY_MS);
    },
    onPointerLeave: hide,
    onPointerDown: () => {
      if (pressHides) hide();
      else later(0);
    },
    // Focus that a mouse press gave must not open a tip; the keyboard's must.
    onFocus: ({ currentTarget }) => {
      if (currentTarget.matches(':focus-visible')) later(0);
    },
    onBlur: hide,
  };
  return { id, open, anchor, tip, anchorProps };
}
