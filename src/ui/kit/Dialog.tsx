/** A window over the page for a task of its own. On a phone it is a sheet at the bottom. */
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import X from 'lucide-react/icons/x';
import { classes } from './classes.ts';
import { useReturnFocus } from './useReturnFocus.ts';
import { IconButton } from './IconButton.tsx';
import { isInStopPlace } from './stopPlaces.ts';
import { StopReach } from './StopReach.tsx';

export interface DialogProps {
  readonly open: boolean;
  /** Escape, the cross, or a press beside it. */
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: string | undefined;
  readonly closeLabel: string;
  readonly wide?: boolean | undefined;
  /** Buttons; the primary one last. */
  readonly foot?: ReactNode;
  readonly children?: ReactNode;
}

/** Stop can be pressed beside a dialog: that closes nothing. */
const keepForStop = (event: Event): void => {
  if (isInStopPlace(event.target)) event.preventDefault();
};

export function Dialog({ open, onClose, title, description, closeLabel, wide = false, foot, children }: DialogProps) {
  const focusBack = useReturnFocus();
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className={classes('dialog', wide && 'dialog-wide')}
          onInteractOutside={keepForStop}
          {...focusBack}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <div className="dialog-head">
            <Radix.Title>{title}</Radix.Title>
            <IconButton label={closeLabel} icon={X} size="s" onClick={onClose} />
          </div>
          {description !== undefined && <Radix.Description className="dialog-text">{description}</Radix.Description>}
          {children !== undefined && <div className="dialog-body">{children}</div>}
          {foot !== undefined && <div className="dialog-foot">{foot}</div>}
          <StopReach />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
