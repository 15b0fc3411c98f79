import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { confirmMachine } from '../factories/confirm.machine.ts';
import { INQUIRIES_PER_PAGE, type inquiriesMachine } from './inquiries.machine.ts';
import type { inquiryMachine } from './inquiry.machine.ts';

type Snapshot = SnapshotFrom<typeof inquiriesMachine>;
type FormSnapshot = SnapshotFrom<typeof inquiryMachine>;

export const selectInquiries = ({ context }: Snapshot) => context;
export const selectAreInquiriesRead = (snapshot: Snapshot): boolean => snapshot.hasTag('waiting');
export const selectInquiryPages = ({ context }: Snapshot): number => Math.max(1, Math.ceil(context.total / INQUIRIES_PER_PAGE));
export const selectInquiryQuestion = ({ children }: Snapshot): ActorRefFrom<typeof confirmMachine> | undefined =>
  children['confirm'] as ActorRefFrom<typeof confirmMachine> | undefined;

export const selectInquiry = ({ context }: FormSnapshot) => context;
export const selectInquiryState = (snapshot: FormSnapshot): 'editing' | 'sending' | 'patient' | 'sent' =>
  (['patient', 'sending', 'sent'] as const).find((tag) => snapshot.hasTag(tag)) ?? 'editing';
