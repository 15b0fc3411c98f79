/** A dialog with a form, which refuses an empty name. */
import { useState } from 'react';
import { Checkbox } from '../../../src/ui/kit/Checkbox.tsx';
import { Field } from '../../../src/ui/kit/Field.tsx';
import { FieldGroup } from '../../../src/ui/kit/FieldGroup.tsx';
import { FormDialog } from '../../../src/ui/kit/FormDialog.tsx';
import { TextInput } from '../../../src/ui/kit/TextInput.tsx';
import { nothing } from './Section.tsx';

export function FormSample({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [refused, setRefused] = useState(false);
  return (
    <FormDialog
      title="New account"
      description="The person gets a link to set a password."
      submitLabel="Create account"
      cancelLabel="Cancel"
      closeLabel="Close"
      refusal={refused ? "The server isn't responding. Try again." : undefined}
      onSubmit={() => setRefused(true)}
      onCancel={onClose}
    >
      <Field label="Name" error={refused && name === '' ? 'Enter a name.' : undefined}>
        <TextInput value={name} onChange={setName} />
      </Field>
      <FieldGroup label="Roles" hint="You can change them later.">
        <Checkbox label="Viewer" checked onChange={nothing} />
        <Checkbox label="Operator" checked={false} onChange={nothing} />
      </FieldGroup>
    </FormDialog>
  );
}
