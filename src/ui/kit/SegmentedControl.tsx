/** One of a few, all in sight. A radio group for the keyboard and the ear. */
import type { Glyph } from '../icons/glyph.ts';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { useRovingFocus } from './useRovingFocus.ts';

type Size = 's' | 'm' | 'l';
const SIZE: Record<Size, string> = { s: 'seg-s', m: '', l: 'seg-l' };

export interface SegmentedControlProps<Value extends string> {
  /** What the choice is about. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon?: Glyph | undefined }[];
  readonly onChange: (value: Value) => void;
  readonly size?: Size | undefined;
  /** Takes the width there is, in equal parts. */
  readonly full?: boolean | undefined;
}

export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  onChange,
  size = 'm',
  full = false,
}: SegmentedControlProps<Value>) {
  const at = options.findIndex((option) => option.value === value);
  const onKeyDown = useRovingFocus(at, options.length, '[role=radio]', (index) => {
    const option = options[index];
    if (option !== undefined) onChange(option.value);
  });
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classes('seg', SIZE[size], full && 'seg-full')}
      onKeyDown={onKeyDown}
    >
      {options.map((option, index) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={index === Math.max(0, at) ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          {option.icon !== undefined && <Icon of={option.icon} size={size === 's' ? 14 : 15} />}
          {option.label}
        </button>
      ))}
    </div>
  );
}
