/** What one is called in the bar, in notices and in the records of commands. */
import { NICKNAME_MAX } from '../../../../contract/rules/limits.ts';
import { useT } from '../../hooks/useT.ts';
import { FormCard, type Form } from './FormCard.tsx';
import { FormText } from './FormText.tsx';

export function NicknameCard({ form }: { readonly form: Form }) {
  const t = useT();
  return (
    <FormCard form={form} title={t('userSetting.nickname.title')} save={t('userSetting.nickname.save')}>
      <FormText
        form={form}
        field="nickname"
        label={t('userSetting.nickname.label')}
        hint={t('userSetting.nickname.hint', { max: NICKNAME_MAX })}
        autoComplete="nickname"
      />
    </FormCard>
  );
}
