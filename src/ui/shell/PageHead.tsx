/** Heading of a page: title, one sentence of facts, actions at the right. */
import type { ReactNode } from 'react';

interface PageHeadProps {
  readonly title: string;
  /** null while they load: their line is kept free, so that the page below does not move. */
  readonly facts?: ReactNode;
  /** At most one primary button. */
  readonly children?: ReactNode;
}

export function PageHead({ title, facts, children }: PageHeadProps) {
  return (
    <div className="page-head">
      <div className="page-title">
        {/* On phones the top bar has the title. */}
        <h1 className="max-desk:sr-only">{title}</h1>
        {facts !== undefined && <p className="min-h-5">{facts}</p>}
      </div>
      {children}
    </div>
  );
}
