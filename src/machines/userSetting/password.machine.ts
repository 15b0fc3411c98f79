/** Password change: the old password, and the new one twice (spec 5). It ends the user's other sessions. */
import { isGoodPassword } from '../../../contract/rules/password.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { createForm, type FormFaults, type FormFields } from '../factories/form.ts';
import { isFailure } from '../failure.ts';

export const EMPTY_PASSWORDS = { oldPassword: '', password: '', repeated: '' } as const;

function passwordFaults({ oldPassword = '', password = '', repeated = '' }: FormFields): FormFaults {
  return {
    ...(oldPassword === '' && { oldPassword: 'userSetting.password.oldEmpty' }),
    ...(!isGoodPassword(password) && { password: 'signIn.fault.passwordRule' }),
    ...(isGoodPassword(password) && password === oldPassword && { password: 'userSetting.password.same' }),
    ...(repeated !== password && { repeated: 'signIn.fault.passwordDiffers' }),
  };
}

export const passwordMachine = createForm({
  id: 'password',
  faultsOf: passwordFaults,
  savedKey: 'userSetting.password.saved',
  refreshesUser: true,
  secret: true,
  faultsBy: (failure) =>
    isFailure(failure, ERRORS.wrongPassword) ? { oldPassword: 'userSetting.password.oldWrong' } : {},
});
