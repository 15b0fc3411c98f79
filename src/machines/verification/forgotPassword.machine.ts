/** A new password by code (spec 2 /forgot-password): the course of createVerifiedForm, at whose end one may sign in. */
import { createVerifiedForm } from './createVerifiedForm.ts';

export const forgotPasswordMachine = createVerifiedForm({
  id: 'forgotPassword',
  purpose: 'forgotPassword',
  wants: { nickname: false, newPassword: true, acceptance: false },
});
