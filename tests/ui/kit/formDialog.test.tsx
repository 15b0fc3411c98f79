// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useState } from 'react';
import { Checkbox } from '../../../src/ui/kit/Checkbox.tsx';
import { Field } from '../../../src/ui/kit/Field.tsx';
import { FieldGroup } from '../../../src/ui/kit/FieldGroup.tsx';
import { FormDialog, type FormDialogProps } from '../../../src/ui/kit/FormDialog.tsx';
import { TextInput } from '../../../src/ui/kit/TextInput.tsx';

afterEach(cleanup);

interface Faults {
  readonly name?: string;
  readonly email?: string;
  readonly roles?: string;
}
const calls = () => ({ onSubmit: vi.fn(), onCancel: vi.fn() });
function dialog(more: Partial<FormDialogProps> & Faults = {}) {
  const { name, email, roles, ...props } = more;
  return (
    <FormDialog
      title="New account"
      submitLabel="Create account"
      cancelLabel="Cancel"
      closeLabel="Close"
      onSubmit={() => undefined}
      onCancel={() => undefined}
      {...props}
    >
      <Field label="Name" error={name}>
        <TextInput value="" onChange={() => undefined} />
      </Field>
      <Field label="Email" error={email}>
        <TextInput value="" onChange={() => undefined} />
      </Field>
      <FieldGroup label="Roles" error={roles} hint="At least one">
        <Checkbox label="Viewer" checked={false} onChange={() => undefined} />
      </FieldGroup>
    </FormDialog>
  );
}
const field = (name: string): HTMLElement => screen.getByRole('textbox', { name });
const submit = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Create account' }));

describe('a dialog with a form', () => {
  it('is named by its title, described by its text, and starts in its first field', () => {
    render(dialog({ description: 'The person gets a link.' }));
    const shown = screen.getByRole('dialog', { name: 'New account' });
    expect(document.getElementById(shown.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'The person gets a link.',
    );
    expect(document.activeElement).toBe(field('Name'));
  });

  it('submits by its button, which belongs to the form, so that Enter submits too', () => {
    const { onSubmit, onCancel } = calls();
    render(dialog({ onSubmit, onCancel }));
    submit();
    expect(onSubmit).toHaveBeenCalledTimes(1);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Create account' });
    expect([button.type, button.form]).toEqual(['submit', field('Name').closest('form')]);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(onCancel).toHaveBeenCalledTimes(3);
  });

  it('neither closes nor submits again while it is busy', () => {
    const { onSubmit, onCancel } = calls();
    render(dialog({ onSubmit, onCancel, busy: true }));
    submit();
    fireEvent.submit(field('Name').closest('form') as HTMLFormElement);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect([onSubmit.mock.calls.length, onCancel.mock.calls.length]).toEqual([0, 0]);
  });

  it('says why it cannot be submitted, and is not submitted by Enter either', () => {
    const { onSubmit } = calls();
    render(dialog({ onSubmit, disabledReason: 'Only an administrator can do this.' }));
    fireEvent.submit(field('Name').closest('form') as HTMLFormElement);
    submit();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(screen.getByText('Only an administrator can do this.')).toBeTruthy();
  });

  it('announces at the end a refusal that belongs to no field', () => {
    render(dialog({ refusal: 'The server is busy.' }));
    const form = field('Name').closest('form') as HTMLFormElement;
    expect(within(form).getByRole('alert').textContent).toBe('The server is busy.');
    expect(form.lastElementChild?.textContent).toBe('The server is busy.');
  });
});

describe('the focus after a submit', () => {
  function Checked({ found }: { readonly found: Faults }) {
    const [faults, setFaults] = useState<Faults>({});
    return dialog({ ...faults, onSubmit: () => setFaults(found) });
  }

  it('is in the first faulty field', () => {
    render(<Checked found={{ email: 'No email address.', roles: 'Choose one.' }} />);
    submit();
    expect(document.activeElement).toBe(field('Email'));
  });

  it('is in the first control of a faulty group', () => {
    render(<Checked found={{ roles: 'Choose one.' }} />);
    expect(screen.getByText('At least one')).toBeTruthy();
    submit();
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Viewer' }));
    const group = screen.getByRole('group', { name: 'Roles' });
    expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Choose one.');
  });

  it('is there again when the same fault is submitted again', () => {
    render(<Checked found={{ email: 'No email address.' }} />);
    submit();
    field('Name').focus();
    submit();
    expect(document.activeElement).toBe(field('Email'));
  });

  it('waits for the response', () => {
    const { rerender } = render(dialog());
    submit();
    rerender(dialog({ busy: true }));
    expect(document.activeElement).toBe(field('Name'));
    rerender(dialog({ email: 'This address is taken.' }));
    expect(document.activeElement).toBe(field('Email'));
  });

  it('stays where a fault is found while typing', () => {
    const { rerender } = render(dialog());
    submit();
    fireEvent.input(field('Email'), { target: { value: 'x' } });
    field('Email').focus();
    rerender(dialog({ name: 'The name is empty.' }));
    expect(document.activeElement).toBe(field('Email'));
  });

  it('stays when a later change after a response brings a fault', () => {
    const { rerender } = render(dialog());
    submit();
    rerender(dialog({ busy: true }));
    rerender(dialog({ refusal: 'The server is busy.' }));
    field('Email').focus();
    rerender(dialog({ name: 'The name is empty.' }));
    expect(document.activeElement).toBe(field('Email'));
  });
});
