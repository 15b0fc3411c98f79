/** Writes a day of sample tracks at the first start of a demo, so that yesterday can be played at once. */
import type { AppDeps } from '../../appDeps.ts';
import type { Db } from '../../db/database.ts';
import { DEMO_TRACKS, seedTracks } from '../../db/seed/tracks.ts';
import { enqueueJob, enqueueOnce } from '../enqueue.ts';
import type { JobKind } from '../jobKind.ts';

export const demoTracksJob = ({ db, now }: Pick<AppDeps, 'db' | 'now'>): JobKind => ({
  kind: 'demoTracks',
  timeLimitMs: 10 * 60_000,
  isLong: true,
  async run({ payload, signal, progress }) {
    await seedTracks(db, Number(payload['until']), {
      signal,
      onRobot: (done, of) => progress((100 * done) / of, { done, of, unit: 'steps' }),
    });
    // At once instead of in its next interval: long ranges of the monitoring show what is summed.
    await enqueueJob(db, now, {
      kind: 'trackHours',
      key: 'demoTracks',
      serialQueue: 'trackHours',
      ifWaiting: 'keep',
    });
  },
});

export const queueDemoTracks = (db: Db, now: () => number): Promise<void> =>
  enqueueOnce(db, now, DEMO_TRACKS, {
    kind: 'demoTracks',
    payload: { until: now() },
    serialQueue: 'demoTracks',
  });
