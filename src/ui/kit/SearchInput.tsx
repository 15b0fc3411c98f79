/** A search field. */
import Search from 'lucide-react/icons/search';
import { TextInput } from './TextInput.tsx';

export interface SearchInputProps {
  /** What is searched for; also the placeholder. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (words: string) => void;
  readonly size?: 's' | 'm' | undefined;
}

export function SearchInput({ label, value, onChange, size = 'm' }: SearchInputProps) {
  return (
    <TextInput
      size={size}
      type="search"
      icon={Search}
      value={value}
      placeholder={label}
      aria-label={label}
      onChange={onChange}
    />
  );
}
