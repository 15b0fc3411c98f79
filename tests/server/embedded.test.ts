/**
 * Failures of the embedded PostgreSQL: crashes, leftover files, long paths, and other processes with its process id.
 */
import { mkdtemp, readFile, rm, symlink, writeFile, mkdir, readlink, chmod, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/db/embedded.ts';
import { isAlive, readPostmaster } from '../../server/db/postmaster.ts';
import { findPostgres } from '../../server/db/postgresProgram.ts';

const said: string[] = [];
const log = {
  info: (_: object, message: string) => void said.push(message),
  warn: (_: object, message: string) => void said.push(message),
  error: (_: object, message: string) => void said.push(message),
};

let folder: string;
const running: EmbeddedPostgres[] = [];
const start = async (more: { folder?: string; transport?: 'socket' | 'tcp' } = {}) => {
  const postgres = await startEmbeddedPostgres({ folder, log, ...more });
  running.push(postgres);
  return postgres;
};
const ask = async <Row extends pg.QueryResultRow>(postgres: EmbeddedPostgres, sql: string): Promise<Row[]> => {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
};
const pidOf = async (at = folder) => (await readPostmaster(join(at, 'postgres')))?.pid ?? 0;
const ended = async (pid: number) => {
  while (isAlive(pid)) await sleep(10);
};

beforeEach(async () => {
  said.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'rh-embedded-'));
  await chmod(folder, 0o700);
});
afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the embedded database', () => {
  it('keeps what was written over a stop and a start, syncs every commit and listens on no port', async () => {
    const first = await start();
    await ask(first, `create table kept (word text); insert into kept values ('机器人')`);
    expect(
      await ask(first, `select current_setting('fsync') as fsync, current_setting('listen_addresses') as listen`),
    ).toEqual([{ fsync: 'on', listen: '' }]);
    await first.stop();
    expect(await readPostmaster(join(folder, 'postgres'))).toBeUndefined();
    expect(await ask(await start(), 'select word from kept')).toEqual([{ word: '机器人' }]);
  });

  it('adopts the one that a killed server left running', async () => {
    const left = await start();
    await ask(left, 'create table kept (n int); insert into kept values (1)');
    const pid = await pidOf();
    const next = await start();
    expect(await pidOf()).toBe(pid);
    expect(said).toContain('using the embedded database that the previous run left running');
    expect(await ask(next, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  it('stops the one left running when it listens elsewhere than wanted', async () => {
    await start();
    const pid = await pidOf();
    const next = await start({ transport: 'tcp' });
    expect(isAlive(pid)).toBe(false);
    expect(await ask(next, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('comes back with every commit after PostgreSQL itself was killed in the middle of writing', async () => {
    const first = await start();
    const client = new pg.Client(first.connection);
    client.on('error', () => undefined);
    await client.connect();
    await client.query('create table kept (n int)');
    const pid = await pidOf();
    let acknowledged = 0;
    try {
      for (;;) {
        await client.query('insert into kept values ($1)', [acknowledged + 1]);
        acknowledged += 1;
        if (acknowledged === 50) setImmediate(() => process.kill(pid, 'SIGKILL')); // while the next inserts are in progress
      }
    } catch {
      // The connection ends with its server.
    }
    expect(acknowledged).toBeGreaterThanOrEqual(50);
    const next = await start();
    const rows = await ask<{ n: number }>(next, 'select n from kept order by n');
    expect(rows.length).toBeGreaterThanOrEqual(acknowledged);
  });

  it('is started again on the same socket when it dies while the server runs', async () => {
    const postgres = await start();
    const pid = await pidOf();
    process.kill(pid, 'SIGKILL');
    await ended(pid);
    await expect
      .poll(() => ask(postgres, 'select 1 as one').catch(() => undefined), { timeout: 40_000 })
      .toEqual([{ one: 1 }]);
  });

  it('starts although a stranger got the process number of one that crashed', async () => {
    const first = await start();
    const pid = await pidOf();
    const file = join(folder, 'postgres', 'postmaster.pid');
    const words = await readFile(file, 'utf8');
    await first.stop();
    running.length = 0;
    await writeFile(file, words.replace(String(pid), String(process.ppid)), { mode: 0o600 });
    expect(await ask(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('puts its socket into a short folder where the path would be too long, and takes it away again', async () => {
    const long = join(folder, 'a'.repeat(60), 'b'.repeat(60));
    await mkdir(long, { recursive: true, mode: 0o700 });
    const postgres = await start({ folder: long });
    const { host } = postgres.connection;
    expect(host?.startsWith(long)).toBe(false);
    expect(await ask(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    await postgres.stop();
    await expect(readlink(String(host))).rejects.toThrow('ENOENT');
  });

  it('asks for a password where it has to listen on the loopback address', async () => {
    const postgres = await start({ transport: 'tcp' });
    expect(postgres.connection.host).toBe('127.0.0.1');
    expect(await ask(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    await expect(
      ask({ ...postgres, connection: { ...postgres.connection, password: 'guess' } }, 'select 1'),
    ).rejects.toThrow('password');
  });

  it('says what PostgreSQL said when its folder is damaged', async () => {
    await (await start()).stop();
    await rm(join(folder, 'postgres', 'global'), { recursive: true });
    await expect(start()).rejects.toThrow(/The embedded database did not start: .*global/);
  });

  it('removes what an interrupted first start left and begins anew', async () => {
    await mkdir(join(folder, 'postgres.new-abc', 'cluster'), { recursive: true });
    expect(await ask(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
    await expect(readlink(join(folder, 'postgres.new-abc'))).rejects.toThrow('ENOENT');
  });

  it('does not listen to the PG variables of whoever starts it', async () => {
    process.env.PGPORT = '1';
    process.env.PGDATABASE = 'elsewhere';
    process.env.PGSSLMODE = 'require';
    try {
      expect(await ask(await start(), 'select current_database() as name')).toEqual([{ name: 'roundhouse' }]);
    } finally {
      delete process.env.PGPORT;
      delete process.env.PGDATABASE;
      delete process.env.PGSSLMODE;
    }
  });

  it.runIf(process.getuid?.() === 0)('runs as another user where user namespaces are forbidden', async () => {
    const path = process.env.PATH;
    const programs = join(folder, 'programs');
    await mkdir(programs);
    await symlink('/bin/chown', join(programs, 'chown'));
    process.env.PATH = programs; // `unshare` is not found
    try {
      expect(await ask(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
      expect((await stat(join(folder, 'postgres'))).uid).not.toBe(0);
    } finally {
      process.env.PATH = path;
    }
    await running.splice(0)[0]?.stop();
    expect(await ask(await start(), 'select 1 as one'), 'and back to the namespace').toEqual([{ one: 1 }]);
  });

  it('makes the links to its libraries that npm left out, and twice does no harm', async () => {
    const { postgres } = await findPostgres();
    await expect(findPostgres()).resolves.toMatchObject({ postgres });
  });
});
