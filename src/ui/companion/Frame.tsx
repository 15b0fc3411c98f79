/** Layout of every screen: a bar at the top, the content, and actions within reach of the thumb. */
import { useSelector } from '@xstate/react';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { ReactNode } from 'react';
import { selectIsOffline } from '../../machines/companion/companion.selectors.ts';
import { Icon } from '../kit/Icon.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Logo } from '../kit/Logo.tsx';
import { PRODUCT } from '../shell/product.ts';
import { useCompanion, useWords } from './CompanionContext.ts';

export interface FrameProps {
  /** Title of a screen with a back button; without one the bar shows the logo. */
  readonly title?: string | undefined;
  /** Content at the right end of the bar. */
  readonly end?: ReactNode;
  /** Large buttons at the bottom. */
  readonly dock?: ReactNode;
  readonly children: ReactNode;
}

export function Frame({ title, end, dock, children }: FrameProps) {
  const t = useWords();
  const { root } = useCompanion();
  const offline = useSelector(root, selectIsOffline);
  return (
    <div className="companion">
      <header className="companion-bar">
        {title === undefined ? (
          <span className="brand">
            <Logo />
            <span>{PRODUCT}</span>
          </span>
        ) : (
          <IconButton
            icon={ArrowLeft}
            size="l"
            label={t('companion.back')}
            onClick={() => root.send({ type: 'screen.close' })}
          />
        )}
        {title !== undefined && <h1>{title}</h1>}
        <span className="top-gap" />
        <LanguageButton />
        {end}
      </header>
      {offline && (
        <p className="companion-offline" role="status">
          <Icon of={WifiOff} size={14} />
          {t('companion.offline')}
        </p>
      )}
      <main className="companion-main">{children}</main>
      {dock !== undefined && <div className="companion-dock">{dock}</div>}
    </div>
  );
}

function LanguageButton() {
  const t = useWords();
  const { speak } = useCompanion();
  const other = t.language === 'zhCN' ? 'enUS' : 'zhCN';
  return (
    <IconButton
      size="l"
      letters={t('companion.otherLanguage')}
      label={t('companion.toOtherLanguage')}
      onClick={() => speak(other)}
    />
  );
}
