/** Selects one of a few options, all visible. A radio group for keyboard and screen reader. */
import type { Glyph } from '../icons/glyph.ts';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { RadioButtons } from './RadioButtons.tsx';

type Size = 's' | 'm' | 'l';
const SIZE: Record<Size, string> = { s: 'seg-s', m: '', l: 'seg-l' };

export interface SegmentedControlProps<Value extends string> {
  /** Accessible name of the group. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon?: Glyph | undefined }[];
  readonly onChange: (value: Value) => void;
  readonly size?: Size | undefined;
  /** Takes the full width, in equal parts. */
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
  return (
    <RadioButtons
      className={classes('seg', SIZE[size], full && 'seg-full')}
      label={label}
      value={value}
      onChange={onChange}
      options={options.map((option) => ({
        value: option.value,
        content: (
          <>
            {option.icon !== undefined && <Icon of={option.icon} size={size === 's' ? 14 : 15} />}
            {option.label}
          </>
        ),
      }))}
    />
  );
}
