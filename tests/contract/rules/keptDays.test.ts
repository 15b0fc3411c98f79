/** Periods in the documentation of the API: the setting that an installation can change, and the default. */
import { expect, it } from 'vitest';
import { inquiries } from '../../../contract/endpoints/inquiries.ts';
import { outbox } from '../../../contract/endpoints/outbox.ts';
import { problems } from '../../../contract/endpoints/problems.ts';
import { RETENTION_DAYS } from '../../../contract/rules/retention.ts';

it('names the setting, its kind and the default', () => {
  const summaries = { inquiries: inquiries.list, messages: outbox.list, problemReports: problems.list };
  for (const kind of ['inquiries', 'messages', 'problemReports'] as const)
    expect(summaries[kind].summary).toContain(
      `RETENTION_DAYS names under \`${kind}\`, by default ${RETENTION_DAYS[kind]}`,
    );
});
