/** First start of an empty installation: the first user becomes its administrator (design 1). */
import { useSelector } from '@xstate/react';
import {
  type SignInRef,
  selectFields,
  selectIsSubmitting,
  selectWait,
} from '../../../machines/signIn/signIn.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/Field.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { FormAnswer } from './FormAnswer.tsx';
import { PasswordField } from './PasswordField.tsx';
import { submitForm, useFault } from './signInForms.ts';

export function SetUpForm({ screen }: { readonly screen: SignInRef }) {
  const t = useT();
  const submitting = useSelector(screen, selectIsSubmitting);
  const wait = useSelector(screen, selectWait);
  return (
    <>
      <div>
        <h1>{t('signIn.setUp.title')}</h1>
        <p className="mt-1 text-text-2">{t('signIn.setUp.intro')}</p>
      </div>
      <form className="grid gap-4.5" noValidate onSubmit={submitForm(screen)}>
        <PlainField
          screen={screen}
          field="code"
          label={t('signIn.setUp.code')}
          hint={t('signIn.setUp.codeHint')}
          autoComplete="one-time-code"
        />
        <PlainField screen={screen} field="nickname" label={t('signIn.setUp.nickname')} autoComplete="name" />
        <PlainField screen={screen} field="email" label={t('common.email')} autoComplete="email" />
        <PasswordField
          screen={screen}
          field="password"
          label={t('common.password')}
          hint={t('signIn.setUp.rule')}
          autoComplete="new-password"
        />
        <PasswordField screen={screen} field="repeated" label={t('signIn.setUp.again')} autoComplete="new-password" />
        <Button
          type="submit"
          variant="primary"
          size="l"
          wide
          busy={submitting}
          disabledReason={wait > 0 ? t('signIn.wait', { seconds: wait }) : undefined}
        >
          {submitting ? t('signIn.setUp.waiting') : t('signIn.setUp.submit')}
        </Button>
        <FormAnswer screen={screen} />
      </form>
    </>
  );
}

interface PlainFieldProps {
  readonly screen: SignInRef;
  readonly field: 'code' | 'nickname' | 'email';
  readonly label: string;
  readonly hint?: string | undefined;
  readonly autoComplete: string;
}

function PlainField({ screen, field, label, hint, autoComplete }: PlainFieldProps) {
  const value = useSelector(screen, selectFields)[field];
  return (
    <Field label={label} error={useFault(screen, field)} hint={hint}>
      <TextInput
        size="l"
        name={field}
        type={field === 'email' ? 'email' : 'text'}
        autoComplete={autoComplete}
        value={value}
        onChange={(next) => screen.send({ type: 'field.change', field, value: next })}
        onBlur={() => screen.send({ type: 'field.leave', field })}
      />
    </Field>
  );
}
