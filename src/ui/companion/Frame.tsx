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
import { useCompanion, useT } from './CompanionContext.ts';

export interface FrameProps {
  /** Title of a screen with a back button; without one the bar shows the logo. */
  readonly title?: string | undefined;
  /** Content at the right end of the bar. */
  readonly end?: ReactNode;
  /** Large buttons at the bottom. */
  readonly dock?: ReactNode;
  readonly children: ReactNode;
}

const BAR =
  'sticky top-0 z-2 flex min-h-14 flex-none items-center gap-1 border-b border-line bg-surface px-2 pt-[env(safe-area-inset-top)]';
const DOCK =
  'sticky bottom-0 grid flex-none gap-2 border-t border-line bg-surface px-4 pt-3 pb-[max(16px,env(safe-area-inset-bottom))]';

export function Frame({ title, end, dock, children }: FrameProps) {
  const t = useT();
  const { root } = useCompanion();
  const offline = useSelector(root, selectIsOffline);
  return (
    <div className="mx-auto flex min-h-dvh max-w-[560px] flex-col bg-paper [&_.btn-l]:h-touch">
      <header className={BAR}>
        {title === undefined ? (
          <span className="inline-flex items-center gap-2.5 pl-2 text-[16px]/6 font-[600] text-heading">
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
        {title !== undefined && <h1 className="text-[18px]/6">{title}</h1>}
        <span className="flex-1" />
        <LanguageButton />
        {end}
      </header>
      {offline && (
        <p
          className="flex items-center justify-center gap-1.5 bg-attn-soft bg-hatch px-4 py-1.5 text-13 font-medium text-attn-text"
          role="status"
        >
          <Icon of={WifiOff} size={14} />
          {t('companion.offline')}
        </p>
      )}
      <main className="flex flex-1 flex-col gap-4 px-4 py-5">{children}</main>
      {dock !== undefined && <div className={DOCK}>{dock}</div>}
    </div>
  );
}

function LanguageButton() {
  const t = useT();
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
