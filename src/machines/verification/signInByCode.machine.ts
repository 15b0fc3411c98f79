/** Sign-in by verification code (spec 2, 7): the flow of createVerifiedForm, without a password. */
import { createVerifiedForm } from './createVerifiedForm.ts';

export const signInByCodeMachine = createVerifiedForm({
  id: 'signInByCode',
  purpose: 'login',
  wants: { nickname: false, newPassword: false, acceptance: false },
});
