/**
 * The inspector (design 10): support opens a capsule, or follows another tab of this browser, and sees every machine at every step.
 * Signed in it stands in the shell; anybody may open a file in it, so that it can stand alone as well.
 */
import '../../styles/inspector.css';
import '../../styles/inspectorCards.css';
import '../../styles/inspectorEvents.css';
import '../../styles/inspectorNarrow.css';
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
import { OpenTrouble } from './OpenTrouble.tsx';
import { stageFrame } from './stageFrame.ts';

export function InspectorPage({ screen }: { readonly screen: InspectorRef }) {
  const { fleet } = useSelector(useApp().root, selectChildren);
  const shown = useSelector(screen, selectShown);
  // Whoever wants to stand in a state later may have no network then.
  useEffect(() => stageFrame().warm(), []);
  const page = (
    <DropPlace screen={screen}>
      <OpenTrouble screen={screen} />
      {shown ? <OpenedView key={shown.key} screen={screen} shown={shown} /> : <OpenPlace screen={screen} />}
    </DropPlace>
  );
  if (fleet) return page;
  return (
    <div className="inspector-alone">
      <header className="bare-head">
        <span className="brand">
          <Logo />
          <span>{PRODUCT}</span>
        </span>
        <span className="top-gap" />
        <LanguageSwitch />
        <ThemeSwitch />
      </header>
      <main className="main">{page}</main>
    </div>
  );
}
