/** Details beside the element they belong to, never over it: of a run in a timetable. The parent decides what is open. */
import { Popover as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';

export interface DetailsPopoverProps {
  readonly open: boolean;
  readonly label: string;
  readonly onClose: () => void;
  /** `bottom` where the element takes the whole width, as on phones. */
  readonly side?: 'right' | 'bottom' | undefined;
  /** Shown by the pointer: it takes no focus, and a press inside keeps it. */
  readonly hover?:
    { readonly onEnter: () => void; readonly onLeave: () => void; readonly onPress: () => void } | undefined;
  /** What the details belong to. Pressing it does not close them by itself. */
  readonly anchor: ReactNode;
  readonly children: ReactNode;
}

const GAP_PX = 8;
const EDGE_PX = 8;

export function DetailsPopover({ open, label, onClose, side = 'right', hover, anchor, children }: DetailsPopoverProps) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <Radix.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Radix.Anchor asChild>
        <div ref={place} className="min-w-0">
          {anchor}
        </div>
      </Radix.Anchor>
      <Radix.Portal>
        <Radix.Content
          className="popover w-84 max-w-[calc(100vw-24px)]!"
          aria-label={label}
          side={side}
          sideOffset={GAP_PX}
          collisionPadding={EDGE_PX}
          data-details=""
          onOpenAutoFocus={(event) => {
            if (hover) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // The focus has not moved on: back to what the details belong to.
            if (document.activeElement === document.body) place.current?.querySelector('button')?.focus();
          }}
          onPointerEnter={hover?.onEnter}
          onPointerLeave={hover?.onLeave}
          onPointerDown={hover?.onPress}
          onInteractOutside={(event) => {
            if (event.target instanceof Node && place.current?.contains(event.target)) event.preventDefault();
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
