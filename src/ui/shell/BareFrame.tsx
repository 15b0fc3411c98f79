/** The frame of a page that has the whole window and one thing to say: mark and name above, the rest in the middle. */
import type { ReactNode } from 'react';
import { Logo } from '../kit/Logo.tsx';
import { PRODUCT } from './product.ts';
import { LanguageSwitch, ThemeSwitch } from './Switches.tsx';

export interface BareFrameProps {
  /** At the right end of the head. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

export function BareFrame({ end, children }: BareFrameProps) {
  return (
    <div className="bare">
      <header className="bare-head">
        <span className="brand">
          <Logo />
          <span>{PRODUCT}</span>
        </span>
        <span className="top-gap" />
        <LanguageSwitch />
        <ThemeSwitch />
        {end}
      </header>
      <main className="bare-body">{children}</main>
    </div>
  );
}
