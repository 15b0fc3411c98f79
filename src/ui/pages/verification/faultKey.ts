import type { FieldFault } from '../../../machines/verification/verificationRules.ts';

const FAULTS = {
  phoneShape: 'verification.fault.phoneShape',
  emailShape: 'signIn.fault.emailShape',
  codeShape: 'verification.fault.codeShape',
  nicknameEmpty: 'signIn.fault.nicknameEmpty',
  nicknameLong: 'verification.fault.nicknameLong',
  passwordRule: 'signIn.fault.passwordRule',
  passwordDiffers: 'signIn.fault.passwordDiffers',
  notAccepted: 'verification.fault.notAccepted',
} as const satisfies Record<FieldFault, string>;

/** Locale key of a field error. */
export const faultKey = (fault: FieldFault) => FAULTS[fault];
