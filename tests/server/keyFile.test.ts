/** The key file: what it seals, on old and new installations, with several servers, and when it is lost. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeBackup } from '../../server/db/backup/backup.ts';
import { beginRestore, restoreFiles, unpackBackup } from '../../server/db/backup/restore.ts';
import { connect } from '../../server/db/connect.ts';
import type { Db } from '../../server/db/database.ts';
import { addDelivery, deliveryById } from '../../server/db/repositories/deliveries.ts';
import { areCodesLost } from '../../server/db/repositories/installation.ts';
import { deliveries, installation, jobServers } from '../../server/db/schema.ts';
import { createDeliverySecrets } from '../../server/features/deliverySecrets.ts';
import { KEY_FILE, KeyFileError, openKeyFile } from '../../server/keyFile.ts';
import { addSecretKey, openSecret, SECRET_NAMES, sealSecret } from '../../server/db/secretKeys.ts';
import { allSecretsOf } from '../fakes/installationSecrets.ts';
import { type MigratedDatabase, migratedDatabase } from '../fakes/migratedDatabase.ts';
import { MIGRATIONS } from '../fakes/previousRelease.ts';

const lines: { words: string; level: string }[] = [];
const say = (level: string) => (_: object, words: string) => void lines.push({ level, words });
const log = { info: say('info'), warn: say('warn'), error: say('error') };
let database: MigratedDatabase;
let db: Db;
let folder: string;
beforeAll(async () => {
  database = await migratedDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  // Another object: what is cached per database is not seen by the next start.
  db = connect(database.pool);
  await db.delete(installation);
  folder = await mkdtemp(join(tmpdir(), 'rh-key-'));
  lines.length = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const start = (more: { databaseUrl?: string; keyFile?: string; keyLost?: boolean } = {}) =>
  openKeyFile(
    db,
    { dataFolder: folder, databaseUrl: undefined, keyFile: undefined, keyLost: false, ...more },
    log as unknown as Parameters<typeof openKeyFile>[2],
  );
const stored = async (): Promise<Record<string, string>> =>
  Object.fromEntries((await db.select().from(installation)).map(({ key, value }) => [key, value]));
const keyIn = async (name = KEY_FILE): Promise<string> => (await readFile(join(folder, name), 'utf8')).trim();
const allSecrets = () => allSecretsOf(db);

describe('the embedded database', () => {
  it('of an older installation is sealed at its first start, and every secret stays what it was', async () => {
    const before = await allSecrets();
    expect(Object.values(await stored()).sort()).toEqual(Object.values(before).sort());
    expect(await start()).toEqual({ isLost: false });
    expect(await allSecrets()).toEqual(before);
    const rows = JSON.stringify(await stored());
    for (const secret of Object.values(before)) expect(rows).not.toContain(secret);
    expect(rows).not.toContain(await keyIn());
    if (process.platform !== 'win32') expect((await stat(join(folder, KEY_FILE))).mode & 0o777).toBe(0o600);
    // The next start changes nothing.
    const sealed = await stored();
    expect(await start()).toEqual({ isLost: false });
    expect(await stored()).toEqual(sealed);
  });

  it('of a new installation never holds a secret in plain text', async () => {
    await start();
    const made = await allSecrets();
    const rows = JSON.stringify(await stored());
    for (const secret of Object.values(made)) expect(rows).not.toContain(secret);
    expect(await allSecrets()).toEqual(made);
  });

  it('whose start ended between file and database is sealed by the next start with the same key', async () => {
    const before = await allSecrets();
    const failing = {
      ...db,
      transaction: (work: (on: Db) => Promise<unknown>) =>
        db.transaction(async (transaction) => {
          await work(transaction);
          throw new Error('killed');
        }),
    } as unknown as Db;
    await expect(
      openKeyFile(
        failing,
        { dataFolder: folder, databaseUrl: undefined, keyFile: undefined, keyLost: false },
        log as never,
      ),
    ).rejects.toThrow('killed');
    const key = await keyIn();
    expect(Object.values(await stored()).sort()).toEqual(Object.values(before).sort());
    await start();
    expect(await keyIn()).toBe(key);
    expect(await allSecrets()).toEqual(before);
  });

  it('without its key file starts with new secrets, says what is lost, and gives open deliveries new codes', async () => {
    await start();
    const before = await allSecrets();
    const secrets = await createDeliverySecrets(db);
    const row = {
      serialNumber: '',
      phoneNumber: '',
      loadingPoint: 'a',
      destination: 'b',
      createdAt: new Date(),
      changedAt: new Date(),
      siteId: 'kai',
      origin: 'console' as const,
      loadingName: 'A',
      destinationName: 'B',
      createdBy: 'ada',
      createdByName: 'Ada',
    };
    await db.delete(deliveries);
    await addDelivery(db, { ...row, id: 'open', status: 'created', ...secrets.newCodes('open') });
    await addDelivery(db, {
      ...row,
      id: 'over',
      status: 'completed',
      endedAt: new Date(),
      ...secrets.newCodes('over'),
    });

    await rm(join(folder, KEY_FILE));
    db = connect(database.pool);
    expect(await start()).toEqual({ isLost: true });
    expect(lines.find(({ level }) => level === 'warn')?.words).toMatch(/secrets of apps .* codes of open deliveries/u);
    const after = await allSecrets();
    for (const name of SECRET_NAMES) expect(after[name]).not.toBe(before[name]);
    // Until the codes are replaced, every start knows that they are lost.
    expect(await areCodesLost(db)).toBe(true);
    const renewed = await createDeliverySecrets(db);
    expect(await renewed.replaceCodes(db)).toBe(1);
    expect(await areCodesLost(db)).toBe(false);
    const [open, over] = [await deliveryById(db, 'open'), await deliveryById(db, 'over')];
    if (!open || !over) throw new Error('a delivery is gone');
    expect(renewed.codeOf(open, 'pickup')).toMatch(/^\d{6}$/u);
    expect(renewed.codeOf(over, 'pickup')).toBe('');
    expect(await start()).toEqual({ isLost: false });
  });
});

describe('a key file outside of the data folder', () => {
  it('that is not found ends nothing: a setting left out, or a volume that is not mounted yet', async () => {
    const keyFile = join(folder, 'outside.key');
    await start({ keyFile });
    const before = await stored();
    const key = await keyIn('outside.key');
    await expect(start()).rejects.toThrow(KeyFileError);
    await rm(keyFile);
    for (const more of [{}, { keyFile }]) await expect(start(more)).rejects.toThrow('is missing');
    expect(await stored()).toEqual(before);
    await writeFile(keyFile, `${key}\n`);
    expect(await start({ keyFile })).toEqual({ isLost: false });
  });

  it('with the key of another installation is not overwritten, and kept beside when the loss is accepted', async () => {
    await start();
    const own = await keyIn();
    const keyFile = join(folder, 'other.key');
    const other = 'x'.repeat(43);
    await writeFile(keyFile, `${other}\n`);
    await expect(start({ keyFile })).rejects.toThrow('has another key than this database');
    expect(await keyIn('other.key')).toBe(other);
    expect(await start({ keyFile, keyLost: true })).toEqual({ isLost: false });
    expect(await keyIn('other.key')).toBe(own);
    const [kept] = (await readdir(folder)).filter((name) => name.endsWith('.old'));
    expect(await keyIn(kept)).toBe(other);
  });

  it('is enough: a damaged leftover in the data folder does not matter', async () => {
    const keyFile = join(folder, 'outside.key');
    await start({ keyFile });
    await writeFile(join(folder, KEY_FILE), 'half a k');
    expect(await start({ keyFile })).toEqual({ isLost: false });
  });
});

describe('an external database', () => {
  const external = { databaseUrl: 'postgres://elsewhere/roundhouse' };

  it('stays as it is until ROUNDHOUSE_KEY_FILE is set, because its servers need one file', async () => {
    const before = await allSecrets();
    expect(await start(external)).toEqual({ isLost: false });
    await expect(keyIn()).rejects.toThrow('ENOENT');
    await start({ ...external, keyFile: join(folder, 'shared.key') });
    expect(await allSecrets()).toEqual(before);
    expect(JSON.stringify(await stored())).not.toContain(before.mqttSecret);
    // A second server with the same file; one that starts in the same moment waits.
    await Promise.all([1, 2].map(() => start({ ...external, keyFile: join(folder, 'shared.key') })));
    expect(await allSecrets()).toEqual(before);
  });

  it('refuses a server without the file, or with that of another installation, and changes nothing', async () => {
    const keyFile = join(folder, 'shared.key');
    await start({ ...external, keyFile });
    const key = await keyIn('shared.key');
    const before = await stored();
    await rm(keyFile);
    for (const settings of [external, { ...external, keyFile }])
      await expect(start(settings)).rejects.toThrow(/is missing.*ROUNDHOUSE_KEY_LOST=accept.*secrets of apps/u);
    await writeFile(keyFile, `${'x'.repeat(43)}\n`);
    await expect(start({ ...external, keyFile })).rejects.toThrow('belongs to another installation');
    await writeFile(keyFile, 'half a k');
    await expect(start({ ...external, keyFile })).rejects.toThrow(KeyFileError);
    expect(await stored()).toEqual(before);
    // After a restore, the key is in the data folder.
    await rm(keyFile);
    await writeFile(join(folder, KEY_FILE), `${key}\n`);
    expect(await start({ ...external, keyFile })).toEqual({ isLost: false });
    expect(await keyIn('shared.key')).toBe(key);
  });

  it('starts without the file once the loss is accepted', async () => {
    const keyFile = join(folder, 'shared.key');
    await start({ ...external, keyFile });
    const before = await allSecrets();
    await rm(keyFile);
    expect(await start({ ...external, keyFile, keyLost: true })).toEqual({ isLost: true });
    expect((await allSecrets()).mqttSecret).not.toBe(before.mqttSecret);
    // Left in the settings, it changes nothing more.
    const after = await allSecrets();
    expect(await start({ ...external, keyFile, keyLost: true })).toEqual({ isLost: false });
    expect(await allSecrets()).toEqual(after);
  });
});

describe('two servers of an external database whose key file is lost', () => {
  const external = { databaseUrl: 'postgres://elsewhere/roundhouse', keyLost: true };
  const keyFile = (name: string) => ({ ...external, keyFile: join(folder, name) });
  const beat = (beatAt: Date) =>
    db
      .insert(jobServers)
      .values({ id: 'other', workers: [], beatAt })
      .onConflictDoUpdate({ target: jobServers.id, set: { beatAt } });
  afterEach(() => db.delete(jobServers));

  it('that accept it in the same moment make one new key', async () => {
    await start({ ...keyFile('shared.key'), keyLost: false });
    const before = await allSecrets();
    await rm(join(folder, 'shared.key'));
    const found = await Promise.all([1, 2].map(() => start(keyFile('shared.key'))));
    expect(found.filter(({ isLost }) => isLost)).toHaveLength(1);
    expect((await allSecrets()).mqttSecret).not.toBe(before.mqttSecret);
  });

  it('with a file for each, keep the key of the first', async () => {
    await start({ ...keyFile('first.key'), keyLost: false });
    await rm(join(folder, 'first.key'));
    const found = await Promise.allSettled(['first.key', 'second.key'].map((name) => start(keyFile(name))));
    expect(found.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(String(found.find((one) => one.status === 'rejected')?.reason)).toContain('copy the file from there');
  });

  it('leave each other their secrets: the second one is told to copy the file of the one that runs', async () => {
    await start({ ...keyFile('first.key'), keyLost: false });
    const before = await stored();
    await beat(new Date());
    await expect(start(keyFile('second.key'))).rejects.toThrow('copy the file from there');
    await writeFile(join(folder, 'second.key'), `${'x'.repeat(43)}\n`);
    await expect(start(keyFile('second.key'))).rejects.toThrow('copy the file from there');
    expect(await stored()).toEqual(before);
    await writeFile(join(folder, 'second.key'), await readFile(join(folder, 'first.key')));
    expect(await start(keyFile('second.key'))).toEqual({ isLost: false });
    // A server that has ended does not keep the others from starting.
    await rm(join(folder, 'second.key'));
    await beat(new Date(Date.now() - 60_000));
    expect(await start(keyFile('second.key'))).toEqual({ isLost: true });
  });
});

it('a backup has the key, also one outside of the data folder, and a restore puts it into the data folder', async () => {
  const keyFile = join(folder, 'shared.key');
  await start({ databaseUrl: 'postgres://elsewhere/roundhouse', keyFile });
  const before = await allSecrets();
  const data = join(folder, 'data');
  const there = join(folder, 'there');
  await Promise.all([data, there].map((path) => mkdir(path)));
  // A leftover of an earlier setting is not the key.
  await writeFile(join(data, KEY_FILE), 'leftover');
  const target = join(folder, 'whole.tar');
  const backUp = (path: string) =>
    makeBackup({
      connection: { connectionString: database.url },
      dataFolder: data,
      target,
      version: '0.0.0-test',
      keyFile: { path, nameInFolder: KEY_FILE },
    });
  // As without ROUNDHOUSE_KEY_FILE in the environment of the backup: the archive would hold no key, or a wrong one.
  for (const path of [join(data, KEY_FILE), join(folder, 'none')])
    await expect(backUp(path)).rejects.toThrow('would hold no secrets');
  const manifest = await backUp(keyFile);
  expect(manifest.entries.filter(({ name }) => name.endsWith('.key'))).toHaveLength(1);
  await beginRestore(there, []);
  await unpackBackup(target, there, MIGRATIONS);
  await restoreFiles(there);
  expect((await readFile(join(there, KEY_FILE), 'utf8')).trim()).toBe(await keyIn('shared.key'));
  // The restored rows are read with it by a server whose ROUNDHOUSE_KEY_FILE is not there yet.
  await rm(keyFile);
  folder = there;
  expect(await start({ databaseUrl: 'postgres://elsewhere/roundhouse', keyFile })).toEqual({ isLost: false });
  expect(await allSecrets()).toEqual(before);
});

it('a sealed secret opens only under its own name and with its key', () => {
  const fingerprint = addSecretKey('k'.repeat(43));
  const sealed = sealSecret(fingerprint, 'fileSecret', 'open me');
  expect(openSecret('fileSecret', sealed)).toBe('open me');
  expect(() => openSecret('mqttSecret', sealed)).toThrow();
  expect(() => openSecret('fileSecret', sealed.replace(fingerprint, '0'.repeat(16)))).toThrow('is missing');
});
