/** Text field of a form whose machine holds the value. */
import { useSelector } from '@xstate/react';
import {
  type FormRef,
  selectFieldFault,
  selectIsRevealed,
  selectValue,
} from '../../../machines/factories/form.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Field } from '../../kit/Field.tsx';
import { type PasswordReveal, TextInput, type TextInputProps } from '../../kit/TextInput.tsx';

export interface FormTextProps extends Omit<TextInputProps, 'value' | 'onChange' | 'form' | 'reveal'> {
  readonly form: FormRef;
  readonly field: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Parameters of the texts of its errors. */
  readonly params?: Readonly<Record<string, number>> | undefined;
  /** Error from outside the form, shown if the form itself has none. */
  readonly said?: string | undefined;
  /** For a password: labels of the button that shows and hides it. */
  readonly reveal?: Pick<PasswordReveal, 'show' | 'hide'> | undefined;
}

export function FormText({ form, field, label, hint, params, said, reveal, ...rest }: FormTextProps) {
  const t = useT();
  const value = useSelector(form, selectValue(field));
  const fault = useSelector(form, selectFieldFault(field));
  const shown = useSelector(form, selectIsRevealed(field));
  return (
    <Field label={label} hint={hint} error={fault ? t.found(fault, params) : said}>
      <TextInput
        {...rest}
        name={field}
        reveal={reveal && { ...reveal, shown, onToggle: () => form.send({ type: 'password.toggleShown', field }) }}
        value={value}
        onChange={(next) => form.send({ type: 'field.change', field, value: next })}
        onBlur={() => form.send({ type: 'field.leave', field })}
      />
    </Field>
  );
}
