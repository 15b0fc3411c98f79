/** Display name used in the top bar, in notices and in command records. */
import { NICKNAME_MAX } from '../../../../contract/rules/limits.ts';
import type { FormRef } from '../../../machines/factories/form.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { FormCard } from './FormCard.tsx';
import { FormText } from './FormText.tsx';

const LIMITS = { max: NICKNAME_MAX };

export function NicknameCard({ form }: { readonly form: FormRef }) {
  const t = useT();
  return (
    <FormCard form={form} title={t('userSetting.nickname.title')} save={t('userSetting.nickname.save')}>
      <FormText
        form={form}
        field="nickname"
        label={t('signIn.setUp.nickname')}
        hint={t('userSetting.nickname.hint', { max: NICKNAME_MAX })}
        params={LIMITS}
        autoComplete="nickname"
      />
    </FormCard>
  );
}
