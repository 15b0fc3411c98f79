/** Redaction rules of `inquiry` and `inquiries` (machines/recording/redaction.ts): nothing that a person wrote. */
import type { PageInput } from '../app/events.ts';
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { ListPageContext, ListPageEvent } from '../factories/recordPage.ts';
import { listPageRules } from '../factories/recordPage.redaction.ts';
import type { InquiriesResult, InquiryTask } from './inquiries.machine.ts';
import type { InquiryContext, InquiryEvent } from './inquiry.machine.ts';

const INQUIRY = { id: true, at: true } as const;

export const inquiriesRedaction = defineRedaction<
  ListPageContext<InquiriesResult, InquiryTask, never>,
  ListPageEvent<InquiryTask>,
  PageInput
>()({ ...listPageRules(INQUIRY, { id: true }), input: PAGE_INPUT });

export const inquiryRedaction = defineRedaction<InquiryContext, InquiryEvent, PageInput>()({
  context: { faults: true, failure: 'failure' },
  input: { page: true, language: true },
  events: { ...PAGE_EVENTS, 'field.change': { field: true }, 'field.leave': { field: true } },
});
