/** Says in a card that there is nothing to list. */
import type { ReactNode } from 'react';

export const EmptyLine = ({ children }: { readonly children: ReactNode }) => (
  <p className="px-4 pt-1 pb-4 font-sans text-13 text-text-2">{children}</p>
);
