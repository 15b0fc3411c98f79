/** The user's nickname: a form of one field (spec 2 "personal settings"). */
import { NICKNAME_MAX } from '../../../contract/rules/limits.ts';
import { createForm, type FormFaults } from '../factories/form.ts';

function nicknameFaults({ nickname = '' }: Readonly<Record<string, string>>): FormFaults {
  const name = nickname.trim();
  if (name === '') return { nickname: 'userSetting.nickname.empty' };
  return name.length > NICKNAME_MAX ? { nickname: 'userSetting.nickname.long' } : {};
}

export const nicknameMachine = createForm({
  id: 'nickname',
  faultsOf: nicknameFaults,
  tidied: ({ nickname = '' }) => ({ nickname: nickname.trim() }),
  savedKey: 'userSetting.nickname.saved',
  refreshesUser: true,
});
