/** A form (machines/factories/form.ts) for its fields: values, error texts, changes. */
import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { FieldName, FormContext, FormEvent } from '../../machines/factories/form.ts';
import { useT } from './useT.ts';

interface FormSnapshot<Fields extends object> {
  context: FormContext<Fields>;
  hasTag(tag: 'saving' | 'patient'): boolean;
}
/** The actor of any form. */
export interface FormActor<Fields extends object> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): FormSnapshot<Fields>;
  send(event: FormEvent<Fields>): void;
}

export function useForm<Fields extends object>(form: FormActor<Fields>) {
  const t = useT();
  const { draft, faults, failure } = useSelector(form, ({ context }: FormSnapshot<Fields>) => context);
  const saving = useSelector(form, (snapshot: FormSnapshot<Fields>) => snapshot.hasTag('saving'));
  /** The form's own error, or the server's about this field. */
  const errorOf = (field: FieldName<Fields>): string | undefined => {
    const fault = faults[field];
    return fault === undefined ? (failure?.field === field ? t.failure(failure) : undefined) : t.found(fault);
  };
  return {
    draft,
    saving,
    errorOf,
    /** What the server refused, unless one of the shown fields says so. */
    refusalBeside: (...shown: FieldName<Fields>[]): string | undefined =>
      failure === null || shown.some((field) => failure.field === field) ? undefined : t.failure(failure),
    change: <Field extends FieldName<Fields>>(field: Field, value: Fields[Field]): void =>
      form.send({ type: 'field.change', field, value }),
    submit: (): void => form.send({ type: 'form.submit' }),
    /** Props of a text field: its value, and what typing and leaving do. */
    textOf: <Field extends FieldName<Fields>>(field: Fields[Field] extends string ? Field : never) => ({
      name: field,
      value: draft[field] as string,
      onChange: (value: string) => form.send({ type: 'field.change', field, value: value as Fields[Field] }),
      onBlur: () => form.send({ type: 'field.leave', field }),
    }),
  };
}
