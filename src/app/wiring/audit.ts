/** Wires the audit log to the API; dates are converted to times in this browser's time zone. */
import { fromPromise } from 'xstate';
import { audit as calls } from '../../../contract/endpoints/audit.ts';
import { ownZone } from '../../../contract/rules/timeZone.ts';
import { plusDays, zonedInstant } from '../../../contract/rules/zonedTime.ts';
import { type AuditResult, auditMachine } from '../../machines/audit/audit.machine.ts';
import type { AuditRequest } from '../../machines/audit/auditQuery.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';

/**
 * The start of a date in this browser's time zone; 0 for no date and for dates before 1970, where there are no entries.
 */
const startOf = (date: string): number => (date === '' ? 0 : Math.max(0, zonedInstant(ownZone(), date)));
const filterOf = ({ who, act, subject, from, until }: AuditRequest) => ({
  who,
  act,
  subject,
  from: startOf(from),
  until: startOf(until && plusDays(until, 1)),
});

export function wireAudit({ transport, world }: Services) {
  const api = createClient(calls, transport);
  return auditMachine.provide({
    actors: {
      loadList: fromPromise<AuditResult, AuditRequest>(({ input, signal }) =>
        api.list({ ...filterOf(input), page: input.page, limit: input.limit }, { signal }),
      ),
      exportAudit: fromPromise<void, AuditRequest>(async ({ input, signal }) => {
        const file = await api.export({ ...filterOf(input), timeZone: ownZone() }, { signal });
        world.save(file, file.name);
      }),
    },
  });
}
