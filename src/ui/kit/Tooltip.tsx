/** A tooltip for any element that takes a ref and pointer events: an age, a bar of a chart, a truncated name. */
import { cloneElement } from 'react';
import type { ReactElement, Ref } from 'react';
import type { TooltipAnchorProps } from './useTooltip.ts';
import { TooltipContent } from './TooltipContent.tsx';
import { useTooltip } from './useTooltip.ts';

type Anchor = ReactElement<
  Partial<TooltipAnchorProps> & { readonly ref?: Ref<HTMLElement>; readonly 'aria-describedby'?: string }
>;

export interface TooltipProps {
  readonly title?: string | undefined;
  readonly text: string;
  readonly children: Anchor;
}

export function Tooltip({ title, text, children }: TooltipProps) {
  const { id, open, anchor, tip, anchorProps } = useTooltip(true);
  return (
    <>
      {cloneElement(children, { ...anchorProps, ref: anchor, ...(open ? { 'aria-describedby': id } : {}) })}
      {open && <TooltipContent id={id} ref={tip} title={title} text={text} />}
    </>
  );
}
