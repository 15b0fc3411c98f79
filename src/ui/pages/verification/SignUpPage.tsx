/** Registration (spec 2, 5): phone or e-mail, code, name, password twice, acceptance of terms and privacy notice. */
import { useSelector } from '@xstate/react';
import { NICKNAME_MAX } from '../../../../contract/rules/limits.ts';
import {
  type VerifiedFormRef,
  selectFault,
  selectForm,
} from '../../../machines/verification/verification.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Field } from '../../kit/Field.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { SignInFrame, WayLink } from '../../shell/SignInFrame.tsx';
import { CodeFields } from './CodeFields.tsx';
import { NewPassword } from './NewPassword.tsx';
import { SubmitPart } from './SubmitPart.tsx';
import { TargetFields } from './TargetFields.tsx';
import { faultKey } from './faultKey.ts';
import { VerifiedFormBox } from './VerifiedFormBox.tsx';

export function SignUpPage({ screen }: { readonly screen: VerifiedFormRef }) {
  const t = useT();
  return (
    <SignInFrame>
      <div>
        <h1>{t('verification.signUp.title')}</h1>
        <p className="mt-1 text-text-2">{t('verification.signUp.intro')}</p>
      </div>
      <SignUpForm screen={screen} />
      <p className="text-13">
        <WayLink to="/login" way="">
          {t('verification.signUp.instead')}
        </WayLink>
      </p>
    </SignInFrame>
  );
}

export function SignUpForm({ screen }: { readonly screen: VerifiedFormRef }) {
  const t = useT();
  const { fields, isRegistered } = useSelector(screen, selectForm);
  const nicknameFault = useSelector(screen, selectFault('nickname'));
  const acceptFault = useSelector(screen, selectFault('accepted'));
  return (
    <VerifiedFormBox screen={screen}>
      <Field
        label={t('signIn.setUp.nickname')}
        error={nicknameFault ? t(faultKey(nicknameFault), { max: NICKNAME_MAX }) : undefined}
      >
        <TextInput
          size="l"
          name="nickname"
          autoComplete="name"
          value={fields.nickname}
          onChange={(value) => screen.send({ type: 'field.change', field: 'nickname', value })}
          onBlur={() => screen.send({ type: 'field.leave', field: 'nickname' })}
        />
      </Field>
      <TargetFields screen={screen} />
      <p className="text-13 empty:absolute" role="status">
        {isRegistered && t('verification.signUp.registered')}
      </p>
      <CodeFields screen={screen} />
      <NewPassword screen={screen} />
      <div className="grid gap-2">
        <Checkbox
          label={t('verification.signUp.accept')}
          checked={fields.accepted}
          invalid={acceptFault !== null}
          onChange={() => screen.send({ type: 'accept.toggle' })}
        />
        {/* Opened in a new tab, so that the entered data is not lost. */}
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-13">
          <a className="text-link" href="/agreement" target="_blank" rel="noreferrer">
            {t('signIn.agreement')}
          </a>
          <a className="text-link" href="/privacy/app" target="_blank" rel="noreferrer">
            {t('signIn.privacy')}
          </a>
        </p>
        {acceptFault && (
          <p className="field-error" role="alert">
            {t(faultKey(acceptFault))}
          </p>
        )}
      </div>
      <SubmitPart screen={screen} label={t('verification.signUp.submit')} waiting={t('verification.signUp.waiting')} />
    </VerifiedFormBox>
  );
}
