/** A surface with a thin border. Its header has a title, a note, and actions at the right. Cards are not nested. */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export interface CardProps {
  readonly title?: string | undefined;
  readonly note?: string | undefined;
  readonly acts?: ReactNode;
  /** Clips content at the rounded corners: tables, maps. */
  readonly clip?: boolean | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Card({ title, note, acts, clip = false, className, children }: CardProps) {
  return (
    <section className={classes('card', clip && 'card-clip', className)} aria-label={title}>
      {title !== undefined && (
        <div className="card-head">
          <h2>{title}</h2>
          {note !== undefined && <span className="card-note">{note}</span>}
          <span className="top-gap" />
          {acts}
        </div>
      )}
      {children}
    </section>
  );
}
