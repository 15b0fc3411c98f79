/** Bulk actions for the selected rows. */
import type { ReactNode } from 'react';
import X from 'lucide-react/icons/x';
import { IconButton } from './IconButton.tsx';

export interface BulkBarProps {
  /** "3 ticked". */
  readonly summary: string;
  readonly clearLabel: string;
  readonly onClear: () => void;
  /** Buttons of variant `quiet`, size s. */
  readonly children: ReactNode;
}

export function BulkBar({ summary, clearLabel, onClear, children }: BulkBarProps) {
  return (
    <div className="bulk" role="group" aria-label={summary}>
      <b>{summary}</b>
      <span className="top-gap" />
      {children}
      <IconButton label={clearLabel} icon={X} size="s" onClick={onClear} />
    </div>
  );
}
