// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CopyField } from '../../../src/ui/shell/CopyField.tsx';
import { renderWithTexts } from '../withTexts.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const clipboard = (writeText: (text: string) => Promise<void>) =>
  vi.stubGlobal('navigator', { clipboard: { writeText } });
const button = (): HTMLElement => screen.getByRole('button', { name: 'Copy: Secret' });

describe('a value to copy', () => {
  it('is named, cannot be edited, and is selected when it has the focus', async () => {
    await renderWithTexts(<CopyField label="Secret" value="s3cret" hint="Shown only once." />);
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Secret' });
    expect([input.value, input.readOnly]).toEqual(['s3cret', true]);
    input.focus();
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, 6]);
    expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Shown only once.');
  });

  it('is copied, and says so until the focus leaves', async () => {
    const copied: string[] = [];
    clipboard(async (text) => void copied.push(text));
    await renderWithTexts(<CopyField label="Secret" value="s3cret" primary />);
    expect(screen.getByRole('status').textContent).toBe('');
    fireEvent.click(button());
    expect(await screen.findByText('Copied.')).toBe(screen.getByRole('status'));
    expect(copied).toEqual(['s3cret']);
    fireEvent.blur(button());
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('does not call another value copied', async () => {
    clipboard(async () => undefined);
    const { again } = await renderWithTexts(<CopyField label="Secret" value="s3cret" />);
    fireEvent.click(button());
    await screen.findByText('Copied.');
    again(<CopyField label="Secret" value="other" />);
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('is selected, and says how to copy it, where the clipboard is unavailable', async () => {
    clipboard(() => Promise.reject(new Error('denied')));
    await renderWithTexts(<CopyField label="Secret" value="s3cret" />);
    fireEvent.click(button());
    expect((await screen.findByText(/Couldn't copy/)).getAttribute('role')).toBe('status');
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Secret' });
    expect([input.selectionStart, input.selectionEnd]).toEqual([0, 6]);
  });
});
