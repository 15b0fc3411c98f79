/** A list in a card whose rows can be opened. */
import type { ReactNode } from 'react';

export const RowList = ({ busy = false, children }: { readonly busy?: boolean; readonly children: ReactNode }) => (
  <ul className="px-2 pb-2 empty:hidden" aria-busy={busy || undefined}>
    {children}
  </ul>
);

export interface RowProps {
  readonly title: string;
  readonly text: string;
  readonly onPress: () => void;
  /** A further action, at the right. */
  readonly children?: ReactNode;
}

export const Row = ({ title, text, onPress, children }: RowProps) => (
  <li className="flex items-center gap-1 rounded pr-1 hover:bg-hover">
    <button type="button" className="grid min-w-0 flex-1 rounded p-2 text-left" onClick={onPress}>
      <b className="truncate text-13 font-medium">{title}</b>
      <span className="text-12 wrap-anywhere text-text-2">{text}</span>
    </button>
    {children}
  </li>
);
