/** Controls that form one field, for example checkboxes: a legend, the controls, and below them the error or else the hint. */
import { useId, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { FieldError } from './FieldError.tsx';

export interface FieldGroupProps {
  readonly label: string;
  /** Why the choice is not accepted. Replaces the hint. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function FieldGroup({ label, error, hint, className, children }: FieldGroupProps) {
  const noteId = useId();
  const note = error ?? hint;
  return (
    <fieldset
      className={classes('grid min-w-0 gap-2.5', className)}
      data-invalid={error === undefined ? undefined : true}
      aria-describedby={note === undefined ? undefined : noteId}
    >
      <legend className="mb-2 text-12 font-medium">{label}</legend>
      {children}
      {error !== undefined && <FieldError id={noteId}>{error}</FieldError>}
      {error === undefined && hint !== undefined && (
        <p id={noteId} className="field-hint">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
