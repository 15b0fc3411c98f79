import type { FieldFault } from '../../../machines/signIn/signInRules.ts';

const KEYS = {
  accountEmpty: 'signIn.fault.accountEmpty',
  passwordEmpty: 'signIn.fault.passwordEmpty',
  passwordRule: 'signIn.fault.passwordRule',
  passwordDiffers: 'signIn.fault.passwordDiffers',
  nicknameEmpty: 'signIn.fault.nicknameEmpty',
  emailShape: 'signIn.fault.emailShape',
  codeEmpty: 'signIn.fault.codeEmpty',
} as const satisfies Record<FieldFault, string>;

/** Locale key of a field error. */
export const faultKey = (fault: FieldFault) => KEYS[fault];
