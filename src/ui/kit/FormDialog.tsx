/**
 * A dialog with a form. Enter submits; while the request runs, the dialog neither closes nor submits again. After a
 * rejected submit the first faulty field has the focus.
 */
import { useId, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { FieldError } from './FieldError.tsx';
import { useFocusFault } from './useFocusFault.ts';

export interface FormDialogProps {
  readonly title: string;
  readonly description?: string | undefined;
  /** The verb, with its object where that is short: "Create account". */
  readonly submitLabel: string;
  /** The step shown, in a dialog of several: each has its own button, which does not keep the focus of the one before. */
  readonly step?: string | undefined;
  readonly cancelLabel: string;
  readonly closeLabel: string;
  /** The request is running. */
  readonly busy?: boolean | undefined;
  /** Why the request failed, unless a field shows it as its `error`. */
  readonly refusal?: string | undefined;
  /** Why the form cannot be submitted at all. */
  readonly disabledReason?: string | undefined;
  readonly wide?: boolean | undefined;
  readonly onSubmit: () => void;
  /** Called on Cancel, Escape, the close button, or a press outside. */
  readonly onCancel: () => void;
  /** `Field` and `FieldGroup` elements. The first one has the initial focus. */
  readonly children: ReactNode;
}

export function FormDialog({
  title,
  description,
  submitLabel,
  step,
  cancelLabel,
  closeLabel,
  busy = false,
  refusal,
  disabledReason,
  wide,
  onSubmit,
  onCancel,
  children,
}: FormDialogProps) {
  const id = useId();
  const form = useFocusFault(() => {
    if (!busy && disabledReason === undefined) onSubmit();
  });
  const cancel = (): void => {
    if (!busy) onCancel();
  };
  return (
    <Dialog
      open
      title={title}
      description={description}
      closeLabel={closeLabel}
      wide={wide}
      onClose={cancel}
      foot={
        <>
          <Button onClick={cancel}>{cancelLabel}</Button>
          <Button key={step} type="submit" form={id} variant="primary" busy={busy} disabledReason={disabledReason}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} {...form} className="grid gap-4" noValidate aria-busy={busy || undefined}>
        {children}
        {refusal !== undefined && <FieldError>{refusal}</FieldError>}
      </form>
    </Dialog>
  );
}
