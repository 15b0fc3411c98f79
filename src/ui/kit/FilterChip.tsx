/** An active filter that can be removed: "Robot Porter 1 ×". */
import X from 'lucide-react/icons/x';
import { Icon } from './Icon.tsx';

export interface FilterChipProps {
  readonly name: string;
  readonly value: string;
  readonly removeLabel: string;
  readonly onRemove: () => void;
}

export function FilterChip({ name, value, removeLabel, onRemove }: FilterChipProps) {
  return (
    <span className="chip chip-set">
      <em>{name}</em>
      {value}
      <button type="button" aria-label={removeLabel} onClick={onRemove}>
        <Icon of={X} size={13} />
      </button>
    </span>
  );
}
