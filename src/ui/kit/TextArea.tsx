/** A multi-line text field. */
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { useFieldControl } from './fieldControl.ts';

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'disabled'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function TextArea({ value, onChange, className, ...rest }: TextAreaProps) {
  const { id, describedBy, invalid } = useFieldControl();
  return (
    <div className={classes('input', 'input-area', className)}>
      <textarea
        id={id}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        {...rest}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
