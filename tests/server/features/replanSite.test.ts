/** Scheduled tasks of a site whose time zone changes: the next runs follow the new clock, through daylight saving. */
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Db } from '../../../server/db/database.ts';
import { tasksOfSite } from '../../../server/db/repositories/schedules.ts';
import { changeSite } from '../../../server/db/repositories/sites.ts';
import { robots, scheduledTasks, sites, taskRuns } from '../../../server/db/schema.ts';
import { replan, replanSite } from '../../../server/features/schedulePlan.ts';
import { migratedDatabase, type MigratedDatabase } from '../../fakes/migratedDatabase.ts';

let database: MigratedDatabase;
let db: Db;
beforeAll(async () => {
  database = await migratedDatabase();
  ({ db } = database);
});
afterAll(() => database.close());

const ROBOT = {
  manufacturer: 'Acme',
  interfaceName: 'uagv',
  model: 'W1',
  kind: 'delivery' as const,
  name: 'Porter',
  dialect: 'both' as const,
  passwordHash: 'x',
};
beforeEach(async () => {
  await db.delete(scheduledTasks);
  await db.delete(robots);
  await db.delete(sites);
  await db.insert(sites).values(['kai', 'pier'].map((id) => ({ id, name: id, timeZone: 'Europe/Berlin' })));
  await db.insert(robots).values([
    { ...ROBOT, serialNumber: 'K-1', siteId: 'kai' },
    { ...ROBOT, serialNumber: 'P-1', siteId: 'pier' },
  ]);
});

/** Saves a task and plans its next run, as the server does at `now`. */
async function task(id: string, executeTime: string, now: string, more: object = {}): Promise<void> {
  const at = new Date(now);
  const [row] = await db
    .insert(scheduledTasks)
    .values({
      id,
      serialNumber: 'K-1',
      executeTime,
      days: '1,2,3,4,5,6,7',
      pathId: 'route',
      pathName: 'Round',
      pointSettings: [],
      patience: 30,
      anchorAt: at,
      savedBy: 'ada',
      createdAt: at,
      ...more,
    })
    .returning();
  if (row) await replan(db, row, at.getTime(), false);
}
const planned = async (id: string): Promise<string[]> =>
  (await db.select().from(taskRuns).where(eq(taskRuns.taskId, id)).orderBy(asc(taskRuns.startsAt))).map(
    ({ state, startsAt }) => `${state} ${startsAt.toISOString().slice(0, 16)}`,
  );
const move = async (timeZone: string, now: string): Promise<void> => {
  await changeSite(db, 'kai', { timeZone });
  await replanSite(db, 'kai', Date.parse(now));
};

it.each([
  ['in winter', '2027-01-12T12:00Z', '09:30', '2027-01-13T08:30', 'America/New_York', '2027-01-12T14:30'],
  ['to a zone that is ahead', '2027-01-12T12:00Z', '23:30', '2027-01-12T22:30', 'Asia/Shanghai', '2027-01-12T15:30'],
  // Berlin begins summer time on 28 March 2027, New York on 14 March.
  ['between the two changes', '2027-03-20T12:00Z', '09:30', '2027-03-21T08:30', 'America/New_York', '2027-03-20T13:30'],
  // 02:30 does not exist on that day in Berlin: the first moment after the gap.
  [
    'to a clock that skips the time',
    '2027-03-27T22:00Z',
    '02:30',
    '2027-03-28T02:30',
    'Europe/Berlin',
    '2027-03-28T01:00',
  ],
  // Summer time ends on 31 October 2027: 02:30 comes twice, and the first counts.
  [
    'to a clock that has the time twice',
    '2027-10-30T22:00Z',
    '02:30',
    '2027-10-31T02:30',
    'Europe/Berlin',
    '2027-10-31T00:30',
  ],
])('plans the next run by the new clock: %s', async (_, now, time, before, timeZone, after) => {
  if (timeZone === 'Europe/Berlin') await changeSite(db, 'kai', { timeZone: 'UTC' });
  await task('a', time, now);
  expect(await planned('a')).toEqual([`planned ${before}`]);
  await move(timeZone, now);
  expect(await planned('a')).toEqual([`planned ${after}`]);
});

it('plans once, drops changes of single runs, keeps what waits, and leaves paused tasks and other sites alone', async () => {
  const now = '2027-01-12T12:00Z';
  await task('moved', '09:30', now);
  await db
    .update(taskRuns)
    .set({ movedTo: new Date('2027-01-13T11:00Z'), startsAt: new Date('2027-01-13T11:00Z'), changedBy: 'ada' })
    .where(eq(taskRuns.taskId, 'moved'));
  await task('waits', '12:55', now);
  await db.update(taskRuns).set({ state: 'waiting', reason: 'robotBusy' }).where(eq(taskRuns.taskId, 'waits'));
  await task('paused', '09:30', now, { isOn: false });
  await task('once', '09:30', now, { days: '' });
  await task('elsewhere', '09:30', now, { serialNumber: 'P-1' });
  expect((await tasksOfSite(db, 'kai')).map(({ id }) => id).sort()).toEqual(['moved', 'once', 'waits']);
  await move('America/New_York', now);
  expect(await planned('moved')).toEqual(['planned 2027-01-12T14:30']);
  expect(await planned('waits')).toEqual(['planned 2027-01-12T17:55', 'waiting 2027-01-13T11:55']);
  expect(await planned('paused')).toEqual([]);
  expect(await planned('once')).toEqual(['planned 2027-01-12T14:30']);
  expect(await planned('elsewhere')).toEqual(['planned 2027-01-13T08:30']);
  // A second change back gives the first plan again.
  await move('Europe/Berlin', now);
  expect(await planned('once')).toEqual(['planned 2027-01-13T08:30']);
});
