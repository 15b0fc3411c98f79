// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Checkbox } from '../../../src/ui/kit/Checkbox.tsx';
import { Field } from '../../../src/ui/kit/Field.tsx';
import { SegmentedControl } from '../../../src/ui/kit/SegmentedControl.tsx';
import { TextInput } from '../../../src/ui/kit/TextInput.tsx';
import { rovingIndex } from '../../../src/ui/kit/useRovingFocus.ts';

afterEach(cleanup);

describe('a segmented control', () => {
  const OPTIONS = [
    { value: 'account', label: 'Account' },
    { value: 'code', label: 'Code' },
    { value: 'qr', label: 'QR code' },
  ] as const;
  function Sample() {
    const [value, setValue] = useState<'account' | 'code' | 'qr'>('account');
    return <SegmentedControl label="Way to sign in" value={value} options={OPTIONS} onChange={setValue} />;
  }
  const radio = (name: string): HTMLElement => screen.getByRole('radio', { name });
  const chosen = (): string | null => screen.getByRole('radio', { checked: true }).textContent;

  it('is a radio group with one stop of Tab', () => {
    render(<Sample />);
    const group = screen.getByRole('radiogroup', { name: 'Way to sign in' });
    expect(
      within(group)
        .getAllByRole('radio')
        .map((each) => each.tabIndex),
    ).toEqual([0, -1, -1]);
  });

  it('is chosen from by arrows, which go around, and by Home and End', () => {
    render(<Sample />);
    radio('Account').focus();
    fireEvent.keyDown(radio('Account'), { key: 'ArrowRight' });
    expect(chosen()).toBe('Code');
    expect(document.activeElement).toBe(radio('Code'));
    fireEvent.keyDown(radio('Code'), { key: 'End' });
    expect(chosen()).toBe('QR code');
    fireEvent.keyDown(radio('QR code'), { key: 'ArrowDown' });
    expect(chosen()).toBe('Account');
    fireEvent.keyDown(radio('Account'), { key: 'ArrowLeft' });
    expect(chosen()).toBe('QR code');
    fireEvent.keyDown(radio('QR code'), { key: 'Home' });
    expect(chosen()).toBe('Account');
  });

  it('leaves other keys alone', () => {
    render(<Sample />);
    expect(fireEvent.keyDown(radio('Account'), { key: 'Escape' })).toBe(true);
    expect(rovingIndex('Escape', 0, 3)).toBeNull();
    expect(rovingIndex('Home', 0, 0)).toBeNull();
  });
});

describe('a field', () => {
  it('names its control and tells the ear what is wrong with it', () => {
    const { rerender } = render(
      <Field label="Angle" hint="0 to 360">
        <TextInput value="420" onChange={vi.fn()} />
      </Field>,
    );
    const input = screen.getByRole('textbox', { name: 'Angle' });
    const said = (): string | null | undefined =>
      document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(said()).toBe('0 to 360');
    rerender(
      <Field label="Angle" hint="0 to 360" error="An angle is between 0 and 360.">
        <TextInput value="420" onChange={vi.fn()} />
      </Field>,
    );
    expect(said()).toBe('An angle is between 0 and 360.');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByText('0 to 360')).toBeNull();
  });

  it('shows a password while asked to', () => {
    function Password() {
      const [shown, setShown] = useState(false);
      return (
        <Field label="Password">
          <TextInput
            type="password"
            value="secret"
            onChange={vi.fn()}
            reveal={{ show: 'Show password', hide: 'Hide password', shown, onToggle: () => setShown(!shown) }}
          />
        </Field>
      );
    }
    render(<Password />);
    const input = screen.getByLabelText<HTMLInputElement>('Password');
    expect(input.type).toBe('password');
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input.type).toBe('text');
    fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input.type).toBe('password');
  });
});

describe('a box to tick', () => {
  it('can stand for some', () => {
    render(<Checkbox label="All" checked="mixed" onChange={vi.fn()} />);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'All' }).indeterminate).toBe(true);
  });

  it('does nothing when it cannot', () => {
    const onChange = vi.fn();
    render(<Checkbox label="Loop" checked={false} onChange={onChange} disabledReason="One point only." />);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Loop' }));
    expect(onChange).not.toHaveBeenCalled();
  });
});
