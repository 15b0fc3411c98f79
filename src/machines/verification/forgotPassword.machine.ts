/** Password reset by code (spec 2 /forgot-password): the flow of createVerifiedForm; the user then signs in. */
import { createVerifiedForm } from './createVerifiedForm.ts';

export const forgotPasswordMachine = createVerifiedForm({
  id: 'forgotPassword',
  purpose: 'forgotPassword',
  wants: { nickname: false, newPassword: true, acceptance: false },
});
