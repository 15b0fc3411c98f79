/** Names and values, one below the other. */
import type { ReactNode } from 'react';

export function VisitorFacts({ children }: { readonly children: ReactNode }) {
  return <dl className="grid border-y border-line-2">{children}</dl>;
}

export function VisitorFact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[96px_minmax(0,1fr)] gap-3 border-line py-2.5 not-first:border-t min-[900px]:group-data-[on=kiosk]/visitor:grid-cols-[160px_minmax(0,1fr)]">
      <dt className="text-text-2">{name}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

export function FactNote({ children }: { readonly children: string }) {
  return (
    <small className="block text-[14px]/5 text-text-2 min-[900px]:group-data-[on=kiosk]/visitor:text-[18px]/[26px]">
      {children}
    </small>
  );
}
