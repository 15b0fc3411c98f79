/** Phrases and pictures that a site keeps for calls, on a real server and database: who may, races, files, the robot. */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { CallContent } from '../../../contract/entities/callContent.ts';
import type { StoredFile } from '../../../contract/entities/file.ts';
import { UNUSED_TTL_MS } from '../../../contract/rules/files.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { audit, callContents, calls, files } from '../../../server/db/schema.ts';
import { callRobot, type CallRobot } from '../../fakes/callRobot.ts';
import { A, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';
import { announcement, uploader } from '../../fakes/uploads.ts';
import { endedCall } from '../http/callCalls.ts';

const { get, save } = catalogue.callContents;
const { show } = catalogue.calls;
const CALL = 'call-own';
let test: TestServer;
let robot: CallRobot;
beforeAll(async () => {
  test = await startTestServer();
  robot = await callRobot(test.server, A.serialNumber);
  await vi.waitFor(
    () => expect(test.server.deps.fleet.fleetCache.abilitiesOf(A.serialNumber).actions).toContain('callPictures'),
    { timeout: 20_000 },
  );
});
afterAll(async () => {
  await robot.leave();
  await test.close();
});
beforeEach(async () => {
  await test.db.delete(callContents);
  await test.db.delete(calls);
  await test.db.delete(audit);
});

const ask = async <Data>(person: Person, path: string, data: object): Promise<Data> => {
  const reply = await test.as(person, path, data);
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Data;
};
const refusal = async (person: Person, path: string, data: object) =>
  errorNameOf((await test.as(person, path, data)).code);
const saving = (version: number, more: Partial<CallContent> = {}) => ({
  serialNumber: A.serialNumber,
  version,
  phrases: [],
  pictures: [],
  ...more,
});
let shade = 0;
const picture = async (siteId: string = A.siteId, person: Person = 'robotAdmin'): Promise<string> => {
  const bytes = await sharp({
    create: { width: 60, height: 40, channels: 3, background: { r: (shade += 1), g: 9, b: 9 } },
  })
    .jpeg()
    .toBuffer();
  const { code, data } = await uploader(test).multipart(person, announcement(bytes, 'callPicture', { siteId }), bytes);
  expect(code).toBe(0);
  return (data as StoredFile).id;
};
const untilOf = async (id: string) => (await test.db.select().from(files).where(eq(files.id, id)))[0]?.until;

it('members read what administrators of the robot keep, in their order, and the audit log has no texts', async () => {
  expect(await ask('member', get.path, { serialNumber: A.serialNumber })).toMatchObject({
    version: 0,
    canChange: false,
  });
  const content = await ask<CallContent>('robotAdmin', save.path, saving(0, { phrases: ['Good day', 'This way'] }));
  expect(content).toMatchObject({ version: 1, canChange: true, siteId: A.siteId });
  expect(await ask('member', get.path, { serialNumber: A.serialNumber })).toMatchObject({
    version: 1,
    phrases: ['Good day', 'This way'],
    canChange: false,
    showsPictures: true,
  });
  expect(await refusal('member', save.path, saving(1))).toBe('notAllowed');
  const rows = await test.db.select().from(audit).where(eq(audit.act, 'call.saveContent'));
  expect(rows).toMatchObject([{ userId: 'robotAdmin', subject: A.siteId, after: { phrases: 2, pictures: 0 } }]);
});

it('of two people who change at once, the later is refused and nothing is lost', async () => {
  const replies = await Promise.all(
    ['One', 'Two'].map((phrase) => test.as('robotAdmin', save.path, saving(0, { phrases: [phrase] }))),
  );
  expect(replies.map(({ code }) => (code === 0 ? 'saved' : errorNameOf(code))).sort()).toEqual([
    'callContentChanged',
    'saved',
  ]);
  expect(await test.db.select().from(callContents)).toMatchObject([{ version: 1 }]);
});

it('too many, repeated, too long and empty phrases are refused, and change nothing', async () => {
  const many = Array.from({ length: 21 }, (_, i) => `Phrase ${i}`);
  for (const phrases of [many, ['Twice', 'Twice'], ['字'.repeat(201)]])
    expect(await refusal('robotAdmin', save.path, saving(0, { phrases }))).toBe('fieldInvalid');
  expect(await refusal('robotAdmin', save.path, saving(0, { phrases: ['  '] }))).toBe('parameterEmpty');
  expect(await test.db.select().from(callContents)).toEqual([]);
});

it('keeps a picture while it is listed, and an hour longer, so that its deletion can be undone', async () => {
  const fileId = await picture();
  expect(await untilOf(fileId)).not.toBeNull();
  const pictures = [{ fileId, name: 'Way to the lift' }];
  await ask('robotAdmin', save.path, saving(0, { pictures }));
  expect(await untilOf(fileId)).toBeNull();
  await ask('robotAdmin', save.path, saving(1));
  const left = ((await untilOf(fileId))?.getTime() ?? 0) - test.server.deps.now();
  expect(Math.abs(left - UNUSED_TTL_MS)).toBeLessThan(60_000);
  await ask('robotAdmin', save.path, saving(2, { pictures }));
  expect(await untilOf(fileId)).toBeNull();
});

it('takes no file of another site, of another kind, or that does not exist', async () => {
  const foreign = await picture(B.siteId, 'superAdmin');
  for (const fileId of [foreign, '0'.repeat(32)])
    expect(await refusal('robotAdmin', save.path, saving(0, { pictures: [{ fileId, name: 'A' }] }))).toBe(
      'fileUnknown',
    );
  expect(await test.db.select().from(callContents)).toEqual([]);
  expect(await untilOf(foreign)).not.toBeNull();
});

it('the robot gets the address of the picture, reads the announced bytes there, and reports what it shows', async () => {
  const fileId = await picture();
  await ask('robotAdmin', save.path, saving(0, { pictures: [{ fileId, name: 'Way to the lift' }] }));
  const open = {
    state: 'connected',
    endedAt: null,
    endedBy: null,
    end: null,
    createdAt: new Date(test.server.deps.now()),
  };
  await test.db.insert(calls).values({
    ...endedCall,
    ...open,
    state: 'connected',
    id: CALL,
    serialNumber: A.serialNumber,
    operatorSeenAt: new Date(test.server.deps.now()),
    hasMedia: true,
  });
  const shown = { callingRequestId: CALL, imageId: fileId };
  expect(await refusal('member', show.path, { ...shown, imageId: '0'.repeat(32) })).toBe('fileUnknown');
  const { actId } = await ask<{ actId: string }>('member', show.path, shown);
  const act = await vi.waitFor(() => {
    const last = robot.acts().at(-1);
    expect(last).toMatchObject({ actId, show: '', image: { imageId: fileId, contentType: 'image/jpeg' } });
    return last;
  });
  const response = await fetch(act?.image?.url ?? '');
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(act?.image?.sha256);

  const screen = { shows: 'picture', picture: '', imageId: fileId, saying: '', actId };
  await robot.tell({ type: 'callScreen', callId: CALL, frames: 0, ...screen });
  await vi.waitFor(
    async () =>
      expect(await ask('member', catalogue.calls.details.path, { callingRequestId: CALL })).toMatchObject({
        call: { screen },
        lines: [{ kind: 'showed', text: 'Way to the lift' }],
      }),
    { timeout: 10_000 },
  );

  // The robot counts frames all the time. Consoles hear only what else changes.
  const publish = vi.spyOn(test.server.deps.broker, 'publish');
  const isNotice = (content: unknown): boolean => (content as { type?: string }).type === 'callChanged';
  await robot.tell({ type: 'callScreen', callId: CALL, frames: 40, ...screen });
  await vi.waitFor(
    async () =>
      expect(await ask('member', catalogue.calls.details.path, { callingRequestId: CALL })).toMatchObject({
        call: { screen: { ...screen, frames: 40 } },
      }),
    { timeout: 10_000 },
  );
  expect(publish.mock.calls.filter(([, content]) => isNotice(content))).toEqual([]);
  await robot.tell({ type: 'callScreen', callId: CALL, frames: 41, ...screen, saying: 'Good day' });
  await vi.waitFor(() => expect(publish.mock.calls.some(([, content]) => isNotice(content))).toBe(true), {
    timeout: 10_000,
  });
  publish.mockRestore();
});

it('a robot whose software cannot show them is not asked', async () => {
  const { fleetCache } = test.server.deps.fleet;
  const abilities = fleetCache.abilitiesOf(A.serialNumber);
  const mocked = vi
    .spyOn(fleetCache, 'abilitiesOf')
    .mockReturnValue({ ...abilities, actions: abilities.actions.filter((one) => one !== 'callPictures') });
  try {
    await test.db.insert(calls).values({
      ...endedCall,
      state: 'connected',
      endedAt: null,
      endedBy: null,
      end: null,
      id: CALL,
      serialNumber: A.serialNumber,
    });
    const shown = { callingRequestId: CALL, imageId: '0'.repeat(32) };
    expect(await refusal('member', show.path, shown)).toBe('robotShowsNoPictures');
    expect(await ask('member', get.path, { serialNumber: A.serialNumber })).toMatchObject({ showsPictures: false });
  } finally {
    mocked.mockRestore();
  }
});
