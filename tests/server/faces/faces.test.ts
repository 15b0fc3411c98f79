/** Face recognition from a robot's event to the list: where it is on, who is recognised, erasure, retention, limits. */
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { FaceDetails, FacePerson, FaceRecord, FaceSetting } from '../../../contract/entities/face.ts';
import { FACE_ORPHAN_MS, FACES_PER_ROBOT_PER_HOUR, VISITOR_CONSENT_MS } from '../../../contract/rules/faces.ts';
import { QUESTIONS_TTL_MS } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { noticesTopic } from '../../../contract/wire/topics.ts';
import {
  audit,
  facePersons,
  faceRecords,
  faceReveals,
  faceSites,
  files,
  robotEvents,
  robotSettings,
} from '../../../server/db/schema.ts';
import { lockFacesOf } from '../../../server/db/repositories/faces.ts';
import { faceIdOf } from '../../../server/features/faceEvents.ts';
import { createFaceRobots, startFaceRepeats } from '../../../server/features/faceRobots.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { applyRetention } from '../../../server/retention.ts';
import { clearPicture, faceRobot, rawCall, soon, type FaceRobot } from '../../fakes/faceRobot.ts';
import { A, B, startTestServer, type TestServer } from '../../fakes/testServer.ts';
import { join } from 'node:path';

const { faces } = catalogue;
const DAY_MS = 86_400_000;
const SETTING = { siteId: A.siteId, isOn: true, ground: 'Agreed by the works council', pictureDays: 30, rowDays: 90 };
const NOTE = 'The guest asked at the desk';

let test: TestServer;
let robot: FaceRobot;
beforeAll(async () => {
  test = await startTestServer();
  robot = await faceRobot(test);
});
afterAll(async () => {
  await robot.leave();
  await test.close();
});
beforeEach(async () => {
  for (const table of [faceRecords, facePersons, faceSites]) await test.db.delete(table);
  await test.forgetTries();
});

const revisionOf = async (): Promise<number> =>
  (await test.db.select().from(faceSites).where(eq(faceSites.siteId, A.siteId)))[0]?.revision ?? 0;
const switchOn = async (change: object = {}) =>
  test.as('accountAdmin', faces.saveSetting.path, { ...SETTING, ...change, revision: await revisionOf() });
const list = async (asked: object = {}, person: 'member' | 'viewer' | 'stranger' = 'member') =>
  (await test.as(person, faces.list.path, asked)).data as {
    total: number;
    rows: FaceRecord[];
    counts: Record<string, number>;
  };
let seen = 0;
const see = async (more: object = {}, at = Date.now()): Promise<string> => {
  const faceId = `f-${++seen}`;
  await robot.tell({ type: 'face', faceId, temperature: 36.5, ...more }, at);
  return faceIdOf(A.serialNumber, faceId);
};
const stored = (id: string) =>
  soon(async () => {
    const [row] = await test.db.select().from(faceRecords).where(eq(faceRecords.id, id));
    expect(row).toBeDefined();
    return row;
  });
/** Events of a robot are handled in order: what came before this one has been handled. */
const handled = async (): Promise<void> => void (await stored(await see()));
const register = async (faceId: string, more: object = {}) =>
  test.as('robotAdmin', faces.register.path, {
    faceId,
    name: 'Ada Berg',
    personKind: 'staff',
    consent: true,
    consentNote: 'signed form',
    ...more,
  });
const storeOf = () => createFolderStore(join(test.folder, 'files'));
const retain = (after: number) =>
  applyRetention({
    db: test.db,
    now: () => Date.now() + after,
    files: { db: test.db, now: () => Date.now() + after, store: storeOf(), log: test.server.deps.log },
  });

describe('a site', () => {
  it('records nothing until it is on: no record, no picture, and no event', async () => {
    await expect(robot.upload(await clearPicture())).rejects.toMatchObject({ code: ERRORS.faceOff });
    await see();
    await switchOn();
    await handled();
    expect((await list()).total).toBe(1);
    const events = await test.db.select().from(robotEvents);
    expect(events.filter(({ event }) => event.type === 'face')).toEqual([]);
  });

  it('is switched on by an account administrator with a ground, and the change is audited', async () => {
    expect(await switchOn({ ground: 'why not' })).toMatchObject({ code: ERRORS.faceGroundNeeded });
    expect(await switchOn({ pictureDays: 91 })).toMatchObject({ code: ERRORS.faceDaysWrong });
    expect((await switchOn({ rowDays: 366 })).code).toBe(ERRORS.fieldInvalid);
    expect(await test.as('superAdmin', faces.saveSetting.path, { ...SETTING, revision: 0 })).toMatchObject({
      code: ERRORS.notAllowed,
    });
    expect(await switchOn()).toMatchObject({ code: 0, data: { revision: 1 } });
    expect(await test.as('accountAdmin', faces.saveSetting.path, { ...SETTING, revision: 0 })).toMatchObject({
      code: ERRORS.recordChanged,
    });
    const entries = await test.db.select().from(audit).where(eq(audit.act, 'face.saveSetting'));
    expect(entries.at(-1)).toMatchObject({ subject: A.siteId, before: { isOn: false }, after: { isOn: true } });
    const { rows } = (await test.as('viewer', faces.settings.path, {})).data as { rows: FaceSetting[] };
    expect(rows).toMatchObject([{ siteId: A.siteId, isOn: true, byName: 'accountAdmin by name', pictureDays: 30 }]);
  });

  it('tells its robots at once, and tells them again when they come back', async () => {
    await switchOn();
    await soon(() => expect(robot.recognition()).toMatchObject({ isOn: true, persons: [] }));
    await switchOn({ isOn: false, ground: '' });
    await soon(() => expect(robot.recognition()).toMatchObject({ isOn: false }));
    const before = robot.robot.received.length;
    await robot.robot.say('connection', { connectionState: 'ONLINE' }, { retain: true });
    await soon(() =>
      expect(robot.robot.received.slice(before).some(({ message }) => message['type'] === 'faceRecognition')).toBe(
        true,
      ),
    );
  });

  it('reveals nothing once it is off', async () => {
    await switchOn();
    const fileId = await robot.upload(await clearPicture());
    const id = await see({ fileId });
    await stored(id);
    const why = { faceId: id, reason: 'other', note: NOTE };
    const { ticket } = (await test.as('robotAdmin', faces.reveal.path, why)).data as { ticket: string };
    const { broker } = test.server.deps;
    vi.spyOn(broker, 'watchers').mockReturnValue([
      { userId: 'robotAdmin', language: 'zhCN' },
      { userId: 'stranger', language: 'enUS' },
    ]);
    const published = vi.spyOn(broker, 'publish');
    await switchOn({ isOn: false });
    // Pages that show a picture are told at once, and only those of people of the site.
    await soon(() =>
      expect(published.mock.calls.filter(([topic]) => topic.endsWith('/notices'))).toEqual([
        [noticesTopic('robotAdmin'), { type: 'facesChanged', siteId: A.siteId }],
      ]),
    );
    vi.restoreAllMocks();
    expect((await test.as('robotAdmin', faces.details.path, { faceId: id })).data).toMatchObject({
      isOn: false,
      canReveal: true,
    });
    expect(await test.as('robotAdmin', faces.reveal.path, why)).toMatchObject({ code: ERRORS.faceOff });
    expect((await rawCall(test, 'robotAdmin', faces.open.path, { faceId: id, ticket })).json()).toMatchObject({
      code: ERRORS.faceOff,
    });
    await switchOn();
    expect((await test.as('robotAdmin', faces.details.path, { faceId: id })).data).toMatchObject({ isOn: true });
  });
});

describe('a record', () => {
  beforeEach(async () => void (await switchOn()));

  it('is high by the threshold of its robot, has one decimal, a place, and is stored once', async () => {
    await test.db
      .insert(robotSettings)
      .values({
        serialNumber: A.serialNumber,
        wanted: {},
        reported: { highTemperature: { value: 36.9, since: 1 } },
        refused: {},
      })
      .onConflictDoUpdate({
        target: robotSettings.serialNumber,
        set: { reported: { highTemperature: { value: 36.9, since: 1 } } },
      });
    const pose = { mapId: 'ground', x: 5, y: 5, theta: 0 };
    const id = await see({ temperature: 36.94, pose });
    await stored(id);
    await robot.tell({ type: 'face', faceId: `f-${seen}`, temperature: 20 });
    const cold = await see({ temperature: 20 });
    await handled();
    const { rows, counts } = await list();
    expect(rows).toHaveLength(3);
    expect(rows.find((row) => row.id === id)).toMatchObject({
      temperature: 36.9,
      threshold: 36.9,
      isHigh: true,
      place: 'Lobby',
      person: null,
      blurred: '',
      pictureUntil: null,
      robotName: 'Porter',
    });
    expect(rows.find((row) => row.id === cold)).toMatchObject({ temperature: null, isHigh: false });
    expect(counts).toEqual({ all: 3, registered: 0, stranger: 3, highTemperature: 1 });
    expect((await list({ selectType: 'highTemperature' })).rows.map((row) => row.id)).toEqual([id]);
    expect((await list({ endTime: 1 })).total).toBe(0);
    expect((await list({}, 'stranger')).rows).toEqual([]);
    await test.db.delete(robotSettings);
  });

  it('shows only a blurred picture, of a robot that uploaded it itself', async () => {
    const fileId = await robot.upload(await clearPicture());
    const id = await see({ fileId });
    await stored(id);
    const [row] = (await list()).rows;
    expect(row?.blurred).toMatch(/^data:image\/webp;base64,/u);
    expect(row?.pictureUntil).toBe((row?.at ?? 0) + 30 * DAY_MS);
    await stored(await see({ fileId: 'f'.repeat(32) }));
    expect((await list()).rows[0]?.blurred).toBe('');
  });

  it('keeps its picture when the event is repeated and refused while another server stores it', async () => {
    const fileId = await robot.upload(await clearPicture(31));
    await stored(await see());
    const [one] = await test.db.select().from(faceRecords);
    if (!one) throw new Error('no record');
    await test.db.transaction(async (otherServer) => {
      await lockFacesOf(otherServer, A.serialNumber);
      await otherServer.insert(faceRecords).values({ ...one, id: 'elsewhere', robotFaceId: 'f-elsewhere', fileId });
      await see({ fileId }, Date.now() - 2 * DAY_MS);
      await soon(async () => {
        const { rows } = await otherServer.execute(
          sql`select 1 from pg_locks join pg_database on pg_database.oid = database
            where locktype = 'advisory' and not granted and datname = current_database()`,
        );
        expect(rows).toHaveLength(1);
      });
    });
    await handled();
    expect(await test.db.select().from(files).where(eq(files.id, fileId))).toMatchObject([{ state: 'ready' }]);
  });

  it('links the case of its alarm', async () => {
    await robot.tell({ type: 'alarm', alarm: 'highTemperature', pose: null, value: 38.4 }, Date.now(), 'hot-1');
    await stored(await see({ temperature: 38.4, alarmId: 'hot-1' }));
    const [row] = (await list()).rows;
    expect(row?.alarmCaseId).not.toBeNull();
    expect((await test.as('member', catalogue.alarmCases.details.path, { caseId: row?.alarmCaseId })).code).toBe(0);
  });

  it('is checked once, by the first person, and deleted by an administrator with its picture', async () => {
    const fileId = await robot.upload(await clearPicture());
    const id = await see({ fileId });
    await stored(id);
    expect((await test.as('viewer', faces.check.path, { faceId: id })).code).toBe(ERRORS.notAllowed);
    await test.as('member', faces.check.path, { faceId: id });
    await test.as('robotAdmin', faces.check.path, { faceId: id });
    expect((await list()).rows[0]?.checked).toMatchObject({ byName: 'member by name' });
    const [file] = await test.db.select().from(files).where(eq(files.id, fileId));
    expect(await storeOf().get('face', file?.storedAs ?? '')).not.toBeNull();
    expect((await test.as('robotAdmin', faces.remove.path, { faceId: id })).code).toBe(0);
    await soon(async () => expect(await storeOf().get('face', file?.storedAs ?? '')).toBeNull());
    expect((await list()).total).toBe(0);
  });

  it('is not stored when it is too old, or beyond the limit of its robot', async () => {
    await see({}, Date.now() - 2 * DAY_MS);
    await handled();
    expect((await list()).total).toBe(1);
    const [one] = await test.db.select().from(faceRecords);
    if (!one) throw new Error('no record');
    await test.db
      .insert(faceRecords)
      .values(Array.from({ length: FACES_PER_ROBOT_PER_HOUR - 1 }, (_, i) => ({ ...one, id: `more-${i}` })));
    await see();
    // The same queue: the question is handled after the face.
    await robot.tell({ type: 'question', question: 'Where is the lift?', answered: false }, Date.now(), 'q-after');
    await soon(async () =>
      expect(await test.db.select().from(robotEvents).where(eq(robotEvents.id, 'q-after'))).toHaveLength(1),
    );
    expect(await test.rowsIn(faceRecords)).toBe(FACES_PER_ROBOT_PER_HOUR);
  });

  it('is exported without a picture, and the export is in the audit log without a name', async () => {
    const id = await see({ fileId: await robot.upload(await clearPicture()) });
    await stored(id);
    await register(id);
    const reply = await rawCall(test, 'member', faces.export.path, { name: 'Berg', timeZone: 'Asia/Shanghai' });
    expect(reply.body).toContain('"Ada Berg"');
    expect(reply.body).not.toContain('base64');
    expect(reply.headers['cache-control']).toBe('no-store');
    const entries = await test.db.select().from(audit).where(eq(audit.act, 'face.export'));
    expect(entries.at(-1)).toMatchObject({ userId: 'member', after: { rows: 1 } });
    expect(JSON.stringify(entries)).not.toContain('Berg');
  });
});

describe('a person', () => {
  beforeEach(async () => void (await switchOn()));

  it('is registered with consent from a record, and robots of the site are told', async () => {
    const id = await see();
    await stored(id);
    expect((await register(id, { consent: false })).code).toBe(ERRORS.fieldInvalid);
    const { code, data } = await register(id);
    expect(code).toBe(0);
    const { personId } = data as { personId: string };
    expect(await register(id)).toMatchObject({ code: ERRORS.faceRegistered });
    await soon(() =>
      expect(robot.recognition()?.persons).toMatchObject([
        { personId, serialNumber: A.serialNumber, faceId: `f-${seen}`, until: null },
      ]),
    );
    await stored(await see({ personId }));
    const found = await list({ name: 'berg' });
    expect(found.rows.map(({ person }) => person?.name)).toEqual(['Ada Berg', 'Ada Berg']);
    expect((await list({ name: '%' })).total).toBe(0);
    const { rows } = (await test.as('robotAdmin', faces.persons.path, { siteId: A.siteId })).data as {
      rows: FacePerson[];
    };
    expect(rows).toMatchObject([{ name: 'Ada Berg', records: 2, consentNote: 'signed form', until: null }]);
    const log = await test.db.select().from(audit).where(eq(audit.act, 'face.register'));
    expect(JSON.stringify(log)).not.toContain('Berg');
  });

  it('is erased with everything in one act: records, pictures, files, tickets, on robots, in every reply', async () => {
    const fileId = await robot.upload(await clearPicture());
    const id = await see({ fileId });
    await stored(id);
    const { personId } = (await register(id)).data as { personId: string };
    const secondFile = await robot.upload(await clearPicture(9));
    const second = await see({ personId, fileId: secondFile });
    await stored(second);
    const stores = await test.db
      .select()
      .from(files)
      .where(inArray(files.id, [fileId, secondFile]));
    expect(stores).toHaveLength(2);
    const { ticket } = (await test.as('robotAdmin', faces.reveal.path, { faceId: id, reason: 'other', note: NOTE }))
      .data as { ticket: string };

    expect((await test.as('robotAdmin', faces.erase.path, { personId })).code).toBe(0);

    expect((await rawCall(test, 'robotAdmin', faces.open.path, { faceId: id, ticket })).json()).toMatchObject({
      code: ERRORS.notFound,
    });
    expect((await list()).total).toBe(0);
    expect(await test.rowsIn(facePersons)).toBe(0);
    expect(await test.rowsIn(faceReveals)).toBe(0);
    await soon(() => expect(robot.recognition()?.persons).toEqual([]));
    for (const { storedAs } of stores)
      for (const area of ['face', 'thumbnail'] as const)
        await soon(async () => expect(await storeOf().get(area, storedAs ?? '')).toBeNull());
    const rest = JSON.stringify([await test.db.select().from(audit), await test.db.select().from(robotEvents)]);
    expect(rest).not.toContain('Ada Berg');
    // A robot that has not heard of it yet still names the person: nothing of that is kept.
    const late = await robot.upload(await clearPicture(11));
    await see({ personId, fileId: late });
    await handled();
    expect((await list()).total).toBe(1);
    const [file] = await test.db.select().from(files).where(eq(files.id, late));
    expect(file?.state ?? 'deleted').toBe('deleted');
    expect((await test.as('robotAdmin', faces.erase.path, { personId })).code).toBe(ERRORS.notFound);
  });

  it('who is a visitor is no longer shown after a day, and then erased', async () => {
    const id = await see();
    await stored(id);
    const { personId } = (await register(id, { personKind: 'visitor' })).data as { personId: string };
    await test.db.update(facePersons).set({ until: new Date(Date.now() - 1) });
    expect((await test.as('member', faces.details.path, { faceId: id })).data as FaceDetails).toMatchObject({
      record: { person: null, blurred: '' },
    });
    await see({ personId });
    await handled();
    await retain(0);
    expect(await test.rowsIn(facePersons)).toBe(0);
    expect((await list()).total).toBe(1);
    expect(VISITOR_CONSENT_MS).toBe(DAY_MS);
  });
});

describe('robots', () => {
  it('are told the list again after a message was lost, with a later time', async () => {
    await switchOn();
    const id = await see();
    await stored(id);
    const { personId } = (await register(id)).data as { personId: string };
    await soon(() => expect(robot.recognition()?.persons).toMatchObject([{ personId }]));
    const before = robot.recognition()?.sentAt ?? Infinity;
    // As if the message about the erasure had been lost.
    await test.db.delete(facePersons);
    const { db, log, fleet } = test.server.deps;
    await createFaceRobots({ db, log, fleet: () => fleet }).repeat();
    await soon(() => expect(robot.recognition()?.persons).toEqual([]));
    expect(robot.recognition()?.sentAt).toBeGreaterThan(before);
  });

  it('are told every few minutes, until the server stops', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const repeat = vi.fn(() => Promise.resolve());
      const repeats = startFaceRepeats({ repeat });
      await vi.advanceTimersByTimeAsync(11 * 60_000);
      expect(repeat).toHaveBeenCalledTimes(2);
      await repeats.close();
      await vi.advanceTimersByTimeAsync(11 * 60_000);
      expect(repeat).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('that move leave records and persons at their site', async () => {
    await switchOn();
    const id = await see({ fileId: await robot.upload(await clearPicture(41)) });
    await stored(id);
    const known = await see();
    await stored(known);
    expect((await register(known)).code).toBe(0);
    await soon(() => expect(robot.recognition()?.persons).toHaveLength(1));
    const why = { faceId: id, reason: 'other', note: NOTE };
    const { ticket } = (await test.as('robotAdmin', faces.reveal.path, why)).data as { ticket: string };
    const moveTo = async (toSiteId: string) =>
      test.as('accountAdmin', catalogue.robotFleet.move.path, { robotToMove: A.serialNumber, toSiteId });

    expect((await moveTo(B.siteId)).code).toBe(0);

    await soon(() => expect(robot.recognition()).toMatchObject({ isOn: false, persons: [] }));
    expect(await list()).toMatchObject({ total: 0, rows: [], counts: { all: 0, registered: 0 } });
    const csv = await rawCall(test, 'robotAdmin', faces.export.path, { timeZone: 'UTC' });
    expect(csv.body.trim().split('\n')).toHaveLength(1);
    for (const reply of [
      await test.as('robotAdmin', faces.details.path, { faceId: id }),
      await test.as('robotAdmin', faces.reveal.path, why),
      (await rawCall(test, 'robotAdmin', faces.open.path, { faceId: id, ticket })).json(),
      await test.as('robotAdmin', faces.check.path, { faceId: id }),
      await test.as('robotAdmin', faces.remove.path, { faceId: id }),
      await register(id),
    ])
      expect(reply).toMatchObject({ code: ERRORS.notFound });

    expect((await moveTo(A.siteId)).code).toBe(0);
    await soon(() => expect(robot.recognition()?.persons).toHaveLength(1));
    expect((await list()).total).toBe(2);
  });
});

describe('retention', () => {
  it('deletes pictures and records after the days of their site, and files with them', async () => {
    await switchOn({ pictureDays: 2, rowDays: 5 });
    const fileId = await robot.upload(await clearPicture());
    const id = await see({ fileId });
    await stored(id);
    const [file] = await test.db.select().from(files).where(eq(files.id, fileId));

    await retain(2 * DAY_MS - 60_000);
    expect((await list()).rows[0]?.blurred).not.toBe('');
    await retain(2 * DAY_MS);
    expect((await list()).rows).toMatchObject([{ id, blurred: '', pictureUntil: null }]);
    expect(await storeOf().get('face', file?.storedAs ?? '')).toBeNull();
    expect(await storeOf().get('thumbnail', file?.storedAs ?? '')).toBeNull();
    expect(await test.as('robotAdmin', faces.reveal.path, { faceId: id, reason: 'other', note: NOTE })).toMatchObject({
      code: ERRORS.facePictureGone,
    });
    await retain(5 * DAY_MS - 60_000);
    expect(await test.rowsIn(faceRecords)).toBe(1);
    await retain(5 * DAY_MS);
    expect(await test.rowsIn(faceRecords)).toBe(0);
  });

  it('hides what is due before the job has run', async () => {
    await switchOn();
    const id = await see({ fileId: await robot.upload(await clearPicture()) });
    await stored(id);
    await test.db.update(faceRecords).set({ at: new Date(Date.now() - 30 * DAY_MS) });
    expect((await list()).rows).toMatchObject([{ blurred: '', pictureUntil: null }]);
    expect(await test.as('robotAdmin', faces.reveal.path, { faceId: id, reason: 'other', note: NOTE })).toMatchObject({
      code: ERRORS.facePictureGone,
    });
  });

  it('deletes pictures whose event never came', async () => {
    await switchOn();
    const fileId = await robot.upload(await clearPicture(21));
    await retain(0);
    expect(await test.db.select().from(files).where(eq(files.id, fileId))).toHaveLength(1);
    await retain(FACE_ORPHAN_MS + 60_000);
    expect(await test.db.select().from(files).where(eq(files.id, fileId))).toHaveLength(0);
  });

  it('deletes the questions that robots heard after 90 days, as the privacy notice says', async () => {
    await robot.tell({ type: 'question', question: 'How old is old?', answered: false }, Date.now(), 'q-old');
    const heard = () => test.db.select().from(robotEvents).where(eq(robotEvents.id, 'q-old'));
    await soon(async () => expect(await heard()).toHaveLength(1));
    await retain(QUESTIONS_TTL_MS - 60_000);
    expect(await heard()).toHaveLength(1);
    await retain(QUESTIONS_TTL_MS + 60_000);
    expect(await heard()).toHaveLength(0);
  });
});
