/** Redaction rules of `outbox` (machines/recording/redaction.ts): neither recipients nor texts. */
import { PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import { foundRedaction, LIST_EVENTS, listRedaction } from '../factories/pagedList.redaction.ts';
import type { ListEvent } from '../factories/pagedList.ts';
import type { PageInput } from '../app/events.ts';
import type { OutboxContext } from './outbox.machine.ts';

const MESSAGE = { id: true, at: true, channel: true, topic: true, language: true, state: true } as const;

export const outboxRedaction = defineRedaction<OutboxContext, ListEvent, PageInput>()({
  context: listRedaction(MESSAGE),
  input: PAGE_INPUT,
  events: LIST_EVENTS,
  outputs: { loadList: foundRedaction(MESSAGE) },
});
