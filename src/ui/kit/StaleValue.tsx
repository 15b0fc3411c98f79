/** The last value that was heard: hatched when it is old, never blanked and never left plain. */
import type { ReactNode } from 'react';

export interface StaleValueProps {
  readonly stale: boolean;
  /** Says so to the ear: "12 s old". */
  readonly label?: string | undefined;
  readonly children: ReactNode;
}

export function StaleValue({ stale, label, children }: StaleValueProps) {
  if (!stale) return <>{children}</>;
  return (
    <span className="stale-value" title={label}>
      {children}
    </span>
  );
}
