/**
 * Messages that visitors sent by the contact form, for account administrators: newest first, text search, deletion
 * after a confirmation. Parallel regions:
 *
 *   list: a page of inquiries (machines/factories/pagedList.ts)
 *   dialog: idle ──inquiry.remove──▶ asking ──yes──▶ removing ──▶ idle
 */
import { assign, raise, sendTo, setup } from 'xstate';
import type { Inquiry } from '../../../contract/entities/inquiry.ts';
import { errorNotice, type PageInput, systemActor } from '../app/events.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
import { searchQuery, type SearchRequest, searchRequest } from '../factories/defineQuery.ts';
import {
  type ListContext,
  type ListEvent,
  type ListResult,
  listOf,
  type ListTag,
  pagedList,
} from '../factories/pagedList.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

export type InquiriesResult = ListResult<Inquiry>;
export interface InquiriesContext extends ListContext<Inquiry> {
  /** The inquiry to delete. */
  doomed: Inquiry | null;
}
export type InquiriesEvent = ListEvent | { type: 'inquiry.remove'; inquiry: Inquiry };

export type InquiriesRequest = SearchRequest;

const list = pagedList<InquiriesResult, InquiriesRequest, InquiriesEvent>({
  wishOf: searchRequest,
  typed: searchQuery.typed,
});

const inquiries = setup({
  types: {
    context: {} as InquiriesContext,
    input: {} as PageInput,
    events: {} as InquiriesEvent,
    tags: {} as ListTag | 'removing',
    children: {} as { confirm: 'confirm' },
  },
  actors: {
    ...list.actors,
    removeInquiry: promiseEffect<unknown, { inquiryId: string }>('removeInquiry'),
    confirm: confirmMachine,
  },
  guards: { ...list.guards, isYes: (_, { confirmed }: { confirmed: boolean }) => confirmed },
  actions: {
    ...list.actions,
    reload: raise({ type: 'list.reload' }),
    notifyFailed: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { failure }: { failure: Failure }) => ({ type: 'notice.show' as const, notice: errorNotice(failure) }),
    ),
  },
  delays: list.delays,
});

export const inquiriesMachine = inquiries.createMachine({
  id: 'inquiries',
  context: ({ input }) => ({ ...listOf(input.query), doomed: null }),
  type: 'parallel',
  states: {
    list: list.region,
    dialog: {
      initial: 'idle',
      states: {
        idle: {
          entry: assign({ doomed: null }),
          on: { 'inquiry.remove': { target: 'asking', actions: assign({ doomed: ({ event }) => event.inquiry }) } },
        },
        asking: {
          invoke: {
            src: 'confirm',
            id: 'confirm',
            input: ({ context: { doomed } }) => ({
              titleKey: 'inquiries.remove.title',
              textKey: 'inquiries.remove.text',
              acceptKey: 'inquiries.remove.yes',
              destructive: true,
              words: { name: doomed?.name ?? '' },
            }),
            onDone: [{ guard: { type: 'isYes', params: ({ event }) => event.output }, target: 'removing' }, 'idle'],
          },
        },
        removing: {
          tags: 'removing',
          invoke: {
            src: 'removeInquiry',
            input: ({ context: { doomed } }) => ({ inquiryId: doomed?.id ?? '' }),
            onDone: { target: 'idle', actions: 'reload' },
            // Another administrator may have deleted it: the reloaded list shows that.
            onError: {
              target: 'idle',
              actions: [
                { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                'reload',
              ],
            },
          },
        },
      },
    },
  },
});
