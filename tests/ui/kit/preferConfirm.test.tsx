import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ConfirmDialog } from '../../../src/ui/kit/ConfirmDialog.tsx';

afterEach(cleanup);

it('a question whose confirming way is the harmless one has the focus there, and Escape takes it', () => {
  const onConfirm = vi.fn();
  const onCancel = vi.fn();
  render(
    <ConfirmDialog
      open
      preferConfirm
      title="You have an unsaved draft"
      text=""
      confirmLabel="Continue editing"
      cancelLabel="Discard draft"
      onConfirm={onConfirm}
      onCancel={onCancel}
    />,
  );
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Continue editing' }));
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  expect([onConfirm.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 0]);
  fireEvent.click(screen.getByRole('button', { name: 'Discard draft' }));
  expect(onCancel).toHaveBeenCalledOnce();
});

it('any other keeps the focus on the way back, where Escape leads', () => {
  const onConfirm = vi.fn();
  const onCancel = vi.fn();
  render(
    <ConfirmDialog
      open
      title="Discard the draft?"
      text=""
      confirmLabel="Discard draft"
      cancelLabel="Cancel"
      onConfirm={onConfirm}
      onCancel={onCancel}
    />,
  );
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  expect([onConfirm.mock.calls.length, onCancel.mock.calls.length]).toEqual([0, 1]);
});
