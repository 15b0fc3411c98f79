/** Minimal frame shown while no page is loaded: logo on top, message in the centre. */
import type { ReactNode } from 'react';
import { Logo } from '../../kit/Logo.tsx';
import { PRODUCT } from '../../shell/product.ts';

export interface MinimalFrameProps {
  /** `alert` interrupts screen readers; `status` waits. */
  readonly role: 'status' | 'alert';
  readonly children: ReactNode;
}

export function MinimalFrame({ role, children }: MinimalFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col bg-map-void">
      <header className="flex flex-none items-center gap-1 py-2 pr-4 pl-2">
        <span className="brand">
          <Logo />
          <span>{PRODUCT}</span>
        </span>
      </header>
      <main className="bare-body">
        <div className="flex flex-col items-center gap-4 [&>p]:max-w-[440px] [&>p]:text-balance" role={role}>
          {children}
        </div>
      </main>
    </div>
  );
}
