/** The browser's native select, which works with touch and screen readers. */
import ChevronDown from 'lucide-react/icons/chevron-down';
import { classes } from './classes.ts';
import { useFieldControl } from './fieldControl.ts';
import { Icon } from './Icon.tsx';

type Size = 's' | 'm' | 'l';
const SIZE: Record<Size, string> = { s: 'input-s', m: '', l: 'input-l' };

export interface SelectProps<Value extends string> {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  /** Accessible name where no field provides one. */
  readonly label?: string | undefined;
  readonly size?: Size | undefined;
  readonly className?: string | undefined;
}

export function Select<Value extends string>({
  value,
  options,
  onChange,
  label,
  size = 'm',
  className,
}: SelectProps<Value>) {
  const { id, describedBy, invalid } = useFieldControl();
  const choose = (chosen: string): void => {
    const option = options.find((each) => each.value === chosen);
    if (option !== undefined) onChange(option.value);
  };
  return (
    <div className={classes('input', SIZE[size], className)}>
      <select
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        value={value}
        onChange={(event) => choose(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} size={14} />
    </div>
  );
}
