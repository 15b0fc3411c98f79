/** Alarm cases, from a robot's event on the broker to what people do about them. */
import { eq, sql } from 'drizzle-orm';
import mqtt from 'mqtt';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MOST_OPEN_CASES } from '../../../contract/endpoints/alarmCases.ts';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { AlarmCase, CaseEntry, CasePicture, ToldNext } from '../../../contract/entities/alarmCase.ts';
import { ALWAYS } from '../../../contract/rules/alarmContacts.ts';
import { CASES_PER_ROBOT_PER_HOUR } from '../../../contract/rules/alarmCase.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { alarmRules, alarmCases as cases, audit, mediaItems } from '../../../server/db/schema.ts';
import { scriptedRobot, type ScriptedRobot } from '../../fakes/scriptedRobot.ts';
import { A, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';
import { announcement, uploader } from '../../fakes/uploads.ts';

const { alarmCases: calls } = catalogue;
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });

let test: TestServer;
let robot: ScriptedRobot;
let counted = 0;

beforeAll(async () => {
  test = await startTestServer();
  robot = await scriptedRobot(
    mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, {
      username: A.serialNumber,
      password: 'secret',
      clientId: 'robot-alarms',
      reconnectPeriod: 0,
    }),
    { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber: A.serialNumber },
  );
});
afterAll(async () => {
  await robot.leave();
  await test.close();
});
beforeEach(async () => void (await test.db.delete(cases)));

const tell = async (event: { type: string } & Record<string, unknown>): Promise<string> => {
  const id = `al-${++counted}`;
  await robot.say('events', { id, at: Date.now(), event });
  return id;
};
const rows = () => test.db.select().from(cases).orderBy(cases.number);
/** Raises an alarm and waits for its case. */
const raised = async (alarm = 'smoke', more: object = {}): Promise<{ caseId: string; alarmId: string }> => {
  const before = (await rows()).length;
  const alarmId = await tell({ type: 'alarm', alarm, pose: null, ...more });
  const row = await soon(async () => {
    const all = await rows();
    expect(all.length).toBe(before + 1);
    return all.at(-1);
  });
  return { caseId: row?.id ?? '', alarmId };
};
const call = async (person: Person, { path }: { path: string }, data: object): Promise<string> => {
  const { code } = await test.as(person, path, data);
  return code === 0 ? 'ok' : (errorNameOf(code) ?? String(code));
};
const detailsOf = async (caseId: string) =>
  ((await test.as('robotAdmin', calls.details.path, { caseId })) as { data: { case: AlarmCase; entries: CaseEntry[] } })
    .data;

it('a picture of it says where in the picture the thing is, if the robot does', async () => {
  const { caseId, alarmId } = await raised('fall');
  const bytes = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer();
  const taken = async () =>
    (await uploader(test).stored('member', bytes, 'picture', { serialNumber: A.serialNumber })).id;
  const box = { x: 0.25, y: 0.5, width: 0.5, height: 0.4 };
  const [before, at] = [await taken(), await taken()];
  await tell({ type: 'alarmPicture', alarmId, moment: 'before', fileId: before });
  await tell({ type: 'alarmPicture', alarmId, moment: 'at', fileId: at, box });
  const pictures = await soon(async () => {
    const { data } = await test.as('robotAdmin', calls.details.path, { caseId });
    const found = (data as { pictures: CasePicture[] }).pictures;
    expect(found).toHaveLength(2);
    return found;
  });
  expect(pictures.map(({ fileId, box: told }) => [fileId, told])).toEqual([
    [before, null],
    [at, box],
  ]);
});

it('a picture of it that is named before its upload is complete is a picture of the alarm in the library', async () => {
  const { caseId, alarmId } = await raised('fall');
  const bytes = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#543' } })
    .jpeg()
    .toBuffer();
  const client = uploader(test);
  const request = announcement(bytes, 'picture', { serialNumber: A.serialNumber });
  const { fileId, uploadUrl } = await client.ticket('member', request);
  await tell({ type: 'alarmPicture', alarmId, moment: 'at', fileId });
  await soon(async () => expect((await rows())[0]?.pictureId).toBe(fileId));
  expect(await client.put(uploadUrl, bytes, 0, bytes.length)).toMatchObject({ code: 0 });
  expect(await client.complete('member', fileId)).toMatchObject({ code: 0 });
  const [item] = await test.db.select().from(mediaItems).where(eq(mediaItems.fileId, fileId));
  expect(item).toMatchObject({ source: 'alarm', alarmCaseId: caseId });
});

it('says who is told next, with their hours, to those who may see contacts, until somebody takes it', async () => {
  const { path } = catalogue.alarmRules.saveContact;
  const { serialNumber } = A;
  const save = async (to: string, data: object) =>
    ((await test.as('robotAdmin', to, { serialNumber, ...data })) as { data: { id: string } | null }).data?.id ?? '';
  const role = await save(catalogue.alarmRules.saveRole.path, { roleName: 'Told next' });
  const hours = ALWAYS.map(() => 0);
  const person = { contactName: 'Omar', phoneNumber: '+12025550147', roleIds: [role], hours };
  const contactId = await save(path, person);
  await save(catalogue.alarmRules.saveConfig.path, {
    alarmEvent: 'smoke',
    alarmWays: ['sms'],
    firstProcessingRoles: [role],
    secondaryProcessingRoles: [],
  });
  const { caseId } = await raised('smoke');
  const next = async (who: Person) =>
    ((await test.as(who, calls.details.path, { caseId })) as { data: { toldNext: ToldNext | null } }).data.toldNext;
  const levelTwoAt = new Date(Date.now() + 600_000);
  await test.db.update(cases).set({ levelTwoAt }).where(eq(cases.id, caseId));
  expect(await next('robotAdmin')).toEqual({
    at: levelTwoAt.getTime(),
    timeZone: expect.any(String),
    contacts: [{ id: contactId, name: 'Omar', roleIds: [role], hours, quietDays: [] }],
  });
  expect(await next('member')).toBeNull();
  await call('robotAdmin', calls.take, { caseId });
  expect(await next('robotAdmin')).toBeNull();
  // The other tests tell nobody.
  await test.db.delete(alarmRules);
});

describe('an alarm that a robot reports', () => {
  it('opens a case with severity, value and countdown; a repeat counts, its end is noted and closes nothing', async () => {
    const { caseId, alarmId } = await raised('noise', { value: 71, severity: 'critical' });
    await tell({ type: 'alarm', alarm: 'noise', pose: null, value: 84 });
    await soon(async () => expect((await rows())[0]).toMatchObject({ count: 2, value: 84 }));
    await tell({ type: 'alarmOver', alarmId });
    await soon(async () => expect((await rows())[0]?.overAt).toBeInstanceOf(Date));
    const { case: found, entries } = await detailsOf(caseId);
    expect(found).toMatchObject({
      event: 'noise',
      severity: 'critical',
      state: 'open',
      count: 2,
      value: 84,
      owner: null,
    });
    expect(found.levelTwoAt).toBe(found.raisedAt + 15 * 60_000);
    expect(entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['raised', 'over']));
  });
  it('of another type or after the first was resolved opens another case', async () => {
    const { caseId } = await raised('fall');
    await raised('smoke');
    await call('robotAdmin', calls.take, { caseId });
    await call('robotAdmin', calls.resolve, { caseId, cause: 'handled' });
    await raised('fall');
    expect(await rows()).toHaveLength(3);
  });
  it('in the moment in which its case is being resolved opens another case', async () => {
    const { caseId } = await raised('fall');
    await test.db.transaction(async (resolving) => {
      await resolving.update(cases).set({ state: 'resolved' }).where(eq(cases.id, caseId));
      await tell({ type: 'alarm', alarm: 'fall', pose: null });
      await soon(async () => {
        const { rows: waiting } = await resolving.execute(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(waiting).toHaveLength(1);
      });
    });
    await soon(async () =>
      expect((await rows()).map(({ state, count }) => [state, count])).toEqual([
        ['resolved', 1],
        ['open', 1],
      ]),
    );
  });
  it('does not bury the rest: a robot that reports nonsense soon opens one case for each event, and none is lost', async () => {
    const { caseId } = await raised('carton');
    const [row] = await rows();
    if (!row) throw new Error('no case');
    await test.db.insert(cases).values(
      Array.from({ length: CASES_PER_ROBOT_PER_HOUR }, (_, index) => ({
        ...row,
        id: `flood-${index}`,
        number: 10_000 + index,
        state: 'resolved' as const,
      })),
    );
    for (const x of [2, 20, 40])
      await tell({ type: 'alarm', alarm: 'clutter', pose: { mapId: 'ground', x, y: 2, theta: 0 } });
    await tell({ type: 'alarm', alarm: 'carton', pose: null });
    await soon(async () => expect((await detailsOf(caseId)).case.count).toBe(2));
    expect((await rows()).filter(({ event }) => event === 'clutter')).toMatchObject([{ count: 3 }]);
  });
});

describe('what people do about a case', () => {
  it('two take it in the same second: one gets it, the other learns who has it', async () => {
    const { caseId } = await raised();
    const answers = await Promise.all(
      (['robotAdmin', 'superAdmin'] as const).map((person) => test.as(person, calls.take.path, { caseId })),
    );
    expect(answers.map(({ code }) => code === 0).sort()).toEqual([false, true]);
    const loser = answers.find(({ code }) => code !== 0);
    expect(errorNameOf(loser?.code ?? 0)).toBe('alarmTakenByOther');
    const { case: found } = await detailsOf(caseId);
    expect(found).toMatchObject({ state: 'taken', levelTwoAt: null });
    const { owner } = found;
    expect(loser?.data).toMatchObject({ words: { name: owner?.name, seconds: 1 } });
  });
  it('hands over with acceptance, gives back, resolves with a cause and a note, opens again', async () => {
    const { caseId } = await raised();
    expect(await call('robotAdmin', calls.resolve, { caseId, cause: 'handled' })).toBe('alarmNotTaken');
    expect(await call('robotAdmin', calls.take, { caseId })).toBe('ok');
    expect(await call('superAdmin', calls.resolve, { caseId, cause: 'handled' })).toBe('alarmNotYours');
    expect(await call('robotAdmin', calls.handOver, { caseId, to: 'superAdmin' })).toBe('ok');
    expect((await detailsOf(caseId)).case).toMatchObject({
      owner: { id: 'robotAdmin' },
      handOverTo: { id: 'superAdmin' },
    });
    expect(await call('superAdmin', calls.answerHandOver, { caseId, accept: true })).toBe('ok');
    expect(await call('superAdmin', calls.release, { caseId })).toBe('ok');
    expect(await call('superAdmin', calls.take, { caseId })).toBe('ok');
    expect(await call('superAdmin', calls.resolve, { caseId, cause: 'removed', note: 'Boxes moved' })).toBe('ok');
    const { case: found, entries } = await detailsOf(caseId);
    expect(found).toMatchObject({ state: 'resolved', cause: 'removed', resolvedBy: 'superAdmin by name' });
    expect(entries.map(({ kind }) => kind)).toEqual([
      'raised',
      'nobodyToTell',
      'taken',
      'handOverAsked',
      'handOverAccepted',
      'released',
      'nobodyToTell',
      'taken',
      'resolved',
      'noPicture',
    ]);
    expect(entries.at(-2)?.text).toBe('Boxes moved');
    expect(await call('robotAdmin', calls.reopen, { caseId })).toBe('ok');
    expect((await detailsOf(caseId)).case.state).toBe('open');
    const acts = await test.db.select({ act: audit.act }).from(audit).where(eq(audit.subject, caseId));
    expect(acts.map(({ act }) => act)).toEqual(expect.arrayContaining(['alarm.take', 'alarm.resolve', 'alarm.reopen']));
  });
  it('a case goes only to people who operate the robot', async () => {
    const { caseId } = await raised();
    await call('robotAdmin', calls.take, { caseId });
    expect(await call('robotAdmin', calls.handOver, { caseId, to: 'stranger' })).toBe('handOverNotAllowed');
    expect(await call('robotAdmin', calls.handOver, { caseId, to: 'robotAdmin' })).toBe('handOverToOwner');
    expect(await call('stranger' as Person, calls.take, { caseId })).toBe('robotForeign');
  });
  it('notes are kept, and bounded', async () => {
    const { caseId } = await raised();
    expect(await call('robotAdmin', calls.addNote, { caseId, text: 'On my way' })).toBe('ok');
    expect((await detailsOf(caseId)).entries.at(-1)).toMatchObject({
      kind: 'note',
      text: 'On my way',
      by: 'robotAdmin by name',
    });
    expect(await call('robotAdmin', calls.addNote, { caseId, text: '  ' })).not.toBe('ok');
  });
});

describe('the lists', () => {
  it('filter by event, state, owner, robot and words; a stranger sees nothing', async () => {
    const { caseId } = await raised('smoke');
    await raised('fall');
    await call('robotAdmin', calls.take, { caseId });
    const list = async (person: Person, filter: object = {}): Promise<string[]> => {
      const { data } = (await test.as(person, calls.list.path, filter)) as { data: { rows: AlarmCase[] } };
      return data.rows.map(({ event }) => event);
    };
    expect(await list('robotAdmin')).toEqual(['fall', 'smoke']);
    expect(await list('robotAdmin', { events: ['fall'] })).toEqual(['fall']);
    expect(await list('robotAdmin', { state: 'taken' })).toEqual(['smoke']);
    expect(await list('robotAdmin', { owner: 'mine' })).toEqual(['smoke']);
    expect(await list('robotAdmin', { owner: 'nobody' })).toEqual(['fall']);
    expect(await list('robotAdmin', { text: A.serialNumber.toLowerCase() })).toEqual(['fall', 'smoke']);
    expect(await list('robotAdmin', { text: 'nothing like it' })).toEqual([]);
    const placeName = { enUS: 'Reading room', zhCN: '阅览室' };
    await test.db.update(cases).set({ placeName }).where(eq(cases.id, caseId));
    for (const text of ['reading', '阅览']) expect(await list('robotAdmin', { text })).toEqual(['smoke']);
    expect(await list('robotAdmin', { text: 'enUS' })).toEqual([]);
    expect(await list('robotAdmin', { endTime: 1_000 })).toEqual([]);
    expect(await list('stranger' as Person)).toEqual([]);
    expect(await call('robotAdmin', calls.list, { serialNumberStr: B.serialNumber })).toBe('robotForeign');
  });
  it('the newest records of a robot, and what is open, without an owner first', async () => {
    const { caseId } = await raised('smoke');
    await raised('fall');
    await call('robotAdmin', calls.take, { caseId });
    const { data: newest } = (await test.as('robotAdmin', calls.newest.path, {
      userId: 'robotAdmin',
      serialNumber: A.serialNumber,
      size: 1,
    })) as { data: AlarmCase[] };
    expect(newest.map(({ event }) => event)).toEqual(['fall']);
    const { data: open } = (await test.as('robotAdmin', calls.open.path, {})) as {
      data: { total: number; withoutOwner: number; rows: AlarmCase[] };
    };
    expect(open).toMatchObject({ total: 2, withoutOwner: 1 });
    expect(open.rows.map(({ event }) => event)).toEqual(['fall', 'smoke']);
  });
  it('the case that was raised last is among the open ones, however many there are', async () => {
    const { caseId: first } = await raised('carton');
    const [row] = await rows();
    const due = row?.levelTwoAt?.getTime();
    if (!row || due === undefined) throw new Error('no open case');
    await test.db.insert(cases).values(
      Array.from({ length: MOST_OPEN_CASES }, (_, index) => ({
        ...row,
        id: `waits-${index}`,
        number: -1 - index,
        event: 'clutter' as const,
        // Not due yet, or the running escalation would move them back as told.
        levelTwoAt: new Date(due - 1 - index),
      })),
    );
    const { caseId: last } = await raised('fall');
    const { data } = (await test.as('robotAdmin', calls.open.path, {})) as {
      data: { total: number; rows: AlarmCase[] };
    };
    expect(data.total).toBe(MOST_OPEN_CASES + 2);
    const ids = data.rows.map(({ id }) => id);
    expect(ids).toHaveLength(MOST_OPEN_CASES);
    expect(ids.slice(-2)).toEqual([first, last]);
    expect(ids[0]).toBe(`waits-${MOST_OPEN_CASES - 1}`);
  });
  it.each([
    ['told to level two', { levelTwoToldAt: new Date() }],
    ['taken', { state: 'taken', ownerKind: 'account', ownerId: 'robotAdmin', takenAt: new Date() }],
  ] as const)('as many as fit are shown when all others are %s', async (_, others) => {
    await raised('carton');
    const [row] = await rows();
    if (!row) throw new Error('no open case');
    await test.db.insert(cases).values(
      Array.from({ length: MOST_OPEN_CASES + 4 }, (__, index) => ({
        ...row,
        id: `other-${index}`,
        number: -1 - index,
        event: 'clutter' as const,
        levelTwoAt: null,
        ...others,
      })),
    );
    const { caseId: last } = await raised('fall');
    const { data } = (await test.as('robotAdmin', calls.open.path, {})) as { data: { rows: AlarmCase[] } };
    expect(data.rows).toHaveLength(MOST_OPEN_CASES);
    expect(data.rows.at(-1)?.id).toBe(last);
  });
  it('a relation that ends takes the cases out of sight', async () => {
    await raised();
    const total = async (): Promise<number> =>
      ((await test.as('viewer', calls.open.path, {})) as { data: { total: number } }).data.total;
    expect(await total()).toBe(1);
    expect(await call('viewer', catalogue.friends.leave, { serialNumber: A.serialNumber })).toBe('ok');
    // The server reads its relations again after the call.
    await soon(async () => expect(await total()).toBe(0));
  });
});
