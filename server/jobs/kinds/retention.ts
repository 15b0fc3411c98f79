/** Deletes expired data every hour (server/retention.ts). */
import { applyRetention, type RetentionDeps } from '../../retention.ts';
import type { JobKind } from '../jobKind.ts';
import { reasonText } from '../runJob.ts';

export const retentionJob = (deps: RetentionDeps): JobKind => ({
  kind: 'retention',
  timeLimitMs: 30 * 60_000,
  isLong: true,
  everyMs: 3_600_000,
  async run({ signal, progress, log }) {
    await applyRetention(deps, {
      signal,
      onStep({ name, done, of, error }) {
        log(error === undefined ? `${name}: done` : `${name}: failed: ${reasonText(error)}`);
        progress((100 * done) / of, { done, of, unit: 'steps' });
      },
    });
  },
});
