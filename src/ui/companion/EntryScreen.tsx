/** Sign-in on the phone. */
import { useSelector } from '@xstate/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import {
  type Entry,
  selectEntry,
  selectIsEntering,
  selectIsEntryPatient,
  selectPutOut,
  selectWaitingCode,
} from '../../machines/companion/companion.selectors.ts';
import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/Field.tsx';
import { useFieldControl } from '../kit/fieldControl.ts';
import { Icon } from '../kit/Icon.tsx';
import { TextInput } from '../kit/TextInput.tsx';
import { useFocusFault } from '../kit/useFocusFault.ts';
import { useCompanion, useT } from './CompanionContext.ts';
import { Frame } from './Frame.tsx';
import { Hint } from './Hint.tsx';

const WAITING = {
  signIn: 'companion.entry.thenApprove',
  claim: 'companion.entry.thenBind',
  point: 'companion.entry.thenPoint',
} as const;

export function EntryScreen({ entry }: { readonly entry: Entry }) {
  const t = useT();
  const { root } = useCompanion();
  const { account, password, wasSent, failure } = useSelector(entry, selectEntry);
  const entering = useSelector(entry, selectIsEntering);
  const patient = useSelector(entry, selectIsEntryPatient);
  const waiting = useSelector(root, selectWaitingCode);
  const putOut = useSelector(root, selectPutOut);
  const form = useFocusFault(() => entry.send({ type: 'form.submit' }));
  return (
    <Frame>
      <form className="grid gap-4" noValidate {...form}>
        <div>
          <h1 className="text-[24px]/8">{t('companion.entry.submit')}</h1>
          <Hint>{t(waiting ? WAITING[waiting] : 'companion.entry.intro')}</Hint>
        </div>
        {putOut && !failure && (
          <p className="field-error" role="alert">
            <Icon of={CircleAlert} size={14} />
            {t.failure(putOut)}
          </p>
        )}
        <Field
          label={t('companion.entry.account')}
          error={wasSent && account.trim() === '' ? t('companion.entry.accountEmpty') : undefined}
        >
          <TextInput
            size="l"
            name="account"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="email"
            value={account}
            onChange={(value) => entry.send({ type: 'account.type', value })}
          />
        </Field>
        <Field
          label={t('common.password')}
          error={wasSent && !entering && !failure && password === '' ? t('companion.entry.passwordEmpty') : undefined}
        >
          <Password entry={entry} />
        </Field>
        <Button type="submit" variant="primary" size="l" wide busy={entering}>
          {t(entering ? 'companion.entry.waiting' : 'companion.entry.submit')}
        </Button>
        {patient && (
          <p className="flex items-center justify-between text-13 text-text-2" role="status">
            {t('common.stillWaiting')}
            <Button size="s" onClick={() => entry.send({ type: 'form.cancel' })}>
              {t('common.cancel')}
            </Button>
          </p>
        )}
        {failure && (
          <p className="field-error" role="alert">
            <Icon of={CircleAlert} size={14} />
            {t.failure(failure)}
          </p>
        )}
        <Hint>{t('companion.entry.noAccount')}</Hint>
      </form>
    </Frame>
  );
}

function Password({ entry }: { readonly entry: Entry }) {
  const t = useT();
  const { id, describedBy, invalid } = useFieldControl();
  const { password, isPasswordShown } = useSelector(entry, selectEntry);
  return (
    <div className="input input-l">
      <input
        id={id}
        name="password"
        type={isPasswordShown ? 'text' : 'password'}
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        value={password}
        onChange={(event) => entry.send({ type: 'password.type', value: event.target.value })}
      />
      <button
        type="button"
        className="input-button"
        aria-pressed={isPasswordShown}
        aria-label={t(isPasswordShown ? 'common.hidePassword' : 'common.showPassword')}
        onClick={() => entry.send({ type: 'password.toggleShown' })}
      >
        <Icon of={isPasswordShown ? EyeOff : Eye} size={18} />
      </button>
    </div>
  );
}
