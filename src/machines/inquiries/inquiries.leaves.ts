/** What may leave of `inquiry` and `inquiries` in a capsule (machines/capsule/leaves.ts): nothing that anybody wrote. */
import type { PageInput } from '../app/messages.ts';
import { PAGE_EVENTS, PAGE_INPUT } from '../capsule/entityLeaves.ts';
import { leavesOf } from '../capsule/leaves.ts';
import { foundLeaves, LIST_EVENTS, listLeaves } from '../factories/pagedList.leaves.ts';
import type { InquiriesContext, InquiriesEvent } from './inquiries.machine.ts';
import type { InquiryContext, InquiryEvent } from './inquiry.machine.ts';

const INQUIRY = { id: true, at: true } as const;

export const inquiriesLeaves = leavesOf<InquiriesContext, InquiriesEvent, PageInput>()({
  context: { ...listLeaves(INQUIRY), doomed: INQUIRY },
  input: PAGE_INPUT,
  events: { ...LIST_EVENTS, 'inquiry.remove': { inquiry: INQUIRY } },
  outputs: { loadList: foundLeaves(INQUIRY) },
});

export const inquiryLeaves = leavesOf<InquiryContext, InquiryEvent, PageInput>()({
  context: { faults: true, failure: 'failure' },
  input: { page: true, language: true },
  events: { ...PAGE_EVENTS, 'field.change': { field: true }, 'field.leave': { field: true } },
});
