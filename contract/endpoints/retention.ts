/** For how long the installation keeps each kind of record: public, because the privacy notice says it. */
import * as v from 'valibot';
import { endpoint, publicAccess } from '../endpoint.ts';
import { RETENTION_KINDS } from '../rules/retention.ts';

export const retention = {
  days: endpoint('/index/get-retention-days', {
    summary:
      'Returns the days for which the installation keeps each kind of record (setting RETENTION_DAYS), as the privacy notice shows them.',
    access: publicAccess,
    kind: 'read',
    request: v.object({}),
    response: v.object({ days: v.object(v.entriesFromList(RETENTION_KINDS, v.number())) }),
  }),
};
