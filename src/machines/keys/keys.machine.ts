/**
 * API keys for wall displays and robots' screens, and integrators' apps, for administrators. Secrets are shown once.
 *
 *   list: loading ──▶ ready | failed
 *   dialog: idle ──apiKey.create, app.create──▶ editing ──draft.submit──▶ saving ──▶ showing (once) ──dialog.close──▶ idle
 *         idle ──apiKey.act──▶ asking ──yes──▶ acting ──▶ idle | showing (a new secret)
 */
import { assertEvent, assign, raise, sendTo, setup } from 'xstate';
import type { IntegratorApp } from '../../../contract/entities/integratorApp.ts';
import type { KeyLink, WallKey } from '../../../contract/entities/wallKey.ts';
import { errorNotice, type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import { type ConfirmInput, confirmMachine } from '../factories/confirm.machine.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';
import { emptyKeyDraft, type KeyAct, type KeyDraft, type KeyFaults, keyFaults, type KeyTask } from './keyDraft.ts';

export interface KeysResult {
  keys: readonly WallKey[];
  apps: readonly IntegratorApp[];
}
/** A secret that is shown once. */
export type RevealedSecret =
  { what: 'key'; links: readonly KeyLink[] } | { what: 'app'; appId: string; userId: string; secret: string };

export interface KeysContext extends KeysResult {
  /** Why the lists could not be loaded. */
  failure: Failure | null;
  draft: KeyDraft | null;
  faults: KeyFaults;
  /** Why the server rejected the draft. */
  refusal: Failure | null;
  task: KeyTask | null;
  revealed: RevealedSecret | null;
}
export type KeysEvent =
  | PageEvent
  | { type: 'keys.reload' }
  | { type: 'apiKey.create' }
  | { type: 'app.create' }
  | { type: 'apiKey.act'; task: KeyTask }
  | { type: 'draft.change'; change: Partial<Omit<KeyDraft, 'what'>> }
  | { type: 'draft.submit' }
  | { type: 'dialog.close' };

const QUESTIONS: Readonly<Record<KeyAct, ConfirmInput>> = {
  revokeKey: {
    titleKey: 'keys.ask.revokeKey.title',
    textKey: 'keys.ask.revokeKey.text',
    acceptKey: 'keys.ask.revokeKey.yes',
    destructive: true,
  },
  revokeApp: {
    titleKey: 'keys.ask.revokeApp.title',
    textKey: 'keys.ask.revokeApp.text',
    acceptKey: 'keys.ask.revokeApp.yes',
    destructive: true,
  },
  renewSecret: {
    titleKey: 'keys.ask.renewSecret.title',
    textKey: 'keys.ask.renewSecret.text',
    acceptKey: 'keys.ask.renewSecret.yes',
    destructive: true,
  },
};

const keys = setup({
  types: {
    context: {} as KeysContext,
    input: {} as PageInput,
    events: {} as KeysEvent,
    tags: {} as 'loading' | 'editing' | 'busy',
    children: {} as { confirm: 'confirm' },
  },
  actors: {
    loadKeys: promiseEffect<KeysResult>('loadKeys'),
    create: promiseEffect<RevealedSecret, { draft: KeyDraft | null }>('create'),
    /** Resolves with the secret when it was renewed. */
    act: promiseEffect<RevealedSecret | null, { act: KeyAct; id: string }>('act'),
    confirm: confirmMachine,
  },
  guards: {
    isGood: ({ context: { draft } }) => draft !== null && Object.keys(keyFaults(draft)).length === 0,
    isYes: (_, { confirmed }: { confirmed: boolean }) => confirmed,
    isRevealed: (_, { revealed }: { revealed: RevealedSecret | null }) => revealed !== null,
  },
  actions: {
    reload: raise({ type: 'keys.reload' }),
    notifyRevoked: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      ({ context: { task } }: { context: KeysContext }) => ({
        type: 'notice.show' as const,
        notice: { tone: 'success' as const, key: 'keys.revoked', words: { name: task?.name ?? '' } },
      }),
    ),
    notifyFailed: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { failure }: { failure: Failure }) => ({ type: 'notice.show' as const, notice: errorNotice(failure) }),
    ),
  },
});

/** A change clears a fault as soon as the field is valid, but never adds one. */
const change = keys.assign(({ context, event }) => {
  assertEvent(event, 'draft.change');
  if (!context.draft) return {};
  const draft = { ...context.draft, ...event.change };
  const still = keyFaults(draft);
  return {
    draft,
    refusal: null,
    faults: Object.fromEntries(Object.entries(context.faults).filter(([field]) => field in still)),
  };
});

export const keysMachine = keys.createMachine({
  id: 'keys',
  context: { keys: [], apps: [], failure: null, draft: null, faults: {}, refusal: null, task: null, revealed: null },
  type: 'parallel',
  states: {
    list: {
      initial: 'loading',
      on: { 'keys.reload': '.loading', 'page.languageChanged': '.loading', 'page.resumed': '.loading' },
      states: {
        loading: {
          tags: 'loading',
          invoke: {
            src: 'loadKeys',
            onDone: { target: 'ready', actions: assign(({ event: { output } }) => ({ ...output, failure: null })) },
            onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
        ready: {},
        failed: {},
      },
    },
    dialog: {
      initial: 'idle',
      states: {
        idle: {
          entry: assign({ draft: null, faults: {}, refusal: null, task: null, revealed: null }),
          on: {
            'apiKey.create': { target: 'editing', actions: assign({ draft: () => emptyKeyDraft('key') }) },
            'app.create': { target: 'editing', actions: assign({ draft: () => emptyKeyDraft('app') }) },
            'apiKey.act': { target: 'asking', actions: assign({ task: ({ event }) => event.task }) },
          },
        },
        editing: {
          tags: 'editing',
          on: {
            'draft.change': { actions: change },
            'draft.submit': [
              { guard: 'isGood', target: 'saving', actions: assign({ faults: {}, refusal: null }) },
              {
                actions: assign({ faults: ({ context: { draft } }) => (draft ? keyFaults(draft) : {}), refusal: null }),
              },
            ],
            'dialog.close': 'idle',
          },
        },
        saving: {
          tags: ['editing', 'busy'],
          invoke: {
            src: 'create',
            input: ({ context: { draft } }) => ({ draft }),
            onDone: { target: 'showing', actions: [assign({ revealed: ({ event }) => event.output }), 'reload'] },
            onError: { target: 'editing', actions: assign({ refusal: ({ event }) => failureOf(event.error) }) },
          },
        },
        asking: {
          invoke: {
            src: 'confirm',
            id: 'confirm',
            input: ({ context: { task } }) => ({
              ...QUESTIONS[task?.act ?? 'revokeKey'],
              words: { name: task?.name ?? '' },
            }),
            onDone: [{ guard: { type: 'isYes', params: ({ event }) => event.output }, target: 'acting' }, 'idle'],
          },
        },
        acting: {
          tags: 'busy',
          invoke: {
            src: 'act',
            input: ({ context: { task } }) => ({ act: task?.act ?? 'revokeKey', id: task?.id ?? '' }),
            onDone: [
              {
                guard: { type: 'isRevealed', params: ({ event }) => ({ revealed: event.output }) },
                target: 'showing',
                actions: [assign({ revealed: ({ event }) => event.output }), 'reload'],
              },
              { target: 'idle', actions: ['notifyRevoked', 'reload'] },
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
