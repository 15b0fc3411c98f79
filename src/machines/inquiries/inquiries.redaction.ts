/** Redaction rules of `inquiry` and `inquiries` (machines/recording/redaction.ts): nothing that a person wrote. */
import type { PageInput } from '../app/events.ts';
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import { foundRedaction, LIST_EVENTS, listRedaction } from '../factories/pagedList.redaction.ts';
import type { InquiriesContext, InquiriesEvent } from './inquiries.machine.ts';
import type { InquiryContext, InquiryEvent } from './inquiry.machine.ts';

const INQUIRY = { id: true, at: true } as const;

export const inquiriesRedaction = defineRedaction<InquiriesContext, InquiriesEvent, PageInput>()({
  context: { ...listRedaction(INQUIRY), doomed: INQUIRY },
  input: PAGE_INPUT,
  events: { ...LIST_EVENTS, 'inquiry.remove': { inquiry: INQUIRY } },
  outputs: { loadList: foundRedaction(INQUIRY) },
});

export const inquiryRedaction = defineRedaction<InquiryContext, InquiryEvent, PageInput>()({
  context: { faults: true, failure: 'failure' },
  input: { page: true, language: true },
  events: { ...PAGE_EVENTS, 'field.change': { field: true }, 'field.leave': { field: true } },
});
