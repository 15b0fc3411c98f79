/** Redaction rules of `keys` (machines/recording/redaction.ts): which keys and apps exist; no secrets and no names. */
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { PageInput } from '../app/events.ts';
import type { KeysContext, KeysEvent } from './keys.machine.ts';

const KEY = { id: true, kind: true, serialNumber: true, createdAt: true, lastUsedAt: true, revokedAt: true } as const;
const APP = {
  appId: true,
  userId: true,
  role: true,
  robots: true,
  createdAt: true,
  lastUsedAt: true,
  lockedAt: true,
  revokedAt: true,
} as const;
const FOUND = { keys: { '*': KEY }, apps: { '*': APP } } as const;
const TASK = { act: true, id: true } as const;
const REVEALED = { what: true, appId: true, userId: true, links: { '*': { page: true } } } as const;

export const keysRedaction = defineRedaction<KeysContext, KeysEvent, PageInput>()({
  context: {
    ...FOUND,
    failure: 'failure',
    draft: { what: true, kind: true, role: true },
    faults: true,
    refusal: 'failure',
    task: TASK,
    revealed: REVEALED,
  },
  input: PAGE_INPUT,
  events: { ...PAGE_EVENTS, 'apiKey.act': { task: TASK }, 'draft.change': { change: { kind: true, role: true } } },
  outputs: { loadKeys: FOUND, create: REVEALED, act: REVEALED },
});
