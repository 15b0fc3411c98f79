// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { tabbable } from 'tabbable';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Checkbox } from '../../../src/ui/kit/Checkbox.tsx';
import { Field } from '../../../src/ui/kit/Field.tsx';
import { RadioButtons } from '../../../src/ui/kit/RadioButtons.tsx';
import { SegmentedControl } from '../../../src/ui/kit/SegmentedControl.tsx';
import { TextInput } from '../../../src/ui/kit/TextInput.tsx';

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
    expect(fireEvent.keyDown(radio('Account'), { key: 'Tab' })).toBe(true);
    expect(chosen()).toBe('Account');
  });
});

describe('radio buttons', () => {
  const show = (value?: string, values = ['F1', 'F2', 'F3']) => {
    const onChange = vi.fn();
    const options = values.map((each) => ({ value: each, content: <b>{each}</b> }));
    render(
      <>
        <button type="button">Before</button>
        <RadioButtons className="" label="Floor" value={value} options={options} onChange={onChange} />
        <button type="button">After</button>
      </>,
    );
    return { onChange, radios: screen.queryAllByRole('radio') };
  };
  const tabOrder = () => tabbable(document.body, { displayCheck: 'none' }).map(({ textContent }) => textContent);

  it('are one stop of Tab: the selected one, or the first while none is', () => {
    show('F2');
    expect(tabOrder()).toEqual(['Before', 'F2', 'After']);
    cleanup();
    const { onChange, radios } = show();
    expect(tabOrder()).toEqual(['Before', 'F1', 'After']);
    act(() => radios[0]?.focus());
    expect(onChange).not.toHaveBeenCalled();
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
  });

  it('select the next one by an arrow, and the first by a click, while none is selected', () => {
    const { onChange, radios } = show();
    fireEvent.keyDown(radios[0] as Element, { key: 'ArrowDown' });
    expect(onChange).toHaveBeenLastCalledWith('F2');
    expect(document.activeElement).toBe(radios[1]);
    fireEvent.click(radios[0] as Element);
    expect(onChange).toHaveBeenLastCalledWith('F1');
  });

  it('take no key while there are none', () => {
    const { onChange } = show('F1', []);
    for (const key of ['Home', 'End', 'ArrowDown'])
      expect(fireEvent.keyDown(screen.getByRole('radiogroup'), { key })).toBe(true);
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe('a field', () => {
  it('names its control and tells the ear what is wrong with it', () => {
    const { rerender } = render(
      <Field label="Direction" hint="0 to 360">
        <TextInput value="420" onChange={vi.fn()} />
      </Field>,
    );
    const input = screen.getByRole('textbox', { name: 'Direction' });
    const said = (): string | null | undefined =>
      document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(said()).toBe('0 to 360');
    rerender(
      <Field label="Direction" hint="0 to 360" error="An angle is between 0 and 360.">
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
