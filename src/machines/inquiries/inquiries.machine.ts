/**
 * Messages that visitors sent by the contact form, for account administrators: newest first, text search, deletion
 * after a confirmation (machines/factories/recordPage.ts).
 */
import { setup } from 'xstate';
import type { Inquiry } from '../../../contract/entities/inquiry.ts';
import { questionWith } from '../factories/confirm.machine.ts';
import { searchQuery, type SearchRequest, searchRequest } from '../factories/defineQuery.ts';
import type { ListResult } from '../factories/pagedList.ts';
import { listPage } from '../factories/recordPage.ts';

export type InquiriesResult = ListResult<Inquiry>;
export type InquiriesRequest = SearchRequest;
/** Deletes an inquiry of a person. */
export type InquiryTask = Pick<Inquiry, 'id' | 'name'>;

const page = listPage<InquiriesResult, InquiriesRequest, InquiryTask>({
  requestOf: searchRequest,
  typed: searchQuery.typed,
  nothing: {},
  questionOf: ({ name }) =>
    questionWith(['inquiries.remove.title', 'inquiries.remove.text', 'inquiries.remove.one'], { name }),
});

export const inquiriesMachine = setup(page.setup).createMachine({ id: 'inquiries', ...page.config });
