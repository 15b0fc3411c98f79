import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ConfirmRef } from '../factories/confirm.machine.ts';
import type { phoneVerificationCodeMachine } from './phoneVerificationCode.machine.ts';

export type PhoneVerificationCodeRef = ActorRefFrom<typeof phoneVerificationCodeMachine>;

type Snapshot = SnapshotFrom<typeof phoneVerificationCodeMachine>;

export const selectDelivery = ({ context }: Snapshot) => context;
/** The page's step: invalid link, phone number form, code shown. */
export const selectDeliveryStep = (snapshot: Snapshot): 'lost' | 'form' | 'shown' =>
  snapshot.hasTag('lost') ? 'lost' : snapshot.hasTag('shown') ? 'shown' : 'form';
export const selectIsActing = (snapshot: Snapshot): boolean => snapshot.hasTag('acting');
export const selectQuestion = ({ children }: Snapshot): ConfirmRef | null => children.confirm ?? null;
export const selectIsAsking = (snapshot: Snapshot): boolean => snapshot.hasTag('asking');
