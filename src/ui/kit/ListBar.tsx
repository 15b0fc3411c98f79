/** Bar above a list: search, item count, and reload. */
import '../styles/list.css';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { Button } from './Button.tsx';
import { SearchInput, type SearchInputProps } from './SearchInput.tsx';

export interface ListBarProps {
  readonly search: SearchInputProps;
  /** "45 messages". */
  readonly count?: string | undefined;
  readonly refresh?: { readonly label: string; readonly busy: boolean; readonly onPress: () => void } | undefined;
}

export function ListBar({ search, count, refresh }: ListBarProps) {
  return (
    <div className="list-bar">
      <SearchInput {...search} />
      <span className="list-count" aria-live="polite">
        {count}
      </span>
      {refresh && (
        <Button icon={RotateCw} busy={refresh.busy} onClick={refresh.onPress}>
          {refresh.label}
        </Button>
      )}
    </div>
  );
}
