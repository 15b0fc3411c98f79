/** Wires the outbox page to the API. */
import { fromPromise } from 'xstate';
import { outbox } from '../../../contract/endpoints/outbox.ts';
import { outboxMachine, type OutboxResult } from '../../machines/outbox/outbox.machine.ts';
import type { OutboxRequest } from '../../machines/outbox/outboxQuery.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';

export function wireOutbox({ transport }: Pick<Services, 'transport'>) {
  const api = createClient(outbox, transport);
  return outboxMachine.provide({
    actors: { loadList: fromPromise<OutboxResult, OutboxRequest>(({ input, signal }) => api.list(input, { signal })) },
  });
}
