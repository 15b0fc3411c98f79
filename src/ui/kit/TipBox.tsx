/** The dark little box of a tip: one line in bold, what follows under it. */
import type { RefObject } from 'react';

export interface TipBoxProps {
  readonly id: string;
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
}

export function TipBox({ id, ref, title, text }: TipBoxProps) {
  return (
    <div id={id} ref={ref} role="tooltip" popover="manual" className="tip">
      {title !== undefined && <b>{title}</b>}
      {text}
    </div>
  );
}
