/** A simulated robot uploads a file to a real server over its broker and by HTTP; what a robot may not is refused. */
import { connect, createServer, type AddressInfo } from 'node:net';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { ROBOT_UPLOADS_PER_HOUR, SEGMENT_BYTES } from '../../../contract/rules/files.ts';
import { PLAN_META } from '../../../contract/rules/mapFiles/planPicture.ts';
import { rosMapFiles } from '../../../contract/rules/mapFiles/rosMap.ts';
import { PRIVACY_POLICY_VERSION } from '../../../contract/rules/robotSettings.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { hashOf, robotUserName } from '../../../server/broker/credentials.ts';
import { markSurplusStills, newestStills } from '../../../server/db/repositories/files.ts';
import { files as fileTable, robotEvents, robots, robotSettings } from '../../../server/db/schema.ts';
import { zipOf } from '../../../server/files/zip.ts';
import { roster } from '../../../demo/roster.ts';
import { FileUploads, UploadRefused } from '../../../simulator/robot/fileUploads.ts';
import { startFleet, type Fleet } from '../../../simulator/fleet/fleet.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';
import { announcement, mp4, sha256Of, uploader } from '../../fakes/uploads.ts';

let test: TestServer;
let fleet: Fleet;
let serialNumber: string;
beforeAll(async () => {
  test = await startTestServer();
  const [robot] = await test.db
    .select()
    .from(robots)
    .where(eq(robots.serialNumber, roster(12)[0]?.serialNumber ?? ''));
  if (!robot) throw new Error('the demo has no robot');
  ({ serialNumber } = robot);
  await test.db
    .update(robots)
    .set({ passwordHash: hashOf('of-the-test') })
    .where(eq(robots.serialNumber, serialNumber));
  await test.server.deps.fleet.refresh();
  const { interfaceName, manufacturer } = robot;
  fleet = startFleet({
    credentials: {
      url: `${test.server.url.replace('http', 'ws')}/mqtt`,
      robots: [
        { serialNumber, manufacturer, interfaceName, username: robotUserName(serialNumber), password: 'of-the-test' },
      ],
    },
    robots: roster(12).filter((one) => one.serialNumber === serialNumber),
    seed: 1,
    log: { info: () => undefined, warn: () => undefined },
  });
  expect(await fleet.connected(10_000)).toBe(1);
});
afterAll(async () => {
  await fleet.close();
  await test.close();
});

const refusal = (upload: Promise<string>): Promise<number | null> =>
  upload.then(
    () => null,
    (error: unknown) => (error instanceof UploadRefused ? error.code : Promise.reject(error)),
  );

it('a video of a robot is stored as it was sent, and belongs to the robot', async () => {
  const bytes = mp4(SEGMENT_BYTES + 1_000);
  const id = await fleet.upload(serialNumber, { kind: 'video', name: 'patrol.mp4', bytes });
  const [row] = await test.db.select().from(fileTable).where(eq(fileTable.id, id));
  expect(row).toMatchObject({
    state: 'ready',
    owner: 'robot',
    ownerId: serialNumber,
    byRobot: true,
    sha256: sha256Of(bytes),
  });
  const events = await test.db.select().from(robotEvents).where(eq(robotEvents.serialNumber, serialNumber));
  expect(events.filter(({ event }) => event.type === 'uploadRequest')).toEqual([]);
  expect(await test.as('stranger', catalogue.files.download.path, { imageId: id })).toMatchObject({
    code: ERRORS.fileUnknown,
  });
});

/**
 * Forwards to the server; ends its first upload after so many bytes, once the server has stored some of them.
 * @returns the bytes of each upload
 */
async function cutOnce(
  afterBytes: number,
  isStored: () => Promise<void>,
): Promise<{ url: string; uploads: number[]; close: () => void }> {
  const uploads: number[] = [];
  const proxy = createServer((from) => {
    const to = connect(Number(new URL(test.server.url).port), '127.0.0.1');
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      one.on('error', () => undefined).on('close', () => other.destroy());
    let upload = -1;
    from.on('data', (data) => {
      if (upload < 0 && data.subarray(0, 4).toString() === 'PUT ') upload = uploads.push(0) - 1;
      to.write(data);
      if (upload < 0) return;
      const sent = (uploads[upload] = (uploads[upload] ?? 0) + data.length);
      if (upload !== 0 || sent <= afterBytes || from.isPaused()) return;
      from.pause();
      void vi.waitFor(isStored, { timeout: 20_000, interval: 20 }).then(() => to.end(() => from.destroy()));
    });
    to.pipe(from);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, uploads, close: () => void proxy.close() };
}

it('an upload of a robot that breaks off continues at the byte', async () => {
  const bytes = mp4(3 * SEGMENT_BYTES);
  const { fileId, uploadUrl } = await uploader(test).ticket('member', announcement(bytes, 'video'));
  const stored = async () => {
    const [file] = await test.db.select().from(fileTable).where(eq(fileTable.id, fileId));
    expect(file?.received).toBeGreaterThanOrEqual(SEGMENT_BYTES);
  };
  const proxy = await cutOnce(2 * SEGMENT_BYTES + 300_000, stored);
  const robotUploads: FileUploads = new FileUploads({
    send: ({ id: requestId }) =>
      void setTimeout(() =>
        robotUploads.hear({ type: 'uploadTicket', requestId, fileId, url: proxy.url + uploadUrl } as never),
      ),
    now: Date.now,
    retryMs: 500,
  });
  expect(await robotUploads.upload({ kind: 'video', name: 'a', bytes })).toBe(fileId);
  proxy.close();
  const [row] = await test.db.select().from(fileTable).where(eq(fileTable.id, fileId));
  expect(row).toMatchObject({ state: 'ready', sha256: sha256Of(bytes) });
  expect(proxy.uploads).toHaveLength(2);
  // The stored segments are not sent again; one can be lost on the way.
  expect(proxy.uploads[1]).toBeLessThan(bytes.length - SEGMENT_BYTES + 10_000);
});

it('the map of a robot is stored as it was sent; another zip is refused', async () => {
  const picture = { width: 4, height: 2, channels: 1 as const, data: new Uint8Array(8).fill(254) };
  const map = { picture, resolution: 0.05, origin: { x: 0, y: 0, yaw: 0 }, meta: PLAN_META, title: 'hall' };
  const upload = (bytes: Uint8Array) => fleet.upload(serialNumber, { kind: 'mapScan', name: 'map.zip', bytes });
  const id = await upload(zipOf(rosMapFiles(map)));
  const [row] = await test.db.select().from(fileTable).where(eq(fileTable.id, id));
  expect(row).toMatchObject({ state: 'ready', kind: 'mapScan', contentType: 'application/zip', owner: 'robot' });
  const other = zipOf([{ name: 'notes.txt', bytes: Buffer.from('x') }]);
  expect(await refusal(upload(other))).toBe(ERRORS.fileTypeWrong);
});

it('wrong content, a wrong kind and too large a file are refused', async () => {
  const upload = (kind: 'picture' | 'sheet', bytes: Uint8Array) =>
    refusal(fleet.upload(serialNumber, { kind, name: 'x', bytes }));
  expect(await upload('picture', Buffer.from('no picture at all'))).toBe(ERRORS.fileTypeWrong);
  expect(await upload('sheet', Buffer.from('a,b\n'))).toBe(ERRORS.notAllowed);
  expect(await upload('picture', Buffer.alloc(2.5 * 2 ** 20 + 1))).toBe(ERRORS.fileTooLarge);
});

it('an alarm brings a picture of it and one from before, below 300 KB, and one from after it', async () => {
  const pictures = () =>
    test.db
      .select()
      .from(fileTable)
      .where(and(eq(fileTable.ownerId, serialNumber), eq(fileTable.kind, 'picture'), eq(fileTable.state, 'ready')));
  const switched = (on: boolean) => fleet.obey({ type: 'fault', serialNumber, fault: 'carton', on });
  switched(true);
  await vi.waitFor(async () => expect(await pictures()).toHaveLength(2), { timeout: 60_000, interval: 200 });
  switched(false);
  await vi.waitFor(async () => expect(await pictures()).toHaveLength(3), { timeout: 60_000, interval: 200 });
  for (const { bytes, contentType } of await pictures()) {
    expect(contentType).toBe('image/jpeg');
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThan(300 * 1024);
  }
}, 150_000);

describe('still pictures', () => {
  const stills = () =>
    test.db
      .select()
      .from(fileTable)
      .where(and(eq(fileTable.ownerId, serialNumber), eq(fileTable.kind, 'still'), eq(fileTable.state, 'ready')));

  it('are refused without the accepted policy, and while nobody has switched them on', async () => {
    const bytes = Buffer.from('x');
    const upload = () => refusal(fleet.upload(serialNumber, { kind: 'still', name: 'still.jpg', bytes }));
    expect(await upload()).toBe(ERRORS.privacyPolicyNeeded);
    await test.db
      .insert(robotSettings)
      .values({ serialNumber, wanted: {}, reported: {}, refused: {}, policyVersion: PRIVACY_POLICY_VERSION })
      .onConflictDoUpdate({ target: robotSettings.serialNumber, set: { policyVersion: PRIVACY_POLICY_VERSION } });
    expect(await upload()).toBe(ERRORS.notAllowed);
  });

  it('come once users have switched them on, are kept for 30 days, and only the newest ones', async () => {
    const wanted = { timedRefresh: { value: 30, version: 1, by: 'demo-admin', at: Date.now() } };
    await test.db
      .update(robotSettings)
      .set({ wanted, version: 1, reportedVersion: 0, sentAt: null })
      .where(eq(robotSettings.serialNumber, serialNumber));
    await vi.waitFor(async () => expect(await stills()).toHaveLength(1), { timeout: 60_000, interval: 200 });
    const [still] = await stills();
    if (!still) throw new Error('no still picture');
    expect([still.contentType, (still.until?.getTime() ?? 0) - still.createdAt.getTime()]).toEqual([
      'image/jpeg',
      30 * 86_400_000,
    ]);
    const older = { ...still, id: 'older', storedAs: 'older', createdAt: new Date(still.createdAt.getTime() - 30_000) };
    await test.db.insert(fileTable).values(older);
    const listed = await newestStills(test.db, serialNumber, 6);
    expect(listed.map(({ id }) => id)).toEqual([still.id, 'older']);
    await markSurplusStills(test.db, 1);
    expect((await stills()).map(({ id }) => id)).toEqual([still.id]);
  }, 150_000);
});

it('a robot gets only so many tickets an hour', async () => {
  const row = {
    kind: 'picture',
    owner: 'robot',
    ownerId: serialNumber,
    uploadedBy: serialNumber,
    byRobot: true,
    name: 'x',
    state: 'ready',
  } as const;
  await test.db.insert(fileTable).values(
    Array.from({ length: ROBOT_UPLOADS_PER_HOUR }, (_, i) => ({
      ...row,
      id: `filler ${i}`,
      bytes: 1,
      sha256: '',
      segments: [],
      createdAt: new Date(),
    })),
  );
  expect(await refusal(fleet.upload(serialNumber, { kind: 'video', name: 'x', bytes: mp4(10) }))).toBe(
    ERRORS.tooManyRequests,
  );
});
