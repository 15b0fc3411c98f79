/** Current password and the new one twice; each rule is ticked when it is met. */
import { useSelector } from '@xstate/react';
import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import { PASSWORD_LENGTH } from '../../../../contract/rules/limits.ts';
import { PASSWORD_PARTS, type PasswordPart, passwordParts } from '../../../../contract/rules/passwordParts.ts';
import { type FormRef, selectValue } from '../../../machines/factories/form.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Icon } from '../../kit/Icon.tsx';
import { FormCard } from './FormCard.tsx';
import { FormText } from './FormText.tsx';

const KEYS = {
  length: 'userSetting.password.ruleLength',
  lower: 'verification.part.lower',
  upper: 'verification.part.upper',
  digit: 'verification.part.digit',
} as const satisfies Record<PasswordPart, string>;
const TICK_PX = 14;

export function PasswordCard({ form }: { readonly form: FormRef }) {
  const t = useT();
  const reveal = { show: t('common.showPassword'), hide: t('common.hidePassword') };
  const common = { form, type: 'password', reveal, autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <FormCard form={form} title={t('common.password')} save={t('userSetting.password.save')}>
      <FormText {...common} field="oldPassword" label={t('userSetting.password.old')} autoComplete="current-password" />
      <FormText {...common} field="password" label={t('verification.password')} autoComplete="new-password" />
      <Rules password={useSelector(form, selectValue('password'))} />
      <FormText {...common} field="repeated" label={t('userSetting.password.again')} autoComplete="new-password" />
      <p className="field-hint">{t('userSetting.password.others')}</p>
    </FormCard>
  );
}

function Rules({ password }: { readonly password: string }) {
  const t = useT();
  const parts = passwordParts(password);
  return (
    <ul
      className="-mt-2 grid grid-cols-2 gap-x-4 gap-y-1 text-12 text-text-2 max-desk:grid-cols-1"
      aria-label={t('userSetting.password.rules')}
    >
      {PASSWORD_PARTS.map((part) => {
        const met = parts[part];
        return (
          <li key={part} className="flex items-center gap-1.5 data-met:text-st-online-text" data-met={met || undefined}>
            <Icon of={met ? Check : Circle} size={TICK_PX} />
            {t(KEYS[part], PASSWORD_LENGTH)}
            {met && <span className="sr-only">{t('userSetting.password.met')}</span>}
          </li>
        );
      })}
    </ul>
  );
}
