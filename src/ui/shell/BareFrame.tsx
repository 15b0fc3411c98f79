/** Frame of a standalone page with a single subject: logo and name at the top, content in the middle. */
import type { ReactNode } from 'react';
import { Logo } from '../kit/Logo.tsx';
import { PRODUCT } from './product.ts';
import { LanguageSwitch, ThemeSwitch } from './Switches.tsx';

export interface BareFrameProps {
  /** Content at the right end of the header. */
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
