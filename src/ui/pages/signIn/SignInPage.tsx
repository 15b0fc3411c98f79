/** Signing in (spec 2 /login): the roundhouse at the left, the form at the right; the form of the first start in its place. */
import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import type { ActorRefFrom } from 'xstate';
import { LANGUAGES } from '../../../../contract/entities/constants.ts';
import { selectLanguage } from '../../../machines/preferences/preferences.selectors.ts';
import type { signInMachine } from '../../../machines/signIn/signIn.machine.ts';
import { selectCloud, selectIsSetUp, selectWelcome } from '../../../machines/signIn/signIn.selectors.ts';
import { RoundhouseMotif } from '../../canvas/RoundhouseMotif.tsx';
import { useApp } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { LinkLine, type LinkState } from '../../kit/LinkLine.tsx';
import { Logo } from '../../kit/Logo.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { PRODUCT } from '../../shell/product.ts';
import { DemoAccounts } from './DemoAccounts.tsx';
import { SignInForm } from './SignInForm.tsx';

export type SignInScreen = ActorRefFrom<typeof signInMachine>;

const LOGO_PX = 28;
/** Seen once in an installation's life: not in the first chunk. */
const SetUpForm = lazy(async () => ({ default: (await import('./SetUpForm.tsx')).SetUpForm }));

export function SignInPage({ screen }: { readonly screen: SignInScreen }) {
  const t = useT();
  const setUp = useSelector(screen, selectIsSetUp);
  const welcome = useSelector(screen, selectWelcome);
  return (
    <div className="signin">
      <aside className="signin-art" aria-label={PRODUCT}>
        <RoundhouseMotif />
        <div className="signin-claim">
          <p>{t('signIn.claim')}</p>
          <p>{t('signIn.claimMore')}</p>
        </div>
      </aside>
      <div className="signin-panel">
        <header className="signin-head">
          <span className="brand brand-l"><Logo size={LOGO_PX} /><span>{PRODUCT}</span></span>
          <Language />
        </header>
        <main className="signin-form">
          {setUp ? <Suspense><SetUpForm screen={screen} /></Suspense> : <SignInForm screen={screen} />}
          {!setUp && welcome?.demo && <DemoAccounts screen={screen} />}
        </main>
        <footer className="signin-foot"><CloudLine screen={screen} /></footer>
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

const LINK: Record<ReturnType<typeof selectCloud>, LinkState> = { reaching: 'silent', reached: 'ok', unreachable: 'down' };

function CloudLine({ screen }: { readonly screen: SignInScreen }) {
  const t = useT();
  const cloud = useSelector(screen, selectCloud);
  const ms = Math.round(useSelector(screen, selectWelcome)?.reachedIn ?? 0);
  const words = cloud === 'reached' ? t('signIn.reached', { ms }) : t(cloud === 'unreachable' ? 'signIn.unreachable' : 'signIn.reaching');
  return (
    <span role="status">
      <LinkLine links={[LINK[cloud]]} description={t('signIn.browserCloud')} />
      {words}
    </span>
  );
}
