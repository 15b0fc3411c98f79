/** What the parts of a form that goes by a code are handed, and the words for its faults. */
import type { ActorRefFrom } from 'xstate';
import type { VerifiedMachine } from '../../../machines/verification/createVerifiedForm.ts';
import type { FieldFault } from '../../../machines/verification/verificationRules.ts';

export type VerifiedScreen = ActorRefFrom<VerifiedMachine>;

const FAULTS = {
  phoneShape: 'verification.fault.phoneShape',
  emailShape: 'verification.fault.emailShape',
  codeShape: 'verification.fault.codeShape',
  nicknameEmpty: 'verification.fault.nicknameEmpty',
  passwordRule: 'verification.fault.passwordRule',
  passwordDiffers: 'verification.fault.passwordDiffers',
  notAccepted: 'verification.fault.notAccepted',
} as const satisfies Record<FieldFault, string>;

export const faultKey = (fault: FieldFault) => FAULTS[fault];
