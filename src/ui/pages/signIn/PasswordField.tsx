/** Password field with a reveal button and a caps lock hint. */
import { useSelector } from '@xstate/react';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import type { KeyboardEvent, ReactNode } from 'react';
import {
  type SignInRef,
  selectFields,
  selectIsCapsLockOn,
  selectIsPasswordShown,
} from '../../../machines/signIn/signIn.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Field } from '../../kit/Field.tsx';
import { useFieldControl } from '../../kit/fieldControl.ts';
import { Icon } from '../../kit/Icon.tsx';
import { useFault } from './signInForms.ts';

export interface PasswordFieldProps {
  readonly screen: SignInRef;
  readonly field: 'password' | 'repeated';
  readonly label: string;
  readonly hint?: string | undefined;
  /** Shown to the right of the label. */
  readonly aside?: ReactNode;
  readonly autoComplete: 'current-password' | 'new-password';
}

export function PasswordField(props: PasswordFieldProps) {
  const { screen, field, label, hint, aside } = props;
  const t = useT();
  const caps = useSelector(screen, selectIsCapsLockOn(field));
  return (
    <Field label={label} error={useFault(screen, field)} hint={caps ? t('signIn.capsLock') : hint} aside={aside}>
      <PasswordControl {...props} caps={caps} />
    </Field>
  );
}

function PasswordControl({ screen, field, autoComplete, caps }: PasswordFieldProps & { readonly caps: boolean }) {
  const t = useT();
  const { id, describedBy, invalid } = useFieldControl();
  const value = useSelector(screen, selectFields)[field];
  const shown = useSelector(screen, selectIsPasswordShown);
  const noteCaps = (on: boolean): void => {
    if (on !== caps) screen.send({ type: 'capsLock.seen', field, on });
  };
  const assignCapabilities = (event: KeyboardEvent): void => noteCaps(event.getModifierState?.('CapsLock') ?? false);
  return (
    <div className="input input-l">
      <input
        id={id}
        name={field}
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        value={value}
        onChange={(event) => screen.send({ type: 'field.change', field, value: event.target.value })}
        onKeyDown={assignCapabilities}
        onKeyUp={assignCapabilities}
        onBlur={() => {
          noteCaps(false);
          screen.send({ type: 'field.leave', field });
        }}
      />
      <button
        type="button"
        className="input-button"
        aria-pressed={shown}
        aria-label={t(shown ? 'common.hidePassword' : 'common.showPassword')}
        onClick={() => screen.send({ type: 'password.toggleShown' })}
      >
        <Icon of={shown ? EyeOff : Eye} size={18} />
      </button>
    </div>
  );
}
