/** A checkbox with a label or, in a table, with an accessible name only. */
import { useEffect, useRef } from 'react';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import { Icon } from './Icon.tsx';
import { isPressBlocked } from './isPressBlocked.ts';

/** 24 px to press, around a box of 16 px. */
const TARGET = '-m-1 grid size-6 flex-none cursor-pointer appearance-none place-items-center rounded';

export interface CheckboxProps {
  /** 'mixed': some of the items it stands for are selected. */
  readonly checked: boolean | 'mixed';
  readonly onChange: (checked: boolean) => void;
  readonly label: string;
  readonly hideLabel?: boolean | undefined;
  readonly invalid?: boolean | undefined;
  readonly disabledReason?: string | undefined;
  /** In a group with one tab stop. */
  readonly tabIndex?: 0 | -1 | undefined;
}

export function Checkbox({
  checked,
  onChange,
  label,
  hideLabel = false,
  invalid = false,
  disabledReason,
  tabIndex,
}: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  const mixed = checked === 'mixed';
  // `indeterminate` is not an attribute: it can be set only by script.
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className="check" title={disabledReason}>
      <span className="check-box">
        <input
          ref={input}
          type="checkbox"
          className={TARGET}
          tabIndex={tabIndex}
          checked={checked === true}
          aria-label={hideLabel ? label : undefined}
          aria-invalid={invalid || undefined}
          aria-disabled={disabledReason !== undefined || undefined}
          onChange={(event) => {
            if (!isPressBlocked(disabledReason !== undefined)) onChange(event.target.checked);
          }}
        />
        {checked !== false && <Icon of={mixed ? Minus : Check} size={11} />}
      </span>
      {!hideLabel && <span>{label}</span>}
    </label>
  );
}
