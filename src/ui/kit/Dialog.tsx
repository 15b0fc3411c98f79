/** A modal dialog for a separate task. On a phone it is a bottom sheet. */
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
  /** Called on Escape, the close button, or a press outside. */
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: string | undefined;
  /** null: the dialog has no close button and ignores Escape; only its own buttons close it. */
  readonly closeLabel: string | null;
  readonly wide?: boolean | undefined;
  readonly className?: string | undefined;
  /** Buttons; the primary one last. */
  readonly foot?: ReactNode;
  readonly children?: ReactNode;
}

/** Pressing Stop next to a dialog does not close the dialog. */
const keepForStop = (event: Event): void => {
  if (isInStopPlace(event.target)) event.preventDefault();
};

const FIELD = 'input:not([type=hidden], [disabled]), textarea, select, [role=combobox], [role=radio][tabindex="0"]';
/** The first field of a form, not the close button above it; without a field the dialog itself, which is read aloud. */
function focusFirst(event: Event): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  event.preventDefault();
  (dialog.querySelector<HTMLElement>(FIELD) ?? dialog).focus();
}

export function Dialog({
  open,
  onClose,
  title,
  description,
  closeLabel,
  wide = false,
  className,
  foot,
  children,
}: DialogProps) {
  const focusBack = useReturnFocus();
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && closeLabel !== null) onClose();
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className={classes('dialog', wide && 'dialog-wide', className)}
          onInteractOutside={keepForStop}
          onOpenAutoFocus={(event) => {
            focusBack.onOpenAutoFocus();
            focusFirst(event);
          }}
          onCloseAutoFocus={focusBack.onCloseAutoFocus}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <div className="dialog-head">
            <Radix.Title>{title}</Radix.Title>
            {closeLabel !== null && <IconButton label={closeLabel} icon={X} size="s" onClick={onClose} />}
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
