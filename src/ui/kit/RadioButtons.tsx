/**
 * A radio group of buttons that the caller fills. One of them is a tab stop; arrows, Home and End select and wrap around.
 *
 * Radix's RadioGroup is not used here: the sign-in page loads this component and would grow by 6 KiB after compression. Radix also moves
 * the focus with Home and End without selecting, and adds a hidden input to each button inside a form.
 */
import type { KeyboardEvent, ReactNode } from 'react';

export interface RadioButtonsProps<Value extends string> {
  readonly label: string;
  readonly className: string;
  readonly itemClassName?: string | undefined;
  /** undefined: nothing is selected, and the first button is the tab stop. */
  readonly value: Value | undefined;
  readonly options: readonly { readonly value: Value; readonly content: ReactNode }[];
  readonly onChange: (value: Value) => void;
}

const STEP: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function RadioButtons<Value extends string>({
  label,
  className,
  itemClassName,
  value,
  options,
  onChange,
}: RadioButtonsProps<Value>) {
  const tabStop = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = STEP[event.key];
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? -1
          : step === undefined
            ? undefined
            : (tabStop + step) % options.length;
    const option = next === undefined ? undefined : options.at(next);
    if (next === undefined || option === undefined) return;
    event.preventDefault();
    onChange(option.value);
    [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')].at(next)?.focus();
  };
  return (
    <div className={className} role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
      {options.map((option, index) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          className={itemClassName}
          aria-checked={option.value === value}
          tabIndex={index === tabStop ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          {option.content}
        </button>
      ))}
    </div>
  );
}
