/** Password reset by verification code (spec 2 /forgot-password, 5). */
import { useSelector } from '@xstate/react';
import { type VerifiedFormRef, selectIsChanged } from '../../../machines/verification/verification.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { SignInFrame, WayLink } from '../../shell/SignInFrame.tsx';
import { CodeFields } from './CodeFields.tsx';
import { NewPassword } from './NewPassword.tsx';
import { SubmitPart } from './SubmitPart.tsx';
import { TargetFields } from './TargetFields.tsx';
import { VerifiedFormBox } from './VerifiedFormBox.tsx';

export function ForgotPasswordPage({ screen }: { readonly screen: VerifiedFormRef }) {
  const t = useT();
  return (
    <SignInFrame>
      <ForgotPasswordForm screen={screen} />
      <p className="text-13">
        <WayLink to="/login">{t('verification.forgot.back')}</WayLink>
      </p>
    </SignInFrame>
  );
}

export function ForgotPasswordForm({ screen }: { readonly screen: VerifiedFormRef }) {
  const t = useT();
  if (useSelector(screen, selectIsChanged))
    return (
      <div role="status">
        <h1>{t('verification.forgot.done')}</h1>
        <p className="mt-1 text-text-2">{t('verification.forgot.doneText')}</p>
      </div>
    );
  return (
    <>
      <div>
        <h1>{t('routes.forgotPassword')}</h1>
        <p className="mt-1 text-text-2">{t('verification.forgot.intro')}</p>
      </div>
      <VerifiedFormBox screen={screen}>
        <TargetFields screen={screen} />
        <CodeFields screen={screen} />
        <NewPassword screen={screen} />
        <SubmitPart
          screen={screen}
          label={t('verification.forgot.submit')}
          waiting={t('verification.forgot.waiting')}
        />
      </VerifiedFormBox>
    </>
  );
}
