/** Tracks of 1,000 robots that all move every second: what an hour of one takes, and what recording them costs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { connect } from '../../server/db/connect.ts';
import { migrateDatabase } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { createTrackPartitions } from '../../server/db/repositories/tracks.ts';
import { unheard } from '../../server/fleet/robotLiveState.ts';
import { createTracks } from '../../server/fleet/tracks.ts';
import { MIGRATIONS_FOLDER } from '../../server/root.ts';
import { say } from './figures.ts';

const ROBOTS = 1_000;
const MINUTES = 10;
const KIB = 1_024;

const folder = await mkdtemp(join(tmpdir(), 'roundhouse-tracks-'));
const log = pino({ level: 'silent' });
const database = await openDatabase({ dataFolder: folder, log });
try {
  await migrateDatabase(database.pool, log, MIGRATIONS_FOLDER);
  const db = connect(database.pool);
  let now = Date.UTC(2026, 10, 25, 8);
  await createTrackPartitions(db, new Date(now));
  const tracks = createTracks(db, () => now);
  const from = process.cpuUsage();
  for (let second = 0; second < MINUTES * 60; second++, now += 1_000) {
    await tracks.beat(
      Array.from({ length: ROBOTS }, (_, n) => {
        // A round of 100 to 200 m at about a metre a second, with the noise of a real localization.
        const radius = 15 + (n % 17);
        const angle = (second + n) / radius;
        const noise = Math.sin(second * 12.9898 + n * 78.233) / 100;
        return {
          ...unheard(`W1-${n}`),
          at: now,
          connection: 'online' as const,
          status: 'working' as const,
          battery: 90 - second / 60,
          pose: {
            mapId: `site-${n % 5}-floor`,
            x: 40 + radius * Math.cos(angle) + noise,
            y: 40 + radius * Math.sin(angle) - noise,
            theta: angle + noise,
          },
        };
      }),
    );
  }
  await tracks.flush();
  const { user, system } = process.cpuUsage(from);
  const { rows } = await database.pool.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(relid)) as bytes from pg_partition_tree('tracks') where isleaf`,
  );
  const hours = (ROBOTS * MINUTES) / 60;
  say({ figure: 'track of a moving robot', value: Number(rows[0]?.bytes) / hours / KIB, unit: 'KiB/h', bound: 250 });
  say({
    figure: 'recording 1,000 moving robots, share of a core',
    value: ((user + system) / 1_000 / (MINUTES * 60 * 1_000)) * 100,
    unit: '%',
    bound: 5,
  });
} finally {
  await database.close();
  await rm(folder, { recursive: true, force: true });
}
