/**
 * Services of the server tests, started once: the embedded PostgreSQL; or, with ROUNDHOUSE_SCALED=1, the one of
 * DATABASE_URL, and a RabbitMQ.
 */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { startBrokerRelay } from './brokerRelay.ts';
import { startRabbit } from './rabbitmq.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL with the right to create databases. */
    postgres: string;
    /** URL of the relay that hands out slots of the RabbitMQ (brokerSlot.ts); null without one. */
    brokerRelay: string | null;
    /** How the names of the databases begin that tests copy (databaseTemplates.ts). */
    templates: string;
  }
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  return process.env.ROUNDHOUSE_SCALED === '1' ? outside(project) : embedded(project);
}

async function outside(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.DATABASE_URL;
  if (url === undefined) throw new Error('the scaled tests need DATABASE_URL');
  const relay = await startBrokerRelay();
  try {
    const rabbit = await startRabbit(relay.authBase);
    relay.open(rabbit.slots);
    const templates = `rh_template_${randomBytes(6).toString('hex')}`;
    project.provide('postgres', url);
    project.provide('brokerRelay', relay.url);
    project.provide('templates', templates);
    return async () => {
      await rabbit.close();
      await relay.close();
      await dropAll(url, templates);
    };
  } catch (error) {
    await relay.close();
    throw error;
  }
}

async function dropAll(url: string, prefix: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`);
  } finally {
    await client.end();
  }
}

async function embedded(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'rh-tests-'));
  await chmod(folder, 0o700);
  // Several servers run at a time, each with a connection pool of its own.
  const { connection, stop } = await startEmbeddedPostgres({
    folder,
    log: silent,
    maxConnections: 200,
    isDurable: false,
  });
  const { user, port, host } = connection;
  project.provide(
    'postgres',
    `postgres://${String(user)}:${String(connection.password)}@localhost:${String(port)}/postgres?host=${encodeURIComponent(host ?? '')}`,
  );
  project.provide('brokerRelay', null);
  project.provide('templates', 'rh_template');
  return async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
}
