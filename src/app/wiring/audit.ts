/** The audit log, made of its calls; days become moments in this browser's zone. */
import { fromPromise } from 'xstate';
import { audit as calls } from '../../../contract/endpoints/audit.ts';
import { type AuditFound, auditMachine } from '../../machines/audit/audit.machine.ts';
import type { AuditWish } from '../../machines/audit/auditQuery.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';

/** Midnight of a day and so many later, as this browser's clock shows it; 0 for no day. */
function midnight(day: string, later = 0): number {
  if (day === '') return 0;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // Years of the common era: before 1970 there is no entry.
  return Math.max(0, new Date(year, month - 1, date + later).getTime()) || 0;
}
const filterOf = ({ who, act, subject, from, until }: AuditWish) => ({
  who,
  act,
  subject,
  from: midnight(from),
  until: midnight(until, 1),
});

export function wireAudit({ transport, world }: Services) {
  const api = createClient(calls, transport);
  return auditMachine.provide({
    actors: {
      loadList: fromPromise<AuditFound, AuditWish>(({ input, signal }) =>
        api.list({ ...filterOf(input), page: input.page, limit: input.limit }, { signal }),
      ),
      exportAudit: fromPromise<void, AuditWish>(async ({ input, signal }) => {
        const file = await api.export(
          { ...filterOf(input), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
          { signal },
        );
        world.save(file, file.name);
      }),
    },
  });
}
