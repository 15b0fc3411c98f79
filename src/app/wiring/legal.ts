/** Wires the legal pages: the retention periods of the installation. */
import { fromPromise } from 'xstate';
import { retention } from '../../../contract/endpoints/retention.ts';
import type { RetentionDays } from '../../../contract/rules/retention.ts';
import { legalMachine } from '../../machines/legal/legal.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';

export function wireLegal({ transport }: Services) {
  const api = createClient(retention, transport);
  return legalMachine.provide({
    actors: { loadDays: fromPromise<{ days: RetentionDays }>(({ signal }) => api.days({}, { signal })) },
  });
}
