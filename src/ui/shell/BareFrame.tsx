/** Frame of a standalone page with a single subject: logo and name at the top, content in the middle. */
import type { ReactNode } from 'react';
import { classes } from '../kit/classes.ts';
import { Logo } from '../kit/Logo.tsx';
import { PRODUCT } from './product.ts';
import { LanguageSwitch, ThemeSwitch } from './Switches.tsx';

export interface BareFrameProps {
  /** Content at the right end of the header. */
  readonly end?: ReactNode;
  readonly bodyClass?: string | undefined;
  readonly children: ReactNode;
}

export function BareFrame({ end, bodyClass, children }: BareFrameProps) {
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
      <main className={classes('bare-body', bodyClass)}>{children}</main>
    </div>
  );
}
