/** Sign-in by e-mail or phone number and password. Input is held in the machine; errors are shown below the form. */
import { useSelector } from '@xstate/react';
import { lazy, type ReactNode, Suspense } from 'react';
import {
  type SignInRef,
  selectFields,
  selectIsSubmitting,
  selectWait,
  selectWelcome,
} from '../../../machines/signIn/signIn.selectors.ts';
import { isNationalNumber } from '../../../machines/signIn/signInRules.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { Field } from '../../kit/Field.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { FormAnswer } from './FormAnswer.tsx';
import { PasswordField } from './PasswordField.tsx';
import { submitForm, useFault } from './signInForms.ts';

/** Loaded with the list of countries when a phone number without a country code is typed. */
const CountryField = lazy(async () => ({ default: (await import('./CountryField.tsx')).CountryField }));

/** `ways` and `forgot` are links to other pages. */
export function SignInForm({
  screen,
  ways,
  forgot,
}: {
  readonly screen: SignInRef;
  readonly ways?: ReactNode;
  readonly forgot?: ReactNode;
}) {
  const t = useT();
  const { account, country, keep } = useSelector(screen, selectFields);
  const submitting = useSelector(screen, selectIsSubmitting);
  const wait = useSelector(screen, selectWait);
  const siteName = useSelector(screen, selectWelcome)?.siteName ?? '';
  return (
    <>
      <div>
        <h1>{t('signIn.title')}</h1>
        <p className="mt-1 text-text-2">{siteName ? t('signIn.intro', { site: siteName }) : t('signIn.introPlain')}</p>
      </div>
      {ways}
      <form className="grid gap-4.5" noValidate onSubmit={submitForm(screen)}>
        <Field label={t('signIn.account')} error={useFault(screen, 'account')}>
          <TextInput
            size="l"
            name="account"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="email"
            // Sign-in is the only purpose of the page; screen readers announce the title first.
            autoFocus
            value={account}
            onChange={(value) => screen.send({ type: 'field.change', field: 'account', value })}
            onBlur={() => screen.send({ type: 'field.leave', field: 'account' })}
          />
        </Field>
        {isNationalNumber(account.trim()) && (
          <Suspense>
            <CountryField
              country={country}
              onChange={(value) => screen.send({ type: 'field.change', field: 'country', value })}
            />
          </Suspense>
        )}
        <PasswordField
          screen={screen}
          field="password"
          label={t('common.password')}
          autoComplete="current-password"
          aside={forgot}
        />
        <Checkbox label={t('signIn.keep')} checked={keep} onChange={() => screen.send({ type: 'keep.toggle' })} />
        <Button
          type="submit"
          variant="primary"
          size="l"
          wide
          busy={submitting}
          disabledReason={wait > 0 ? t('signIn.wait', { seconds: wait }) : undefined}
        >
          {submitting ? t('signIn.waiting') : t('signIn.title')}
        </Button>
        <FormAnswer screen={screen} />
      </form>
    </>
  );
}
