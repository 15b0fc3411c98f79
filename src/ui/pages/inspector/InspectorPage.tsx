/**
 * The inspector (design 10): support opens a recording, or follows another tab of this browser, and sees every machine
 * at every step. For signed-in users it is shown in the shell; anyone can open files in it, so it also works without
 * the shell.
 */
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectChildren } from '../../../machines/app/app.selectors.ts';
import { type InspectorRef, selectShown } from '../../../machines/inspector/inspector.selectors.ts';
import { useApp } from '../../hooks/useApp.ts';
import { Logo } from '../../kit/Logo.tsx';
import { PRODUCT } from '../../shell/product.ts';
import { LanguageSwitch, ThemeSwitch } from '../../shell/Switches.tsx';
import { DropPlace } from './DropPlace.tsx';
import { OpenedView } from './OpenedView.tsx';
import { OpenPlace } from './OpenPlace.tsx';
import { OpenFailure } from './OpenFailure.tsx';
import { stageFrame } from './stageFrame.ts';

export function InspectorPage({ screen }: { readonly screen: InspectorRef }) {
  const { fleet } = useSelector(useApp().root, selectChildren);
  const shown = useSelector(screen, selectShown);
  // Preload the replay stage: the network may be gone when it is needed.
  useEffect(() => stageFrame().warm(), []);
  const page = (
    <DropPlace screen={screen}>
      <OpenFailure screen={screen} />
      {shown ? <OpenedView key={shown.key} screen={screen} shown={shown} /> : <OpenPlace screen={screen} />}
    </DropPlace>
  );
  if (fleet) return page;
  return (
    <div className="flex h-full flex-col bg-paper">
      <header className="flex flex-none items-center gap-1 py-2 pr-4 pl-2">
        <span className="brand">
          <Logo />
          <span>{PRODUCT}</span>
        </span>
        <span className="top-gap" />
        <LanguageSwitch />
        <ThemeSwitch />
      </header>
      <main className="main flex-1 px-6 pt-2 pb-6">{page}</main>
    </div>
  );
}
