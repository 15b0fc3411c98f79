/**
 * Registration (spec 5): nickname, a new password twice, agreement and privacy accepted; the flow of
 * createVerifiedForm.
 */
import { createVerifiedForm } from './createVerifiedForm.ts';

export const signUpMachine = createVerifiedForm({
  id: 'signUp',
  purpose: 'register',
  wants: { nickname: true, newPassword: true, acceptance: true },
});
