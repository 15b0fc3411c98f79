/** Signing in by a code that was sent (spec 2, 7): the course of createVerifiedForm, no password. */
import { createVerifiedForm } from './createVerifiedForm.ts';

export const signInByCodeMachine = createVerifiedForm({
  id: 'signInByCode',
  purpose: 'login',
  wants: { nickname: false, newPassword: false, acceptance: false },
});
