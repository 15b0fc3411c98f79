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
    <div className="flex min-h-dvh flex-col bg-map-void">
      <header className="flex flex-none flex-wrap items-center gap-1 py-2 pr-4 pl-2">
        <span className="brand">
          <Logo />
          <span>{PRODUCT}</span>
        </span>
        <span className="flex-1" />
        <LanguageSwitch />
        <ThemeSwitch />
        {end}
      </header>
      <main className={classes('bare-body', bodyClass)}>{children}</main>
    </div>
  );
}
