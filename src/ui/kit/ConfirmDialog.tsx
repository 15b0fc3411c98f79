/** A question before an act that cannot be taken back. It names the thing, in the title and in the button. */
import { AlertDialog as Radix } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { useReturnFocus } from './useReturnFocus.ts';
import { StopReach } from './StopReach.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  /** "Delete point Kitchen pass?" */
  readonly title: string;
  /** What follows from it, and whether it can be undone. */
  readonly text: string;
  /** "Delete Kitchen pass", never "OK". */
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly danger?: boolean | undefined;
  /** It is being done: the dialog stays until it is. */
  readonly busy?: boolean | undefined;
  readonly disabledReason?: string | undefined;
  /** Confirming is the harmless way: it has the focus, and Escape takes it. */
  readonly preferConfirm?: boolean | undefined;
  /** Escape does nothing: what is shown this once is put away by a button alone. */
  readonly ignoreEscape?: boolean | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** What else must be known first: a field for the reason. */
  readonly children?: ReactNode;
}

export function ConfirmDialog({
  open,
  title,
  text,
  confirmLabel,
  cancelLabel,
  danger = false,
  busy = false,
  disabledReason,
  preferConfirm = false,
  ignoreEscape = false,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  const focusBack = useReturnFocus();
  const confirm = useRef<HTMLButtonElement>(null);
  const focusConfirm = (event: Event): void => {
    focusBack.onOpenAutoFocus();
    event.preventDefault();
    confirm.current?.focus({ preventScroll: true });
  };
  const escape = (event: KeyboardEvent): void => {
    if (preferConfirm || ignoreEscape) event.preventDefault();
    if (preferConfirm) onConfirm();
  };
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && !busy) onCancel();
      }}
    >
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className="dialog"
          {...focusBack}
          {...(preferConfirm ? { onOpenAutoFocus: focusConfirm } : {})}
          onEscapeKeyDown={escape}
        >
          <div className="dialog-head">
            <Radix.Title>{title}</Radix.Title>
          </div>
          <Radix.Description className="dialog-text">{text}</Radix.Description>
          {children !== undefined && <div className="dialog-body">{children}</div>}
          <div className="dialog-foot">
            <Radix.Cancel asChild>
              <Button>{cancelLabel}</Button>
            </Radix.Cancel>
            {/* Not Radix's Action: that one closes at once, and the answer may take a while. */}
            <Button
              ref={confirm}
              variant={danger ? 'dangerFill' : 'pri'}
              busy={busy}
              disabledReason={disabledReason}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
          <StopReach />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
