/** The last known value: hatched when stale, never blank and never shown as fresh. */
import type { ReactNode } from 'react';

export interface StaleValueProps {
  readonly stale: boolean;
  /** Announces staleness to screen readers: "12 s old". */
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
