/** Frame of every sign-in page: the roundhouse illustration at the left, the form at the right. */
import { useSelector } from '@xstate/react';
import type { MouseEvent, ReactNode } from 'react';
import { LANGUAGES } from '../../../contract/entities/constants.ts';
import { selectLanguage } from '../../machines/app/firstScreen.selectors.ts';
import { RoundhouseMotif } from '../canvas/RoundhouseMotif.tsx';
import { useApp } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { Logo } from '../kit/Logo.tsx';
import { SegmentedControl } from '../kit/SegmentedControl.tsx';
import { PRODUCT } from './product.ts';

const LOGO_PX = 28;

export function SignInFrame({ foot, children }: { readonly foot?: ReactNode; readonly children: ReactNode }) {
  const t = useT();
  return (
    <div className="signin relative">
      <aside className="signin-art" aria-label={PRODUCT}>
        <RoundhouseMotif />
        <div className="signin-claim">
          <p>{t('signIn.claim')}</p>
          <p>{t('signIn.claimMore')}</p>
        </div>
      </aside>
      <div className="signin-panel">
        <header className="signin-head">
          <span className="brand brand-l">
            <Logo size={LOGO_PX} />
            <span>{PRODUCT}</span>
          </span>
          <Language />
        </header>
        <main className="signin-form">{children}</main>
        <footer className="signin-foot">
          {foot ?? <span />}
          <WayLink to="/agreement">{t('signIn.agreement')}</WayLink>
          <WayLink to="/privacy/app">{t('signIn.privacy')}</WayLink>
        </footer>
      </div>
    </div>
  );
}

const LANGUAGE_KEYS = { zhCN: 'signIn.zhCN', enUS: 'signIn.enUS' } as const;

function Language() {
  const t = useT();
  const { preferences } = useApp();
  return (
    <SegmentedControl
      size="s"
      label={t('signIn.language')}
      value={useSelector(preferences, selectLanguage)}
      options={LANGUAGES.map((value) => ({ value, label: t(LANGUAGE_KEYS[value]) }))}
      onChange={(language) => preferences.send({ type: 'language.choose', language })}
    />
  );
}

const WAY_KEYS = { password: 'common.password', code: 'signIn.code', qr: 'signIn.qr' } as const;
type Way = keyof typeof WAY_KEYS;

/** Sign-in by password, code or QR code: variants of one address, so that the redirect target in its query is kept. */
export function Ways({ way }: { readonly way: Way }) {
  const t = useT();
  const { navigation } = useApp();
  return (
    <SegmentedControl
      full
      label={t('signIn.title')}
      value={way}
      onChange={(to) => navigation.send({ type: 'navigation.query', query: { way: to === 'password' ? '' : to } })}
      options={(Object.keys(WAY_KEYS) as Way[]).map((value) => ({ value, label: t(WAY_KEYS[value]) }))}
    />
  );
}

/**
 * A link to another page, whose address is `to`; `way` only changes the sign-in method and keeps the redirect target.
 */
export function WayLink({
  to,
  way,
  children,
}: {
  readonly to: string;
  readonly way?: string;
  readonly children: ReactNode;
}) {
  const { navigation } = useApp();
  const go = (event: MouseEvent): void => {
    event.preventDefault();
    navigation.send(way === undefined ? { type: 'navigation.go', to } : { type: 'navigation.query', query: { way } });
  };
  return (
    <a className="text-link" href={to} onClick={go}>
      {children}
    </a>
  );
}
