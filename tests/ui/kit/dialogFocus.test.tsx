/** Where the focus is when a dialog opens: never on Close, which one press of Enter would take. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Dialog } from '../../../src/ui/kit/Dialog.tsx';

afterEach(cleanup);

it.each([
  ['the first field', <input key="name" aria-label="Name" />, () => screen.getByLabelText('Name')],
  [
    'the first field that can be used',
    [<input key="id" aria-label="ID" disabled />, <input key="name" aria-label="Name" />],
    () => screen.getByLabelText('Name'),
  ],
  [
    'the dialog itself, which is read aloud, if it has no field',
    <button key="copy">Copy</button>,
    () => screen.getByRole('dialog'),
  ],
])('is %s', (_, body, focused) => {
  render(
    <Dialog open title="Rename" closeLabel="Close" onClose={() => undefined} foot={<button>Save</button>}>
      {body}
    </Dialog>,
  );
  expect(document.activeElement).toBe(focused());
});
