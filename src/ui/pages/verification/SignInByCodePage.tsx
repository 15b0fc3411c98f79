/** Sign-in by a code sent to a phone or e-mail address (spec 2 "Login", 7). */
import { useSelector } from '@xstate/react';
import { type VerifiedFormRef, selectForm } from '../../../machines/verification/verification.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { SignInFrame, WayLink, Ways } from '../../shell/SignInFrame.tsx';
import { CodeFields } from './CodeFields.tsx';
import { SubmitPart } from './SubmitPart.tsx';
import { TargetFields } from './TargetFields.tsx';
import { VerifiedFormBox } from './VerifiedFormBox.tsx';

export function SignInByCodePage({ screen }: { readonly screen: VerifiedFormRef }) {
  const t = useT();
  return (
    <SignInFrame>
      <div>
        <h1>{t('signIn.title')}</h1>
        <p className="mt-1 text-text-2">{t('signIn.introPlain')}</p>
      </div>
      <Ways way="code" />
      <SignInByCodeForm screen={screen} />
      <p className="text-13">
        {t('signIn.noAccount')}{' '}
        <WayLink to="/login?way=register" way="register">
          {t('signIn.register')}
        </WayLink>
      </p>
    </SignInFrame>
  );
}

export function SignInByCodeForm({ screen }: { readonly screen: VerifiedFormRef }) {
  const t = useT();
  const { fields } = useSelector(screen, selectForm);
  return (
    <VerifiedFormBox screen={screen}>
      <TargetFields screen={screen} />
      <CodeFields screen={screen} />
      <Checkbox label={t('signIn.keep')} checked={fields.keep} onChange={() => screen.send({ type: 'keep.toggle' })} />
      <SubmitPart screen={screen} label={t('signIn.title')} waiting={t('signIn.waiting')} />
    </VerifiedFormBox>
  );
}
