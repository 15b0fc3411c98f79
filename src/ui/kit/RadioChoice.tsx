/** Radio options with a description each, for use inside a dialog. */
import { RadioGroup } from 'radix-ui';
import { useId } from 'react';

export interface RadioChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string; readonly note: string }[];
  readonly onChange: (value: T) => void;
}

export function RadioChoice<T extends string>({ label, value, options, onChange }: RadioChoiceProps<T>) {
  const id = useId();
  return (
    <RadioGroup.Root
      className="radio-choice"
      aria-label={label}
      value={value}
      onValueChange={(chosen) => {
        const found = options.find((option) => option.value === chosen);
        if (found) onChange(found.value);
      }}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          className="radio-choice-item"
          value={option.value}
          aria-labelledby={`${id}-${option.value}`}
          aria-describedby={`${id}-${option.value}-note`}
        >
          <i className="radio-choice-mark" />
          <span>
            <b id={`${id}-${option.value}`}>{option.label}</b>
            <small id={`${id}-${option.value}-note`}>{option.note}</small>
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
