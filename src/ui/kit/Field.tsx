/** A label, a control, and below it the error or else the hint. */
import { useId } from 'react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { FieldError } from './FieldError.tsx';
import { FieldControlContext } from './fieldControl.ts';

export interface FieldProps {
  readonly label: string;
  /** Why the value is not accepted. Replaces the hint. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** To the right of the label: "Forgot password?". */
  readonly aside?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Field({ label, error, hint, aside, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  const control = { id, describedBy: note === undefined ? undefined : noteId, invalid: error !== undefined };
  return (
    <div className={classes('field', className)}>
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <FieldControlContext value={control}>{children}</FieldControlContext>
      {error !== undefined && <FieldError id={noteId}>{error}</FieldError>}
      {error === undefined && hint !== undefined && (
        <p id={noteId} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
