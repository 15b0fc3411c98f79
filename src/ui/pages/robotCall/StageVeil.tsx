/** What lies over the picture of a call: small plates, or a sentence where there is no picture. */
import type { ReactNode } from 'react';

export const PLATE =
  'absolute inline-flex h-6 items-center gap-1.5 rounded-in bg-(--vid-plate) px-2 text-[11px]/4 font-medium whitespace-nowrap';

export function Veil({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-2 px-4 py-8 text-center">
      {children}
      <div className="order-1" role="status">
        <h2 className="text-20 font-semibold text-(color:--vid-text)">{title}</h2>
      </div>
      {text !== undefined && <p className="order-2 max-w-105 text-13 text-(color:--vid-text-2)">{text}</p>}
    </div>
  );
}
