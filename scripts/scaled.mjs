/**
 * `npm run test:scaled`: runs the server's tests in the configuration without embedded services: on an external
 * PostgreSQL (DATABASE_URL, else the local one, started if necessary) and a RabbitMQ node that the tests start. By
 * itself it runs those in which the broker, the database or a second server matters (OUTSIDE); what a feature computes
 * is the same on both, because the embedded database is a PostgreSQL too. `npm run test:scaled -- tests/server` runs all.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkNode, installPackages, orExit, say, SetupError } from './setup.mjs';

const LOCAL = [
  'postgres://root@127.0.0.1:5432/test',
  'postgres://root@127.0.0.1:5432/postgres',
  'postgres://root@localhost/postgres?host=/var/run/postgresql',
];
const START_MS = 30_000;
/** Folders and files of tests/server. */
const OUTSIDE = [
  'broker/',
  'db/backup.test',
  'db/connect.test',
  'db/endClient.test',
  'db/open.test',
  'db/preparedStatement.test',
  'db/slowPool.test',
  'db/upgrade.test',
  'fleet/',
  'jobs/jobs.test',
  'jobs/lostServers.test',
  'rights/',
  'routeRuns/routeRuns.test',
  'scaled/',
  'emptyInstallation.test',
  'lostNotifications.test',
  'simulator.test',
];
const RABBITMQ = '/usr/lib/rabbitmq/bin/rabbitmq-server';

await orExit(async () => {
  checkNode();
  await installPackages();
  const url = (await findPostgres()) ?? (await startPostgres());
  if (url === undefined)
    throw new SetupError('The scaled tests need a PostgreSQL on which databases can be created: set DATABASE_URL.');
  if (!existsSync(RABBITMQ))
    throw new SetupError('The scaled tests need RabbitMQ 3.10 or newer: install rabbitmq-server.');
  const { ROUNDS, runRound } = await import('./rounds.mjs');
  const asked = process.argv.slice(2);
  const { failed } = await runRound('scaled', [...ROUNDS.server, 'several'], {
    args: asked.length > 0 ? asked : OUTSIDE.map((name) => `tests/server/${name}`),
    env: { ROUNDHOUSE_SCALED: '1', DATABASE_URL: url },
  });
  if (failed > 0) throw new SetupError(`${failed} failed.`);
});

async function findPostgres() {
  const { default: pg } = await import('pg');
  for (const url of process.env.DATABASE_URL ? [process.env.DATABASE_URL] : LOCAL) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query(
        `select version(), rolcreatedb or rolsuper as may from pg_roles where rolname = current_user`,
      );
      await client.end();
      if (!rows[0].may) continue;
      say(`database: ${rows[0].version.split(' on ')[0]}`);
      return url;
    } catch {
      // try the next one
    }
  }
  return undefined;
}

async function startPostgres() {
  if (process.env.DATABASE_URL || process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  say('starting PostgreSQL');
  spawnSync('service', ['postgresql', 'start'], { stdio: 'ignore' });
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(500)) {
    const url = await findPostgres();
    if (url !== undefined) return url;
    spawnSync('runuser', ['-u', 'postgres', '--', 'createuser', '--superuser', 'root'], { stdio: 'ignore' });
  }
  return undefined;
}
