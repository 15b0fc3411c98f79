/** The download centre over the API: who sees which software, adding, versions, sums, deleting, and one's own exports. */
import { eq } from 'drizzle-orm';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { OwnExport, SoftwareLine } from '../../../contract/entities/software.ts';
import { INSTALLATION_QUOTA_BYTES, UNUSED_TTL_MS, UPLOAD_TTL_MS } from '../../../contract/rules/files.ts';
import { SOFTWARE_LINES_MAX, SOFTWARE_VERSIONS_KEPT } from '../../../contract/rules/software.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { audit, files as fileTable, robots, robotSoftware } from '../../../server/db/schema.ts';
import { deleteExpiredFiles } from '../../../server/files/deleteFiles.ts';
import { attachFile, stageFile } from '../../../server/files/files.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { A, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';
import { announcement, sha256Of, uploader } from '../../fakes/uploads.ts';

const { downloads, files } = catalogue;
let test: TestServer;
let client: ReturnType<typeof uploader>;
beforeAll(async () => {
  test = await startTestServer();
  client = uploader(test);
  await report(A.serialNumber, '2.14.3');
  await report(B.serialNumber, '');
});
afterAll(() => test.close());

const nameOf = ({ code }: { code: number }): string => (code === 0 ? 'ok' : (errorNameOf(code) ?? String(code)));
async function report(serialNumber: string, softwareVersion: string): Promise<void> {
  await test.db.update(robots).set({ softwareVersion }).where(eq(robots.serialNumber, serialNumber));
  await test.server.deps.fleet.refresh();
}
const uploaded = async (bytes: Uint8Array, name = 'robot.bin'): Promise<string> =>
  (await client.stored('accountAdmin', bytes, 'software', { name })).id;
const add = (fileId: string, more: object) =>
  test.as('accountAdmin', downloads.add.path, {
    fileId,
    models: ['W1'],
    version: '1',
    releasedOn: '2026-01-31',
    ...more,
  });
/** Adds a file that was never there. */
async function added(more: object, bytes: Uint8Array = randomBytes(3_000)): Promise<string> {
  const reply = await add(await uploaded(bytes), more);
  expect(nameOf(reply)).toBe('ok');
  return (reply.data as { id: string }).id;
}
async function listed(person: Person, language?: 'zh-cn') {
  const { data } = await test.as(person, downloads.list.path, {}, language && { language });
  return data as { lines: SoftwareLine[]; exports: OwnExport[]; models: string[]; canAdd: boolean };
}
const lineOf = async (person: Person, ...models: string[]): Promise<SoftwareLine | undefined> =>
  (await listed(person)).lines.find((line) => line.models.join() === models.join());
const removeAll = async (): Promise<void> => {
  for (const { id } of await test.db.select().from(robotSoftware))
    expect(nameOf(await test.as('accountAdmin', downloads.remove.path, { id }))).toBe('ok');
};
const addressOf = async (person: Person, fileId: string) => {
  const reply = await test.as(person, files.address.path, { fileId });
  return { name: nameOf(reply), url: (reply.data as { url?: string } | null)?.url ?? '' };
};
const pathOf = async (fileId: string): Promise<string> => {
  const [row] = await test.db.select().from(fileTable).where(eq(fileTable.id, fileId));
  return join(test.folder, 'files', 'software', row?.storedAs ?? '');
};

const isThere = (path = ''): Promise<boolean> =>
  readFile(path).then(
    () => true,
    () => false,
  );

describe('who', () => {
  it('has a robot of the model sees its software and the robots that are theirs, and downloads it byte for byte', async () => {
    const bytes = randomBytes(5_000);
    await added(
      {
        models: [' w2 ', 'W1'],
        version: 'v2.14.3',
        notesEn: 'Quieter.',
        notesZh: '更安静。',
        makerSha256: sha256Of(bytes),
      },
      bytes,
    );
    await added({ models: ['D2'], version: '1.8.6' });
    expect(await lineOf('viewer', 'D2')).toBeUndefined();
    const line = await lineOf('viewer', 'W1', 'W2');
    expect(line).toMatchObject({
      counts: { has: 1, other: 0, unknown: 0 },
      robots: [{ serialNumber: A.serialNumber, version: '2.14.3', state: 'has' }],
      files: [
        {
          version: 'v2.14.3',
          bytes: 5_000,
          sha256: sha256Of(bytes),
          isCompared: true,
          notes: 'Quieter.',
          damagedAt: null,
        },
      ],
    });
    expect((await listed('viewer', 'zh-cn')).lines[0]?.files[0]?.notes).toBe('更安静。');
    const { url } = await addressOf('viewer', line?.files[0]?.fileId ?? '');
    const { headers, rawPayload } = await test.server.inject({ method: 'GET', url });
    expect(rawPayload.equals(bytes)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''robot.bin",
      'x-content-type-options': 'nosniff',
    });
  });

  it('administers accounts sees all software with all robots; one that reports no version is unknown', async () => {
    expect((await listed('accountAdmin')).canAdd).toBe(true);
    expect((await listed('superAdmin')).canAdd).toBe(false);
    const line = await lineOf('accountAdmin', 'D2');
    expect(line?.robots).toContainEqual({ serialNumber: B.serialNumber, name: 'Mist', version: '', state: 'unknown' });
    expect((await listed('accountAdmin')).models).toEqual(expect.arrayContaining(['D2', 'S2', 'W1']));
  });

  it('has no robot of the model gets neither the entry nor the file', async () => {
    expect((await listed('stranger')).lines).toEqual([]);
    expect((await listed('unauthorised')).lines).toEqual([]);
    const fileId = (await lineOf('accountAdmin', 'W1', 'W2'))?.files[0]?.fileId ?? '';
    for (const person of ['stranger', 'unauthorised'] as const) {
      expect((await addressOf(person, fileId)).name).toBe('fileUnknown');
      expect(nameOf(await test.as(person, files.download.path, { imageId: fileId }))).toBe('fileUnknown');
    }
  });

  it('does not administer accounts cannot upload software, also not for a robot', async () => {
    const request = announcement(randomBytes(9), 'software');
    expect(nameOf(await test.as('superAdmin', files.ticket.path, request))).toBe('notAllowed');
    expect(
      nameOf(await test.as('superAdmin', files.robotTicket.path, { ...request, serialNumber: A.serialNumber })),
    ).toBe('notAllowed');
  });
});

describe('a new file', () => {
  it('without the sum of the manufacturer is refused, and deleted an hour after its upload', async () => {
    const fileId = await uploaded(randomBytes(100));
    const reply = await add(fileId, { version: '9', makerSha256: '0'.repeat(64) });
    expect(nameOf(reply)).toBe('softwareSumWrong');
    expect(reply.data).toMatchObject({ field: 'makerSha256' });
    expect(await lineOf('accountAdmin', 'W1')).toBeUndefined();
    const path = await pathOf(fileId);
    const store = createFolderStore(join(test.folder, 'files'));
    const { db, log, now } = test.server.deps;
    const retention = (after: number) => deleteExpiredFiles({ db, log, store, now: () => now() + after });
    await retention(UNUSED_TTL_MS - 60_000);
    expect(await isThere(path)).toBe(true);
    await retention(UNUSED_TTL_MS + 60_000);
    await expect.poll(() => isThere(path)).toBe(false);
    expect(nameOf(await add(fileId, { version: '9' }))).toBe('fileUnknown');
  });

  it('that nobody adds holds the quota for an hour only, also before retention', async () => {
    const fileId = await uploaded(randomBytes(100));
    await test.db.update(fileTable).set({ bytes: INSTALLATION_QUOTA_BYTES }).where(eq(fileTable.id, fileId));
    const next = async () =>
      nameOf(await test.as('accountAdmin', files.ticket.path, announcement(randomBytes(10), 'software')));
    expect(await next()).toBe('installationQuotaReached');
    await test.db
      .update(fileTable)
      .set({ until: new Date(test.server.deps.now() - 1) })
      .where(eq(fileTable.id, fileId));
    expect(await next()).toBe('ok');
  });

  it('stays for good once it is added', async () => {
    await added({ models: ['K1'], version: '1' });
    const fileId = (await lineOf('accountAdmin', 'K1'))?.files[0]?.fileId ?? '';
    const store = createFolderStore(join(test.folder, 'files'));
    const { db, log, now } = test.server.deps;
    await deleteExpiredFiles({ db, log, store, now: () => now() + 400 * UPLOAD_TTL_MS });
    expect((await addressOf('accountAdmin', fileId)).name).toBe('ok');
  });

  it.each([
    [
      'a file that is no software',
      () => client.stored('accountAdmin', Buffer.from('a,b\n'), 'sheet').then(({ id }) => id),
      {},
    ],
    [
      'a file that another version has',
      async () => (await lineOf('accountAdmin', 'W1', 'W2'))?.files[0]?.fileId ?? '',
      { version: '77' },
    ],
  ] as const)('cannot be %s', async (_, fileId, more) => {
    expect(nameOf(await add(await fileId(), more))).toBe('fileUnknown');
  });

  it.each([
    [{ models: [] }],
    [{ models: ['  '] }],
    [{ version: ' ' }],
    [{ version: 'x'.repeat(41) }],
    [{ releasedOn: 'soon' }],
    [{ notesEn: 'x'.repeat(1_001) }],
    [{ makerSha256: 'abc' }],
  ])('with %j is refused', async (more) => {
    expect(nameOf(await add('0'.repeat(32), more))).not.toMatch(/^(?:ok|fileUnknown)$/u);
  });

  it('of a version that the models have is refused, however it is written', async () => {
    expect(nameOf(await add(await uploaded(randomBytes(10)), { models: ['W2', 'w1'], version: ' V2.14.3' }))).toBe(
      'softwareVersionTaken',
    );
  });

  it('counts against the quota of the installation, not of the account', async () => {
    const large = { ...announcement(randomBytes(9), 'software'), size: 1_000 * 2 ** 20 };
    const { db } = test;
    const row = {
      id: 'e'.repeat(32),
      kind: 'software',
      owner: 'installation',
      ownerId: 'installation',
      uploadedBy: 'accountAdmin',
      name: 'x',
      state: 'ready',
      bytes: INSTALLATION_QUOTA_BYTES - 500 * 2 ** 20,
      sha256: 'x',
      segments: [],
      createdAt: new Date(),
    } as const;
    const before = await test.as('accountAdmin', files.ticket.path, large);
    expect(nameOf(before)).toBe('ok');
    await test.as('accountAdmin', files.cancel.path, { fileId: (before.data as { fileId: string }).fileId });
    await db.insert(fileTable).values({ ...row, segments: [] });
    expect(nameOf(await test.as('accountAdmin', files.ticket.path, large))).toBe('installationQuotaReached');
    await db.delete(fileTable).where(eq(fileTable.id, row.id));
  });
});

describe('the versions of a line', () => {
  it('are kept up to their number, newest first; the robots are compared with the newest', async () => {
    await removeAll();
    const paths: string[] = [];
    for (let version = 1; version <= SOFTWARE_VERSIONS_KEPT + 1; version += 1) {
      test.later(1_000);
      await added({ version: `2.${version}` });
      paths.push(await pathOf((await lineOf('accountAdmin', 'W1'))?.files[0]?.fileId ?? ''));
    }
    const line = await lineOf('viewer', 'W1');
    expect(line?.files.map(({ version }) => version)).toEqual(
      Array.from({ length: SOFTWARE_VERSIONS_KEPT }, (_, index) => `2.${SOFTWARE_VERSIONS_KEPT + 1 - index}`),
    );
    expect(line?.counts).toEqual({ has: 0, other: 1, unknown: 0 });
    await expect.poll(() => isThere(paths[0])).toBe(false);
    expect((await readFile(paths[1] ?? '')).length).toBe(3_000);
  });

  it('are deleted with their bytes; who added and deleted them is in the audit log', async () => {
    const file = (await lineOf('accountAdmin', 'W1'))?.files[0];
    const path = await pathOf(file?.fileId ?? '');
    expect(nameOf(await test.as('accountAdmin', downloads.remove.path, { id: file?.id ?? '' }))).toBe('ok');
    await expect.poll(() => isThere(path)).toBe(false);
    expect((await addressOf('accountAdmin', file?.fileId ?? '')).name).toBe('fileUnknown');
    expect(nameOf(await test.as('accountAdmin', downloads.remove.path, { id: file?.id ?? '' }))).toBe('notFound');
    const acts = await test.db
      .select()
      .from(audit)
      .where(eq(audit.subject, file?.id ?? ''));
    expect(acts).toMatchObject([
      { act: 'software.add', userId: 'accountAdmin', after: { models: 'W1', version: '2.11', sha256: file?.sha256 } },
      { act: 'software.delete', userId: 'accountAdmin', before: { models: 'W1', version: '2.11' } },
    ]);
  });

  it('belong to a bounded number of lines', async () => {
    await removeAll();
    for (let index = 0; index < SOFTWARE_LINES_MAX; index += 1) await added({ models: [`M${index}`] }, randomBytes(9));
    expect(nameOf(await add(await uploaded(randomBytes(9)), { models: ['ONE-MORE'] }))).toBe('softwareLinesFull');
    expect(nameOf(await add(await uploaded(randomBytes(9)), { models: ['M0'], version: '2' }))).toBe('ok');
    await removeAll();
  }, 60_000);
});

describe('a file whose stored bytes have changed', () => {
  it('is not given to anybody, is shown as damaged, and is whole again when its bytes are', async () => {
    const bytes = randomBytes(4_000);
    await added({ version: '3' }, bytes);
    const { fileId = '' } = (await lineOf('viewer', 'W1'))?.files[0] ?? {};
    const early = await addressOf('viewer', fileId);
    const path = await pathOf(fileId);
    const other = Buffer.from(bytes);
    other[2_000] = (other[2_000] ?? 0) ^ 1;
    await writeFile(path, other);
    expect((await addressOf('viewer', fileId)).name).toBe('softwareDamaged');
    expect(nameOf(await test.as('viewer', files.download.path, { imageId: fileId }))).toBe('softwareDamaged');
    expect((await lineOf('viewer', 'W1'))?.files[0]?.damagedAt).toBeGreaterThan(0);
    expect((await test.server.inject({ method: 'GET', url: early.url })).statusCode).toBe(404);
    await rm(path);
    expect((await addressOf('accountAdmin', fileId)).name).toBe('softwareDamaged');
    await writeFile(path, bytes);
    expect((await addressOf('viewer', fileId)).name).toBe('ok');
    expect((await lineOf('viewer', 'W1'))?.files[0]?.damagedAt).toBeNull();
    expect((await test.server.inject({ method: 'GET', url: early.url })).rawPayload.equals(bytes)).toBe(true);
  });
});

describe('exports', () => {
  it('are listed for the person who made them until they are deleted; uploaded sheets are not', async () => {
    const { deps } = test.server;
    const needs = { ...deps, store: createFolderStore(join(test.folder, 'files')) };
    const until = new Date(deps.now() + 60_000);
    const file = await stageFile(needs, {
      kind: 'sheet',
      ownerId: 'member',
      name: 'deliveries-2026-11-20.csv',
      bytes: Buffer.from('a,b\n'),
      contentType: 'text/csv',
      until,
    });
    await attachFile(test.db, file, 'text/csv');
    await client.stored('member', Buffer.from('c,d\n'), 'sheet');
    expect((await listed('member')).exports).toMatchObject([
      { fileId: file.id, fileName: 'deliveries-2026-11-20.csv', bytes: 4, until: until.getTime() },
    ]);
    expect((await listed('viewer')).exports).toEqual([]);
    const { url } = await addressOf('member', file.id);
    expect((await test.server.inject({ method: 'GET', url })).body).toBe('a,b\n');
    test.later(60_001);
    expect((await listed('member')).exports).toEqual([]);
  });
});
