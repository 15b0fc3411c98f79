/** A popover next to its button: details, a short form. */
import { Popover as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { clearOfStop } from './stopPlaces.ts';

export interface PopoverProps {
  /** A Button or IconButton. */
  readonly trigger: ReactElement;
  readonly label: string;
  readonly open?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  readonly align?: 'start' | 'center' | 'end' | undefined;
  readonly children: ReactNode;
}

const GAP_PX = 6;
const EDGE_PX = 8;

export function Popover({ trigger, label, open, onOpenChange, align = 'center', children }: PopoverProps) {
  return (
    <Radix.Root {...(open === undefined ? {} : { open })} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Opened label={label} align={align}>
          {children}
        </Opened>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** By itself, because the portal renders it when it opens: Stop may have come or moved since the page was rendered. */
function Opened({
  label,
  align,
  children,
}: Pick<PopoverProps, 'label' | 'children'> & { readonly align: NonNullable<PopoverProps['align']> }) {
  return (
    <Radix.Content
      className="popover"
      aria-label={label}
      align={align}
      sideOffset={GAP_PX}
      collisionPadding={clearOfStop(EDGE_PX)}
    >
      {children}
    </Radix.Content>
  );
}
