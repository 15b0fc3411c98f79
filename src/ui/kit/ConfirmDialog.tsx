/** A question before an act that cannot be taken back. It names the thing, in the title and in the button. */
import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { useFocusBack } from './focusBack.ts';

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
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** What else must be known first: a field for the reason. */
  readonly children?: ReactNode;
}

export function ConfirmDialog({ open, title, text, confirmLabel, cancelLabel, danger = false, busy = false, disabledReason, onConfirm, onCancel, children }: ConfirmDialogProps) {
  const focusBack = useFocusBack();
  return (
    <Radix.Root open={open} onOpenChange={(next) => { if (!next && !busy) onCancel(); }}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content className="dialog" {...focusBack}>
          <div className="dialog-head"><Radix.Title>{title}</Radix.Title></div>
          <Radix.Description className="dialog-text">{text}</Radix.Description>
          {children !== undefined && <div className="dialog-body">{children}</div>}
          <div className="dialog-foot">
            <Radix.Cancel asChild><Button>{cancelLabel}</Button></Radix.Cancel>
            {/* Not Radix's Action: that one closes at once, and the answer may take a while. */}
            <Button variant={danger ? 'dangerFill' : 'pri'} busy={busy} disabledReason={disabledReason} onClick={onConfirm}>{confirmLabel}</Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
