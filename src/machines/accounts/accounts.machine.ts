/**
 * Accounts page, for administrators. Parallel regions:
 *
 *   list: a page of accounts, and the pending invitations (machines/factories/pagedList.ts)
 *   dialog: idle ──account.create, account.edit, account.invite──▶ editing ──draft.submit──▶ saving ──▶ idle | showing (a link, once)
 *         idle ──account.act──▶ asking ──yes──▶ acting ──▶ idle | showing
 */
import { assertEvent, assign, raise, sendTo, setup } from 'xstate';
import type { Account, Invitation } from '../../../contract/entities/account.ts';
import { errorNotice, type PageInput, systemActor } from '../app/events.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
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
import { type AccountAction, DONE, QUESTIONS, type PendingAction } from './actions.ts';
import { accountsQuery, type AccountsRequest, accountsRequest } from './accountsQuery.ts';
import { type Draft, type DraftFaults, draftFaults, draftOf, emptyDraft } from './draft.ts';

export interface AccountsResult extends ListResult<Account> {
  invitations: readonly Invitation[];
}
/** A link that is shown once. */
export interface ShownLink {
  /** The complete URL, ready to be sent. */
  url: string;
  expiresAt: number;
}
export interface AccountsContext extends ListContext<Account> {
  invitations: readonly Invitation[];
  ownId: string;
  draft: Draft | null;
  faults: DraftFaults;
  /** Why the server rejected the draft. */
  refusal: Failure | null;
  task: PendingAction | null;
  link: (ShownLink & { name: string; why: 'created' | 'reset' | 'invited' }) | null;
}
export type AccountsEvent =
  | ListEvent
  | { type: 'account.create' }
  | { type: 'account.invite' }
  | { type: 'account.edit'; account: Account }
  | { type: 'account.act'; task: PendingAction }
  | { type: 'draft.change'; change: Partial<Pick<Draft, 'nickname' | 'email' | 'phoneNumber' | 'target' | 'roles'>> }
  | { type: 'draft.submit' }
  | { type: 'dialog.close' };

const list = pagedList<AccountsResult, AccountsRequest, AccountsEvent>({
  wishOf: accountsRequest,
  typed: accountsQuery.typed,
});

const accounts = setup({
  types: {
    context: {} as AccountsContext,
    input: {} as PageInput,
    events: {} as AccountsEvent,
    tags: {} as ListTag | 'editing' | 'busy',
    children: {} as { confirm: 'confirm' },
  },
  actors: {
    ...list.actors,
    /** Resolves with a link for a new account and for an invitation. */
    save: promiseEffect<ShownLink | null, { draft: Draft | null }>('save'),
    /** Resolves with a link when the password is reset. */
    act: promiseEffect<ShownLink | null, { act: AccountAction; id: string }>('act'),
    confirm: confirmMachine,
  },
  guards: {
    ...list.guards,
    isGood: ({ context: { draft } }) => draft !== null && Object.keys(draftFaults(draft)).length === 0,
    isYes: (_, { confirmed }: { confirmed: boolean }) => confirmed,
    hasLink: (_, { link }: { link: ShownLink | null }) => link !== null,
  },
  actions: {
    ...list.actions,
    reload: raise({ type: 'list.reload' }),
    notifyDone: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      ({ context: { task, draft } }: { context: AccountsContext }) => ({
        type: 'notice.show' as const,
        notice: {
          tone: 'success' as const,
          key: task ? DONE[task.act] : 'accounts.done.edit',
          words: { name: task?.name ?? draft?.nickname.trim() ?? '' },
        },
      }),
    ),
    notifyFailed: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { failure }: { failure: Failure }) => ({ type: 'notice.show' as const, notice: errorNotice(failure) }),
    ),
    lay: assign(({ context: { draft, task } }, { link }: { link: ShownLink | null }) => ({
      link: link && {
        ...link,
        name: task?.name ?? (draft?.kind === 'invite' ? draft.target : (draft?.nickname ?? '')).trim(),
        why: task ? ('reset' as const) : draft?.kind === 'invite' ? ('invited' as const) : ('created' as const),
      },
    })),
  },
  delays: list.delays,
});

/** A change clears a fault as soon as the field is valid, but never adds one. */
const change = accounts.assign(({ context, event }) => {
  assertEvent(event, 'draft.change');
  if (!context.draft) return {};
  const draft = { ...context.draft, ...event.change };
  const still = draftFaults(draft);
  return {
    draft,
    refusal: null,
    faults: Object.fromEntries(Object.entries(context.faults).filter(([field]) => field in still)),
  };
});
const clear = accounts.assign({ draft: null, faults: {}, refusal: null, task: null, link: null });

export const accountsMachine = accounts.createMachine({
  id: 'accounts',
  context: ({ input: { query, user } }) => ({
    ...listOf(query),
    invitations: [],
    ownId: user?.id ?? '',
    draft: null,
    faults: {},
    refusal: null,
    task: null,
    link: null,
  }),
  type: 'parallel',
  states: {
    list: list.region,
    dialog: {
      initial: 'idle',
      states: {
        idle: {
          entry: clear,
          on: {
            'account.create': { target: 'editing', actions: assign({ draft: () => emptyDraft('create') }) },
            'account.invite': { target: 'editing', actions: assign({ draft: () => emptyDraft('invite') }) },
            'account.edit': { target: 'editing', actions: assign({ draft: ({ event }) => draftOf(event.account) }) },
            'account.act': { target: 'asking', actions: assign({ task: ({ event }) => event.task }) },
          },
        },
        editing: {
          tags: 'editing',
          on: {
            'draft.change': { actions: change },
            'draft.submit': [
              { guard: 'isGood', target: 'saving', actions: assign({ faults: {}, refusal: null }) },
              {
                actions: assign({
                  faults: ({ context: { draft } }) => (draft ? draftFaults(draft) : {}),
                  refusal: null,
                }),
              },
            ],
            'dialog.close': 'idle',
          },
        },
        saving: {
          tags: ['editing', 'busy'],
          invoke: {
            src: 'save',
            input: ({ context: { draft } }) => ({ draft }),
            onDone: [
              {
                guard: { type: 'hasLink', params: ({ event }) => ({ link: event.output }) },
                target: 'showing',
                actions: [{ type: 'lay', params: ({ event }) => ({ link: event.output }) }, 'reload'],
              },
              { target: 'idle', actions: ['notifyDone', 'reload'] },
            ],
            onError: { target: 'editing', actions: assign({ refusal: ({ event }) => failureOf(event.error) }) },
          },
        },
        asking: {
          invoke: {
            src: 'confirm',
            id: 'confirm',
            input: ({ context: { task } }) => ({
              ...QUESTIONS[task?.act ?? 'lock'],
              words: { name: task?.name ?? '' },
            }),
            onDone: [{ guard: { type: 'isYes', params: ({ event }) => event.output }, target: 'acting' }, 'idle'],
          },
        },
        acting: {
          tags: 'busy',
          invoke: {
            src: 'act',
            input: ({ context: { task } }) => ({ act: task?.act ?? 'lock', id: task?.id ?? '' }),
            onDone: [
              {
                guard: { type: 'hasLink', params: ({ event }) => ({ link: event.output }) },
                target: 'showing',
                actions: [{ type: 'lay', params: ({ event }) => ({ link: event.output }) }, 'reload'],
              },
              { target: 'idle', actions: ['notifyDone', 'reload'] },
            ],
            onError: {
              target: 'idle',
              actions: [
                { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                'reload',
              ],
            },
          },
        },
        showing: { on: { 'dialog.close': 'idle' } },
      },
    },
  },
});
