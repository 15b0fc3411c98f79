/** A single-line text field; a password can be revealed while typing. */
import type { ComponentProps } from 'react';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import type { Glyph } from '../icons/glyph.ts';
import { classes } from './classes.ts';
import { useFieldControl } from './fieldControl.ts';
import { Icon } from './Icon.tsx';

type Size = 's' | 'm' | 'l';
const SIZE: Record<Size, string> = { s: 'input-s', m: '', l: 'input-l' };

/** Lets the user reveal a password while typing. */
export interface PasswordReveal {
  readonly shown: boolean;
  /** Accessible names of the toggle button. */
  readonly show: string;
  readonly hide: string;
  readonly onToggle: () => void;
}

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'size' | 'value' | 'onChange' | 'disabled'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly size?: Size | undefined;
  readonly icon?: Glyph | undefined;
  /** Unit after the value. */
  readonly unit?: string | undefined;
  /** Keyboard shortcut that focuses the field. */
  readonly keyHint?: string | undefined;
  readonly reveal?: PasswordReveal | undefined;
}

export function TextInput({
  value,
  onChange,
  size = 'm',
  icon,
  unit,
  keyHint,
  reveal,
  type = 'text',
  className,
  ...rest
}: TextInputProps) {
  const { id, describedBy, invalid } = useFieldControl();
  return (
    <div className={classes('input', SIZE[size], className)}>
      {icon !== undefined && <Icon of={icon} size={14} />}
      <input
        id={id}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        {...rest}
        type={reveal?.shown === true ? 'text' : type}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {unit !== undefined && <span>{unit}</span>}
      {keyHint !== undefined && value === '' && <kbd aria-hidden="true">{keyHint}</kbd>}
      {reveal !== undefined && (
        <button
          type="button"
          className="input-button"
          aria-pressed={reveal.shown}
          aria-label={reveal.shown ? reveal.hide : reveal.show}
          onClick={reveal.onToggle}
        >
          <Icon of={reveal.shown ? EyeOff : Eye} size={18} />
        </button>
      )}
    </div>
  );
}
