// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { confirmMachine, type ConfirmInput } from '../../../src/machines/factories/confirm.machine.ts';
import { Question } from '../../../src/ui/shell/Question.tsx';
import { renderWithTexts } from '../withTexts.tsx';

afterEach(cleanup);

const INPUT: ConfirmInput = {
  titleKey: 'shell.signOut.title',
  textKey: 'shell.signOut.text',
  acceptKey: 'common.signOut',
  destructive: true,
};
const asked = (input: ConfirmInput = INPUT) => createActor(confirmMachine, { input }).start();

describe('a question', () => {
  it('shows the texts of its machine, and accepts', async () => {
    const question = asked();
    await renderWithTexts(<Question question={question} note="A Stop has not been sent." />);
    const shown = screen.getByRole('alertdialog', { name: 'Sign out of Roundhouse?' });
    expect(shown.textContent).toContain('Robots continue their tasks.');
    expect(screen.getByRole('status').textContent).toBe('A Stop has not been sent.');
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(question.getSnapshot().output).toEqual({ confirmed: true });
  });

  it('is cancelled by "Cancel", or by what it calls that', async () => {
    const first = asked();
    await renderWithTexts(<Question question={first} />);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(first.getSnapshot().output).toEqual({ confirmed: false });
    cleanup();
    const second = asked();
    await renderWithTexts(<Question question={second} cancelLabel="Stay signed in" />);
    fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
    expect(second.getSnapshot().output).toEqual({ confirmed: false });
  });

  it('is not there while nothing is asked', async () => {
    await renderWithTexts(<Question question={undefined} />);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
