/** Rows of a list as blocks of lines, with their actions beside them: short lists, and every list on a phone. */
import '../styles/list.css';
import type { ReactNode } from 'react';

export interface RowBlockProps {
  readonly title: ReactNode;
  readonly lines: readonly ReactNode[];
  /** Actions at the right: one menu, or one or two icon buttons. */
  readonly acts?: ReactNode;
  /** The row is obsolete. */
  readonly gone?: boolean | undefined;
  readonly onOpen?: (() => void) | undefined;
}

export function RowBlock({ title, lines, acts, gone, onOpen }: RowBlockProps) {
  const text = (
    <>
      <b>{title}</b>
      {/* Index keys are safe: the lines of a row do not move. */}
      {lines.map((line, place) => (
        <span key={place}>{line}</span>
      ))}
    </>
  );
  return (
    <li data-gone={gone}>
      {onOpen ? (
        <button type="button" className="list-row" onClick={onOpen}>
          {text}
        </button>
      ) : (
        <div className="list-row">{text}</div>
      )}
      {acts}
    </li>
  );
}

export function RowBlocks({ label, children }: { readonly label?: string | undefined; readonly children: ReactNode }) {
  return (
    <ul className="list-rows" aria-label={label}>
      {children}
    </ul>
  );
}
