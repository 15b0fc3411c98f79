/** Sign-in (spec 2 /login): illustration on the left, form on the right; on first start the setup form. */
import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import {
  type SignInRef,
  selectCloud,
  selectIsSetUp,
  selectWelcome,
} from '../../../machines/signIn/signIn.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { LinkLine, type LinkState } from '../../kit/LinkLine.tsx';
import { SignInFrame, WayLink, Ways } from '../../shell/SignInFrame.tsx';
import { DemoAccounts } from './DemoAccounts.tsx';
import { SignInForm } from './SignInForm.tsx';

/** Loaded lazily: needed once per installation. */
const SetUpForm = lazy(async () => ({ default: (await import('./SetUpForm.tsx')).SetUpForm }));

export function SignInPage({ screen }: { readonly screen: SignInRef }) {
  const t = useT();
  const setUp = useSelector(screen, selectIsSetUp);
  const welcome = useSelector(screen, selectWelcome);
  return (
    <SignInFrame foot={<CloudLine screen={screen} />}>
      {setUp ? (
        <Suspense>
          <SetUpForm screen={screen} />
        </Suspense>
      ) : (
        <SignInForm
          screen={screen}
          ways={<Ways way="password" />}
          forgot={<WayLink to="/forgot-password">{t('signIn.forgot')}</WayLink>}
        />
      )}
      {!setUp && (
        <p className="text-13">
          {t('signIn.noAccount')}{' '}
          <WayLink to="/login?way=register" way="register">
            {t('signIn.register')}
          </WayLink>
        </p>
      )}
      {!setUp && welcome?.demo && <DemoAccounts screen={screen} />}
    </SignInFrame>
  );
}

const LINK: Record<ReturnType<typeof selectCloud>, LinkState> = {
  reaching: 'silent',
  reached: 'ok',
  unreachable: 'down',
};

function CloudLine({ screen }: { readonly screen: SignInRef }) {
  const t = useT();
  const cloud = useSelector(screen, selectCloud);
  const ms = Math.round(useSelector(screen, selectWelcome)?.reachedIn ?? 0);
  const words =
    cloud === 'reached'
      ? t('signIn.reached', { ms })
      : t(cloud === 'unreachable' ? 'signIn.unreachable' : 'signIn.reaching');
  return (
    <span role="status">
      <LinkLine links={[LINK[cloud]]} description={t('signIn.browserCloud')} />
      {words}
    </span>
  );
}
