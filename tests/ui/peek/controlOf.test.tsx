/** Name of a clicked control and why it is disabled: taken from its accessible name, never from user input. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { controlOf, type PressedControl } from '../../../src/app/dryRun/controlOf.ts';
import { Button } from '../../../src/ui/kit/Button.tsx';
import { Checkbox } from '../../../src/ui/kit/Checkbox.tsx';
import { Field } from '../../../src/ui/kit/Field.tsx';
import { TextInput } from '../../../src/ui/kit/TextInput.tsx';

let seen: PressedControl | null = null;
const look = (event: Event): void => {
  seen = controlOf(event);
};
beforeEach(() => ['click', 'keydown', 'input'].forEach((type) => window.addEventListener(type, look, true)));
afterEach(() => {
  ['click', 'keydown', 'input'].forEach((type) => window.removeEventListener(type, look, true));
  cleanup();
  seen = null;
});

it("has the control's own name, and the reason of one that cannot be used", () => {
  render(
    <>
      <Button>
        <b>Charge</b> now
      </Button>
      <Button disabledReason="It is charging." disabledTitle="Charge cannot be used.">
        Charge
      </Button>
    </>,
  );
  fireEvent.click(screen.getByText('Charge', { selector: 'b' }));
  expect(seen).toMatchObject({ name: 'Charge now', reason: '', isPressed: true });
  fireEvent.click(screen.getAllByRole('button')[1]!);
  expect(seen).toMatchObject({ name: 'Charge', reason: 'Charge cannot be used. It is charging.', isPressed: true });
});

it("has a label's name for a field, and nothing of what is in it", () => {
  render(
    <>
      <Field label="Password">
        <TextInput value="a-secret" onChange={() => {}} />
      </Field>
      <Checkbox checked={false} label="Keep" disabledReason="Not here." onChange={() => {}} />
    </>,
  );
  fireEvent.input(screen.getByLabelText('Password'), { target: { value: 'a-secret-2' } });
  expect(seen?.name).toBe('Password');
  fireEvent.click(screen.getByRole('checkbox'));
  expect(seen).toMatchObject({ name: 'Keep', reason: 'Not here.' });
});

it("has the key where a key is no control's own", () => {
  render(<Button>Charge</Button>);
  const button = screen.getByRole('button');
  const pressed = (init: object): string => {
    fireEvent.keyDown(button, init);
    return seen!.name;
  };
  expect([pressed({ key: 'k', ctrlKey: true }), pressed({ key: 'w' }), pressed({ key: 'Enter' })]).toEqual([
    'Ctrl+K',
    'W',
    'Charge',
  ]);
  fireEvent.click(document.body);
  expect(seen).toMatchObject({ name: '', isPressed: false });
});
