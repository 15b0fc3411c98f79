/** Selectors of the contact form and of the list of inquiries. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { inquiriesMachine } from './inquiries.machine.ts';
import type { inquiryMachine } from './inquiry.machine.ts';

export type InquiriesRef = ActorRefFrom<typeof inquiriesMachine>;
export type InquiryRef = ActorRefFrom<typeof inquiryMachine>;

type Snapshot = SnapshotFrom<typeof inquiriesMachine>;
type FormSnapshot = SnapshotFrom<typeof inquiryMachine>;

export const selectInquiries = ({ context }: Snapshot) => context;

export const selectInquiry = ({ context }: FormSnapshot) => context;
export const selectInquiryState = (snapshot: FormSnapshot): 'editing' | 'sending' | 'patient' | 'sent' =>
  (['patient', 'sending', 'sent'] as const).find((tag) => snapshot.hasTag(tag)) ?? 'editing';
