/** A tip around anything that can take a ref and pointer events: an age, a chart's bar, a cut-off name. */
import { cloneElement } from 'react';
import type { ReactElement, Ref } from 'react';
import type { TipAnchorProps } from './useTip.ts';
import { TipBox } from './TipBox.tsx';
import { useTip } from './useTip.ts';

type Anchor = ReactElement<
  Partial<TipAnchorProps> & { readonly ref?: Ref<HTMLElement>; readonly 'aria-describedby'?: string }
>;

export interface TooltipProps {
  readonly title?: string | undefined;
  readonly text: string;
  readonly children: Anchor;
}

export function Tooltip({ title, text, children }: TooltipProps) {
  const { id, open, anchor, tip, anchorProps } = useTip(true);
  return (
    <>
      {cloneElement(children, { ...anchorProps, ref: anchor, ...(open ? { 'aria-describedby': id } : {}) })}
      {open && <TipBox id={id} ref={tip} title={title} text={text} />}
    </>
  );
}
