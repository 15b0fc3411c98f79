/** What may leave of `inquiry` and `inquiries` in a capsule (machines/capsule/leaves.ts): nothing that anybody wrote. */
import type { PageInput } from '../app/messages.ts';
import { PAGE_EVENTS, PAGE_INPUT } from '../capsule/entityLeaves.ts';
import { leavesOf } from '../capsule/leaves.ts';
import type { InquiriesContext, InquiriesEvent } from './inquiries.machine.ts';
import type { InquiryContext, InquiryEvent } from './inquiry.machine.ts';

const INQUIRY = { id: true, at: true } as const;
const FOUND = { total: true, rows: { '*': INQUIRY } } as const;

export const inquiriesLeaves = leavesOf<InquiriesContext, InquiriesEvent, PageInput>()({
  context: { page: true, ...FOUND, failure: 'failure', doomed: INQUIRY },
  input: PAGE_INPUT,
  events: { ...PAGE_EVENTS, 'inquiries.turn': { page: true }, 'inquiry.remove': { inquiry: INQUIRY } },
  outputs: { loadInquiries: FOUND },
});

export const inquiryLeaves = leavesOf<InquiryContext, InquiryEvent, PageInput>()({
  context: { faults: true, failure: 'failure' },
  input: { page: true, language: true },
  events: { ...PAGE_EVENTS, 'field.change': { field: true }, 'field.leave': { field: true } },
});
