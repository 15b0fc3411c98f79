/** Minimal frame shown while no page is loaded: logo on top, message in the centre. */
import type { ReactNode } from 'react';
import { Logo } from '../../kit/Logo.tsx';
import { PRODUCT } from '../../shell/product.ts';

export interface AwayFrameProps {
  /** `alert` interrupts screen readers; `status` waits. */
  readonly role: 'status' | 'alert';
  readonly children: ReactNode;
}

export function MinimalFrame({ role, children }: AwayFrameProps) {
  return (
    <div className="bare">
      <header className="bare-head">
        <span className="brand">
          <Logo />
          <span>{PRODUCT}</span>
        </span>
      </header>
      <main className="bare-body">
        <div className="away" role={role}>
          {children}
        </div>
      </main>
    </div>
  );
}
