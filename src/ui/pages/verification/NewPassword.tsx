/** New password twice; each part of the password rule is ticked when it is met. */
import { useSelector } from '@xstate/react';
import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import { PASSWORD_PARTS, passwordParts, type PasswordPart } from '../../../../contract/rules/passwordParts.ts';
import {
  type VerifiedFormRef,
  selectFault,
  selectForm,
} from '../../../machines/verification/verification.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/Field.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { faultKey } from './faultKey.ts';

const PARTS = {
  length: 'verification.part.length',
  lower: 'verification.part.lower',
  upper: 'verification.part.upper',
  digit: 'verification.part.digit',
} as const satisfies Record<PasswordPart, string>;

export function NewPassword({ screen }: { readonly screen: VerifiedFormRef }) {
  const t = useT();
  const { fields, isPasswordShown } = useSelector(screen, selectForm);
  const met = passwordParts(fields.password);
  return (
    <>
      <PasswordLine screen={screen} field="password" label={t('verification.password')} />
      <ul className="-mt-2 flex flex-wrap gap-x-4 gap-y-1 text-12 text-text-2" aria-label={t('verification.rules')}>
        {PASSWORD_PARTS.map((part) => (
          <li
            key={part}
            className="inline-flex items-center gap-1 data-[met=true]:font-medium data-[met=true]:text-text"
            data-met={met[part]}
          >
            <Icon of={met[part] ? Check : Circle} size={12} />
            {t(PARTS[part])}
            <span className="sr-only">{t(met[part] ? 'verification.met' : 'verification.notMet')}</span>
          </li>
        ))}
      </ul>
      <PasswordLine screen={screen} field="repeated" label={t('signIn.setUp.again')} />
      <div>
        <Button size="s" variant="ghost" onClick={() => screen.send({ type: 'password.toggleShown' })}>
          {t(isPasswordShown ? 'verification.hide' : 'verification.show')}
        </Button>
      </div>
    </>
  );
}

function PasswordLine({
  screen,
  field,
  label,
}: {
  readonly screen: VerifiedFormRef;
  readonly field: 'password' | 'repeated';
  readonly label: string;
}) {
  const t = useT();
  const { fields, isPasswordShown } = useSelector(screen, selectForm);
  const fault = useSelector(screen, selectFault(field));
  return (
    <Field label={label} error={fault ? t(faultKey(fault)) : undefined}>
      <TextInput
        size="l"
        name={field}
        type={isPasswordShown ? 'text' : 'password'}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        value={fields[field]}
        onChange={(value) => screen.send({ type: 'field.change', field, value })}
        onBlur={() => screen.send({ type: 'field.leave', field })}
      />
    </Field>
  );
}
