/** Wires the audit log to the API; dates are in this browser's time zone. */
import { fromPromise } from 'xstate';
import { audit as calls } from '../../../contract/endpoints/audit.ts';
import { ownZone } from '../../../contract/rules/timeZone.ts';
import { type AuditResult, auditMachine } from '../../machines/audit/audit.machine.ts';
import type { AuditRequest } from '../../machines/audit/auditQuery.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';
import { spanOfDates } from './spanOf.ts';

function filterOf({ who, act, subject, ...dates }: AuditRequest) {
  const { startTime: from, endTime: until } = spanOfDates(dates, ownZone());
  return { who, act, subject, from, until };
}

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
