/** Wires the contact form and the list of received inquiries. */
import { fromPromise } from 'xstate';
import { inquiries } from '../../../contract/endpoints/inquiries.ts';
import type { InquiryFields } from '../../../contract/rules/inquiry.ts';
import {
  inquiriesMachine,
  type InquiriesResult,
  type InquiriesRequest,
  type InquiryTask,
} from '../../machines/inquiries/inquiries.machine.ts';
import { inquiryMachine } from '../../machines/inquiries/inquiry.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';
import { keptForm } from './keptForm.ts';

export function wireInquiry({ transport, world }: Pick<Services, 'transport' | 'world'>) {
  const api = createClient(inquiries, transport);
  const kept = keptForm<Partial<InquiryFields>>({ world }, 'inquiry');
  return inquiryMachine.provide({
    actors: {
      recallDraft: kept.recall,
      sendInquiry: fromPromise<unknown, InquiryFields>(({ input, signal }) => api.save(input, { signal })),
    },
    actions: { keepDraft: (_, { draft }) => kept.keep(draft) },
  });
}

export function wireInquiries({ transport }: Pick<Services, 'transport'>) {
  const api = createClient(inquiries, transport);
  return inquiriesMachine.provide({
    actors: {
      loadList: fromPromise<InquiriesResult, InquiriesRequest>(({ input, signal }) => api.list(input, { signal })),
      act: fromPromise<null, { task: InquiryTask }>(async ({ input }) => {
        await api.remove({ inquiryId: input.task.id });
        return null;
      }),
    },
  });
}
