/** Confirmation before an irreversible action. Title and button both name the object. */
import { AlertDialog as Radix } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { useReturnFocus } from './useReturnFocus.ts';
import { StopReach } from './StopReach.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  /** "Delete point Kitchen pass?" */
  readonly title: string;
  /** The consequences, and whether it can be undone. */
  readonly text: string;
  /** "Delete Kitchen pass", never "OK". */
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly danger?: boolean | undefined;
  /** The action is in progress: the dialog stays open until it completes. */
  readonly busy?: boolean | undefined;
  readonly disabledReason?: string | undefined;
  /** Confirming is the harmless choice: it has the initial focus, and Escape confirms. */
  readonly preferConfirm?: boolean | undefined;
  /** Escape does nothing: content that is shown only once is closed by a button only. */
  readonly ignoreEscape?: boolean | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** Further input that the action needs: a field for the reason. */
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
            {/* Not Radix's Action: that closes the dialog at once, but the response can take time. */}
            <Button
              ref={confirm}
              variant={danger ? 'dangerFill' : 'primary'}
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
