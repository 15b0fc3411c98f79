/** The picture of the place after an alarm: taken by a robot that faces it, chosen by the person, or missing with a reason. */
import { eq } from 'drizzle-orm';
import mqtt from 'mqtt';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { AlarmCase, CaseEntry, CasePicture } from '../../../contract/entities/alarmCase.ts';
import { CASE_ENTRIES_MAX } from '../../../contract/rules/alarmCase.ts';
import { ApiError, errorNameOf } from '../../../contract/wire/errors.ts';
import { addEntries, caseById, lockCase, type CaseEntryRow } from '../../../server/db/repositories/alarmCases.ts';
import { alarmCases as cases, alarmPictures, commands, mediaItems } from '../../../server/db/schema.ts';
import { createAfterPictures } from '../../../server/features/caseAfterPicture.ts';
import { createAlarmEvents, type AlarmNeeds } from '../../../server/features/raiseAlarms.ts';
import type { RequestContext } from '../../../server/requestContext.ts';
import { FACTSHEET, scriptedRobot, type ScriptedRobot } from '../../fakes/scriptedRobot.ts';
import { A, A2, B, startTestServer, type TestServer } from '../../fakes/testServer.ts';
import { uploader } from '../../fakes/uploads.ts';

const { alarmCases: calls, robots } = catalogue;
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });
/** The scripted robot is at (2, 2) and looks along x. */
const AHEAD = { mapId: 'map-1', x: 5, y: 2, theta: 0 };
const BEHIND = { mapId: 'map-1', x: -2, y: 2, theta: 0 };

let test: TestServer;
let robot: ScriptedRobot;
let counted = 0;

beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of [cases, commands]) await test.db.delete(table);
  robot = await scriptedRobot(
    mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, {
      username: A.serialNumber,
      password: 'secret',
      clientId: `robot-after-${++counted}`,
      reconnectPeriod: 0,
    }),
    { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber: A.serialNumber },
  );
});
afterEach(() => robot.leave());

const isReady = async ({ camera = true } = {}): Promise<void> => {
  const agvActions = [
    ...FACTSHEET.protocolFeatures.agvActions,
    { actionType: camera ? 'takePhoto' : 'say', actionScopes: ['INSTANT' as const] },
  ];
  await robot.say('factsheet', { ...FACTSHEET, protocolFeatures: { agvActions } }, { retain: true });
  await robot.state();
  await soon(async () => {
    const { data } = await test.as('robotAdmin', robots.detail.path, { serialNumber: A.serialNumber });
    expect(JSON.stringify(data)).toContain(camera ? 'takePhoto' : '"say"');
  });
};
/** A case of that robot which a person has. */
const taken = async (place: typeof AHEAD | null = AHEAD): Promise<string> => {
  const id = `after-${++counted}`;
  await test.db.insert(cases).values({
    id,
    serialNumber: A.serialNumber,
    event: 'carton',
    severity: 'warning',
    state: 'open',
    raisedAt: new Date(Date.now() - 60_000),
    lastAt: new Date(Date.now() - 60_000),
    firstAlarmId: id,
    lastAlarmId: id,
    ...place,
  });
  expect(await call(calls.take.path, { caseId: id })).toBe('ok');
  return id;
};
const call = async (path: string, data: object): Promise<string> => {
  const { code } = await test.as('robotAdmin', path, data);
  return code === 0 ? 'ok' : (errorNameOf(code) ?? String(code));
};
const resolve = (caseId: string, more: object = {}): Promise<string> =>
  call(calls.resolve.path, { caseId, cause: 'removed', ...more });
const detailsOf = async (caseId: string) =>
  (await test.as('robotAdmin', calls.details.path, { caseId })).data as {
    case: AlarmCase;
    entries: CaseEntry[];
    pictures: CasePicture[];
    isPictureComing: boolean;
  };
const gapsOf = ({ entries }: { entries: CaseEntry[] }): string[] =>
  entries.flatMap(({ kind, to }) => (kind === 'noPicture' ? [to] : []));
const photo = async (): Promise<string> => {
  const bytes = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer();
  return (await uploader(test).stored('member', bytes, 'picture', { serialNumber: A.serialNumber })).id;
};
const photoAction = () =>
  soon(() => {
    const action = robot.actions().findLast(({ actionType }) => actionType === 'takePhoto');
    if (!action) throw new Error('no photo was asked for');
    return action;
  });
const report = (actionId: string, actionStatus: 'FINISHED' | 'FAILED', resultDescription = '') =>
  robot.state({ actionStates: [{ actionId, actionStatus, resultDescription }] });

it('a robot that faces the place takes it, and it belongs to the case', async () => {
  await isReady();
  const caseId = await taken();
  expect(await resolve(caseId)).toBe('ok');
  expect(await detailsOf(caseId)).toMatchObject({ case: { state: 'resolved' }, isPictureComing: true, pictures: [] });
  const { actionId } = await photoAction();
  const fileId = await photo();
  await report(actionId, 'FINISHED', fileId);
  const found = await soon(async () => {
    const details = await detailsOf(caseId);
    expect(details.pictures).toHaveLength(1);
    return details;
  });
  expect(found).toMatchObject({ isPictureComing: false, pictures: [{ fileId, moment: 'after' }] });
  expect(gapsOf(found)).toEqual([]);
  const [item] = await test.db.select().from(mediaItems).where(eq(mediaItems.fileId, fileId));
  expect(item).toMatchObject({ source: 'alarm', alarmCaseId: caseId, userId: 'robotAdmin' });
});

it('a robot that fails to take it leaves the reason in the history', async () => {
  await isReady();
  const caseId = await taken();
  await resolve(caseId);
  await report((await photoAction()).actionId, 'FAILED', 'The camera is busy with other photos.');
  await soon(async () => expect(gapsOf(await detailsOf(caseId))).toEqual(['notTaken']));
  expect(await detailsOf(caseId)).toMatchObject({ isPictureComing: false, pictures: [] });
});

it('the case is resolved without a picture when no robot can take it, and says why', async () => {
  const outcome = async (place: typeof AHEAD | null = AHEAD): Promise<string[]> => {
    const caseId = await taken(place);
    expect(await resolve(caseId)).toBe('ok');
    const details = await detailsOf(caseId);
    expect(details).toMatchObject({ case: { state: 'resolved' }, isPictureComing: false });
    return gapsOf(details);
  };
  await isReady({ camera: false });
  expect(await outcome()).toEqual(['noCamera']);
  await isReady();
  expect(await outcome(BEHIND)).toEqual(['notInSight']);
  expect(await outcome(null)).toEqual(['placeUnknown']);
  await robot.say('connection', { connectionState: 'OFFLINE' }, { retain: true });
  await soon(async () => expect(await outcome(BEHIND)).toEqual(['offline']));
  expect(robot.actions().filter(({ actionType }) => actionType === 'takePhoto')).toEqual([]);
});

it('one that the robot has sent since the case was taken is enough', async () => {
  await isReady();
  const caseId = await taken();
  const fileId = await photo();
  await test.db.insert(alarmPictures).values({ fileId, caseId, moment: 'after', at: new Date(Date.now() + 1_000) });
  await resolve(caseId);
  const details = await detailsOf(caseId);
  expect(details).toMatchObject({ isPictureComing: false, pictures: [{ fileId }] });
  expect(gapsOf(details)).toEqual([]);
});

it('a photo that the person chose is used, unless it is gone or of another case', async () => {
  await isReady();
  const caseId = await taken();
  const [chosen, deleted] = [await photo(), await photo()];
  await test.db.update(mediaItems).set({ deletedAt: new Date() }).where(eq(mediaItems.fileId, deleted));
  expect(await resolve(caseId, { pictureId: deleted })).toBe('playbackMissing');
  expect(await resolve(caseId, { pictureId: 'f'.repeat(32) })).not.toBe('ok');
  expect((await detailsOf(caseId)).case.state).toBe('taken');
  expect(await resolve(caseId, { pictureId: chosen })).toBe('ok');
  expect(await detailsOf(caseId)).toMatchObject({
    case: { state: 'resolved' },
    isPictureComing: false,
    pictures: [{ fileId: chosen, moment: 'after' }],
  });
  const another = await taken();
  expect(await resolve(another, { pictureId: chosen })).toBe('playbackMissing');
  expect(await call(calls.reopen.path, { caseId })).toBe('ok');
  expect(await call(calls.take.path, { caseId })).toBe('ok');
  expect(await resolve(caseId, { pictureId: chosen })).toBe('playbackMissing');
  expect(robot.actions().filter(({ actionType }) => actionType === 'takePhoto')).toEqual([]);
});

it('a chosen photo is of the robot of the case, and not older than its last alarm', async () => {
  const caseId = await taken();
  const refused = async (change: Partial<typeof mediaItems.$inferInsert>): Promise<void> => {
    const fileId = await photo();
    await test.db.update(mediaItems).set(change).where(eq(mediaItems.fileId, fileId));
    expect(await resolve(caseId, { pictureId: fileId })).toBe('playbackMissing');
    expect(await test.db.select().from(mediaItems).where(eq(mediaItems.fileId, fileId))).toMatchObject([
      { source: 'operator', alarmCaseId: null },
    ]);
  };
  await refused({ serialNumber: A2.serialNumber });
  await refused({ serialNumber: B.serialNumber });
  await refused({ takenAt: new Date(Date.now() - 120_000) });
  expect(await detailsOf(caseId)).toMatchObject({ case: { state: 'taken' }, pictures: [] });
});

it('a photo that became the picture of another case meanwhile is not used', async () => {
  const [one, other, fileId] = [await taken(), await taken(), await photo()];
  // As if the other case was resolved after the library was read.
  await test.db.insert(alarmPictures).values({ fileId, caseId: other, moment: 'after', at: new Date() });
  expect(await resolve(one, { pictureId: fileId })).toBe('playbackMissing');
});

it('a photo arrives while somebody acts on the case: the messages of the robot do not wait', async () => {
  await isReady();
  const caseId = await taken();
  await resolve(caseId);
  const { actionId } = await photoAction();
  const fileId = await photo();
  let release = (): void => undefined;
  const acting = new Promise<void>((done) => (release = done));
  let isLocked = false;
  const act = test.db.transaction(async (transaction) => {
    isLocked = (await lockCase(transaction, caseId)) !== undefined;
    await acting;
  });
  await soon(() => expect(isLocked).toBe(true));
  try {
    await report(actionId, 'FINISHED', fileId);
    await soon(async () => expect((await detailsOf(caseId)).pictures).toHaveLength(1));
  } finally {
    release();
    await act;
  }
});

const fill = (caseId: string): Promise<number> =>
  addEntries(
    test.db,
    Array.from({ length: CASE_ENTRIES_MAX }, () => ({ caseId, at: new Date(), kind: 'note' as const })),
  );

it('a full history gets no reason', async () => {
  await isReady();
  const behind = await taken(BEHIND);
  await fill(behind);
  expect(await resolve(behind)).toBe('ok');
  expect(gapsOf(await detailsOf(behind))).toEqual([]);
  await createAlarmEvents({ now: Date.now } as AlarmNeeds).photoEnded(test.db, behind, undefined);
  expect(gapsOf(await detailsOf(behind))).toEqual([]);
});

describe('the robots that are asked', () => {
  const here = { mapId: 'map-1', x: 2, y: 2, theta: 0 };
  const relations = { robotAdmin: ['A-1', 'A-2', 'A-3'], lin: ['A-1', 'A-2'] };
  /** @returns the robots that were asked; all refuse */
  const asked = async (states: Record<string, { driving?: boolean; head?: number }>): Promise<string[]> => {
    const found: string[] = [];
    const fleet = {
      live: (one: string) => ({ pose: here, connection: 'online', driving: states[one]?.driving ?? false }),
      deviceInfo: (one: string) => ({ information: { settings: { head: states[one]?.head ?? null } } }),
      fleetCache: {
        robotsOf: (userId: keyof typeof relations) => new Set(relations[userId]),
        usersOf: (one: string) => Object.entries(relations).flatMap(([user, own]) => (own.includes(one) ? user : [])),
        abilitiesOf: () => ({ actions: ['takePhoto'] }),
      },
    };
    const pictures = createAfterPictures({
      fleet: fleet as never,
      now: Date.now,
      sendAction: async (_, { serialNumber }) => {
        found.push(serialNumber);
        throw new ApiError('tooManyRequests');
      },
    });
    const row = await caseById(test.db, await taken());
    if (!row) throw new Error('no case');
    const context = { db: test.db, userId: 'robotAdmin', language: 'enUS' } as unknown as RequestContext;
    await pictures.add(row, context, undefined);
    return found;
  };
  it('that of the case, then others that everyone sees who sees the case', async () =>
    expect(await asked({})).toEqual(['A-1', 'A-2']));
  it('not one that drives', async () => expect(await asked({ 'A-1': { driving: true } })).toEqual(['A-2']));
  it('not one that looks aside', async () =>
    expect(await asked({ 'A-1': { head: 0.5 }, 'A-2': { head: -0.3 } })).toEqual(['A-2']));
});

describe('a picture is coming while its command is open', () => {
  const pictures = createAfterPictures({
    fleet: { ledger: { openOfKind: () => [{ targetId: 'c' }] } } as never,
    now: Date.now,
    sendAction: () => Promise.reject(new Error('not asked')),
  });
  const entry = (kind: CaseEntryRow['kind'], at: number): CaseEntryRow => ({
    id: at,
    caseId: 'c',
    at: new Date(at),
    kind,
    by: '',
    to: '',
    level: null,
    text: '',
  });
  const after = (at: number) => ({
    fileId: 'f',
    caseId: 'c',
    moment: 'after' as const,
    at: new Date(at),
    box: null,
  });
  const before = [entry('resolved', 1), entry('noPicture', 1), entry('reopened', 2), entry('resolved', 3)];
  it.each([
    ['of another case', 'other', before, [], false],
    ['of this one', 'c', before, [after(1)], true],
    ['which another server has ended without one', 'c', [...before, entry('noPicture', 4)], [], false],
    ['which another server has ended with one', 'c', before, [after(4)], false],
  ] as const)('%s', (_, caseId, entries, shown, isComing) =>
    expect(pictures.isComing(caseId, entries, shown)).toBe(isComing),
  );
});
