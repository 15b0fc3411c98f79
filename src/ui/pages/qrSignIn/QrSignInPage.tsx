/** Sign-in by QR code scanned with a phone (spec 2 "Login"). */
import type { QrSignInRef } from '../../../machines/qrSignIn/qrSignIn.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { SignInFrame, WayLink, Ways } from '../../shell/SignInFrame.tsx';
import { QrBox } from './QrBox.tsx';

export function QrSignInPage({ screen }: { readonly screen: QrSignInRef }) {
  const t = useT();
  return (
    <SignInFrame>
      <div>
        <h1>{t('signIn.title')}</h1>
        <p className="mt-1 text-text-2">{t('signIn.introPlain')}</p>
      </div>
      <Ways way="qr" />
      <p className="hidden rounded bg-surface-3 px-3 py-2.5 text-13 max-[601px]:block [&>a+a]:ml-2">
        {t('qrSignIn.phone')}{' '}
        <WayLink to="/login" way="">
          {t('qrSignIn.byPassword')}
        </WayLink>{' '}
        <WayLink to="/login?way=code" way="code">
          {t('qrSignIn.byCode')}
        </WayLink>
      </p>
      <QrBox screen={screen} />
      <p className="text-13">
        {t('signIn.noAccount')}{' '}
        <WayLink to="/login?way=register" way="register">
          {t('signIn.register')}
        </WayLink>
      </p>
    </SignInFrame>
  );
}
