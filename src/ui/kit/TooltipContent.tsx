/** The box of a tooltip: an optional title in bold, the text below it. */
import type { RefObject } from 'react';

export interface TooltipContentProps {
  readonly id: string;
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
}

export function TooltipContent({ id, ref, title, text }: TooltipContentProps) {
  return (
    <div id={id} ref={ref} role="tooltip" popover="manual" className="tip">
      {title !== undefined && <b>{title}</b>}
      {text}
    </div>
  );
}
