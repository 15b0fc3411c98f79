/** Two alarm cases of a robot become one: who may, what the older one gets, further alarms, messages, the record. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { AlarmCase, CaseEntry, CasePicture } from '../../../contract/entities/alarmCase.ts';
import { CASE_ENTRIES_MAX } from '../../../contract/rules/alarmCase.ts';
import type { AlarmEvent } from '../../../contract/rules/alarms.ts';
import { errorNameOf, ERRORS } from '../../../contract/wire/errors.ts';
import { entriesOf } from '../../../server/db/repositories/alarmCases.ts';
import { MERGED_SHOWN, mergedCases } from '../../../server/db/repositories/mergedCases.ts';
import {
  alarmCases as cases,
  alarmEntries,
  alarmNotifications,
  alarmPictures,
  audit,
} from '../../../server/db/schema.ts';
import { carryOutMerge } from '../../../server/features/mergeCases.ts';
import { noteAlarmOver, raiseAlarm } from '../../../server/features/raiseAlarms.ts';
import type { RequestContext } from '../../../server/requestContext.ts';
import { alarmRules } from '../../fakes/alarmDatabase.ts';
import { A, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

const { alarmCases: calls } = catalogue;
const PICTURE = '0b7f3b0e6f0c4f6e9a520d9a3f2f7c11';
let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
beforeEach(async () => void (await test.db.delete(cases)));

const rules = alarmRules(() => ({ levels: { 1: [], 2: [] } }));
const needs = { now: Date.now, rules, notify: () => undefined };
/** Raises an alarm at a place of its own. @returns the newest case */
async function raise(
  id: string,
  { x = 0, serialNumber = A.serialNumber, value = 1, event = 'noise' as AlarmEvent } = {},
) {
  await test.db.transaction((db) =>
    raiseAlarm(db, needs, { serialNumber }, { id, event, value, pose: { mapId: A.mapId, x, y: 0, theta: 0 } }),
  );
  return (await rows()).at(-1)!;
}
/** The robot reports that an alarm is over. */
const end = (alarmId: string) => test.db.transaction((db) => noteAlarmOver(db, needs, A.serialNumber, alarmId));
const rows = () => test.db.select().from(cases).orderBy(cases.number);
const ask = async (person: Person, { path }: { path: string }, data: object): Promise<string> => {
  const { code } = await test.as(person, path, data);
  return code === 0 ? 'ok' : (errorNameOf(code) ?? String(code));
};
interface Details {
  case: AlarmCase;
  entries: CaseEntry[];
  pictures: CasePicture[];
  merged?: AlarmCase[];
}
const details = async (caseId: string) => (await test.as('member', calls.details.path, { caseId })).data as Details;
const mergeable = async (person: Person, caseId: string) =>
  ((await test.as(person, calls.mergeable.path, { caseId })).data as { cases: AlarmCase[] }).cases.map(({ id }) => id);

it('the older one goes on, taken, with the alarms, history and pictures of both; the other points to it', async () => {
  const older = await raise('first', { value: 3 });
  const later = await raise('second', { x: 50, value: 7 });
  expect(await mergeable('member', older.id)).toEqual([later.id]);
  await ask('member', calls.addNote, { caseId: later.id, text: 'Seen from the lift' });
  await test.db
    .insert(alarmPictures)
    .values({ fileId: PICTURE, caseId: later.id, moment: 'at', at: new Date(), box: null });
  // Messages that no job sends, so that they still wait.
  await test.db.insert(alarmNotifications).values(
    [older, later].map(({ id: caseId }) => ({
      id: `to-${caseId}`,
      caseId,
      level: 1 as const,
      contactId: 'desk',
      name: 'Desk',
      channel: 'sms' as const,
      target: '+12025550142',
      language: 'enUS' as const,
      state: 'queued' as const,
      at: new Date(),
    })),
  );
  // From the page of the younger one.
  const merged = (await test.as('member', calls.merge.path, { caseId: later.id, otherId: older.id })).data as AlarmCase;
  expect(merged).toMatchObject({ id: older.id, state: 'taken', owner: { id: 'member' }, count: 2, value: 7 });

  const kept = await details(older.id);
  expect(kept.merged?.map(({ id }) => id)).toEqual([later.id]);
  expect(kept.pictures.map(({ fileId }) => fileId)).toEqual([PICTURE]);
  expect(kept.entries).toContainEqual(expect.objectContaining({ kind: 'note', ofCase: later.number }));
  expect(kept.entries).toContainEqual(expect.objectContaining({ kind: 'mergedHere', to: String(later.number) }));
  expect(kept.entries.find(({ kind }) => kind === 'mergedHere')).not.toHaveProperty('ofCase');

  const gone = await details(later.id);
  expect(gone.case).toMatchObject({
    state: 'resolved',
    cause: 'merged',
    levelTwoAt: null,
    mergedInto: { id: older.id, number: older.number },
  });
  expect(await ask('member', calls.reopen, { caseId: later.id })).toBe('alarmMerged');
  expect(await mergeable('member', older.id)).toEqual([]);

  const told = await test.db.select().from(alarmNotifications);
  expect(told.map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn']);
  const [line] = await test.db.select().from(audit).where(eq(audit.act, 'alarm.merge'));
  expect(line).toMatchObject({ userId: 'member', subject: older.id, after: { merged: later.id } });
});

it('a further alarm where the other one was counts to the one that goes on, and so does its end', async () => {
  const [first, second, third] = [await raise('1'), await raise('2', { x: 50 }), await raise('3', { x: 99 })];
  await ask('member', calls.merge, { caseId: second.id, otherId: third.id });
  // Those merged before follow.
  await ask('member', calls.merge, { caseId: first.id, otherId: second.id });
  expect((await rows()).map(({ mergedInto }) => mergedInto)).toEqual([null, first.id, first.id]);
  await raise('4', { x: 99 });
  const [kept, ...others] = await rows();
  expect(others).toHaveLength(2);
  // The ends of the case's own alarms are still found.
  expect(kept).toMatchObject({ count: 4, lastAlarmId: '1', overAt: null });
  for (const id of ['1', '2']) await end(id);
  expect((await rows())[0]?.overAt).toBeNull();
  await end('4');
  expect((await rows())[0]?.overAt).toBeInstanceOf(Date);
  await raise('5', { x: 99 });
  expect((await rows())[0]?.overAt).toBeNull();
  await end('5');
  expect((await rows())[0]?.overAt).toBeInstanceOf(Date);
  // Once it is resolved, an alarm there is a new case.
  await ask('member', calls.resolve, { caseId: first.id, cause: 'handled' });
  await raise('6', { x: 99 });
  expect(await rows()).toHaveLength(4);
});

it.each([
  ['smoke', 'offline'],
  ['offline', 'smoke'],
] as const)('is over when all its alarms are: the end of %s, then of %s', async (...ends) => {
  const smoke = await raise('smoke', { event: 'smoke' });
  const offline = await raise('offline', { event: 'offline' });
  await ask('member', calls.merge, { caseId: smoke.id, otherId: offline.id });
  await end(ends[0]);
  expect((await rows())[0]?.overAt).toBeNull();
  await end(ends[1]);
  // A repeated report changes nothing.
  await end(ends[0]);
  const { case: kept, entries } = await details(smoke.id);
  expect(kept.overAt).not.toBeNull();
  expect(entries.filter(({ kind }) => kind === 'over').map(({ ofCase }) => ofCase)).toEqual(
    ends.map((alarm) => (alarm === 'smoke' ? undefined : offline.number)),
  );
});

it('alarms that were over before the merge stay so', async () => {
  const smoke = await raise('smoke', { event: 'smoke' });
  const offline = await raise('offline', { event: 'offline' });
  await end('smoke');
  // As an earlier version leaves it.
  expect((await rows())[0]).toMatchObject({ overAt: expect.any(Date) as Date, ownOverAt: null });
  await ask('member', calls.merge, { caseId: smoke.id, otherId: offline.id });
  expect((await rows())[0]?.overAt).toBeNull();
  await end('offline');
  expect((await rows())[0]?.overAt).toBeInstanceOf(Date);
});

it("a long history of merged cases leaves the case's own whole, and the newest of them are shown", async () => {
  const older = await raise('older');
  const later = await raise('later', { x: 50 });
  await ask('member', calls.merge, { caseId: older.id, otherId: later.id });
  const own = (await entriesOf(test.db, older.id, CASE_ENTRIES_MAX)).map(({ id }) => id);
  await test.db
    .insert(alarmEntries)
    .values(
      Array.from({ length: CASE_ENTRIES_MAX }, () => ({ caseId: later.id, at: new Date(), kind: 'note' as const })),
    );
  const shown = await entriesOf(test.db, older.id, CASE_ENTRIES_MAX, [later.id]);
  expect(shown.filter(({ caseId }) => caseId === older.id).map(({ id }) => id)).toEqual(own);
  expect(shown).toHaveLength(own.length + CASE_ENTRIES_MAX);
  expect(shown.map(({ id }) => id)).toEqual(shown.map(({ id }) => id).sort((a, b) => a - b));

  const [row] = await test.db.select().from(cases).where(eq(cases.id, later.id));
  await test.db
    .insert(cases)
    .values(
      Array.from({ length: MERGED_SHOWN }, (_, at) => ({ ...row!, id: `merged-${at}`, number: row!.number + 1 + at })),
    );
  const merged = (await mergedCases(test.db, older.id)).map(({ number }) => number);
  expect(merged).toEqual(Array.from({ length: MERGED_SHOWN }, (_, at) => row!.number + 1 + at));
});

it('is refused for cases of two robots by the handler too, of somebody who operates both', async () => {
  const near = await raise('near');
  const far = await raise('far', { serialNumber: B.serialNumber });
  const asked = { caseId: near.id, otherId: far.id };
  expect(await ask('superAdmin', calls.merge, asked)).toBe('idsDisagree');
  const context = { db: test.db, userId: 'superAdmin', nickname: '', language: 'enUS' } as unknown as RequestContext;
  const refused = await carryOutMerge({ now: Date.now, notifyAlarm: () => undefined }, context, asked).catch(
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({ code: ERRORS.idsDisagree });
  expect((await rows()).map(({ mergedInto }) => mergedInto)).toEqual([null, null]);
});

it('is refused for cases of other robots, of colleagues, resolved or the same; two who do it at once do it once', async () => {
  const [a, b] = [await raise('a'), await raise('b', { x: 50 })];
  const far = await raise('far', { serialNumber: B.serialNumber });
  const merge = (person: Person, caseId: string, otherId: string) => ask(person, calls.merge, { caseId, otherId });
  expect(await merge('viewer', a.id, b.id)).toBe('notAllowed');
  expect(await merge('member', a.id, far.id)).toBe('robotForeign');
  expect(await merge('member', a.id, a.id)).toBe('fieldInvalid');
  await ask('robotAdmin', calls.take, { caseId: b.id });
  expect(await merge('member', a.id, b.id)).toBe('alarmTakenByOther');
  expect(await mergeable('member', a.id)).toEqual([]);
  const both = await Promise.all([merge('robotAdmin', a.id, b.id), merge('robotAdmin', b.id, a.id)]);
  expect(both.sort()).toEqual(['alarmResolved', 'ok']);
  expect((await rows()).map(({ count }) => count)).toEqual([2, 1, 1]);
});
