/** Shared parts of the component sheet. */
import type { ReactNode } from 'react';

export const nothing = (): void => undefined;
/** A titled section of the sheet. */
export const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="mb-9">
    <h2 className="mb-4 border-b border-line-2 pb-2">{title}</h2>
    <div className="flex flex-wrap items-start gap-x-5 gap-y-4">{children}</div>
  </section>
);
