/** Prepared statements on several databases, on pooled connections and inside transactions. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Db } from '../../../server/db/database.ts';
import { preparedStatement } from '../../../server/db/preparedStatement.ts';
import { addCommand, moveCommand } from '../../../server/db/repositories/commands.ts';
import { addRouteRun, routeRunById, saveRouteRun } from '../../../server/db/repositories/cruiseRecords.ts';
import { commands, cruiseRecords, cruiseVisits } from '../../../server/db/schema.ts';
import { fleetDatabase } from '../../fakes/fleetDatabase.ts';
import { routeRunAlong } from '../../fakes/vdaRobotModel.ts';
import { A, startTestServer, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(cruiseRecords);
  const run = routeRunAlong({ stops: ['A', 'B'] });
  await test.db.insert(cruiseRecords).values({ ...run, id: 'd', serialNumber: A.serialNumber, mapId: A.mapId });
});

const stored = async (db: Db = test.db) => {
  const row = await routeRunById(db, 'd');
  if (!row) throw new Error('it is gone');
  return row;
};

it('are built once, for the database and all its transactions', async () => {
  let builds = 0;
  const ids = preparedStatement((db) => {
    builds += 1;
    return db.select({ id: cruiseRecords.id }).from(cruiseRecords).prepare('test_ids');
  });
  expect(await ids(test.db).execute()).toEqual([{ id: 'd' }]);
  await test.db.transaction(async (transaction) => {
    await transaction.delete(cruiseRecords);
    // On the connection of the transaction: nobody else sees its change.
    expect(await ids(transaction).execute()).toEqual([]);
    expect(
      await ids(test.db)
        .execute()
        .catch(() => 'refused'),
    ).toBe('refused');
    await transaction.transaction(async (savepoint) => expect(await ids(savepoint).execute()).toEqual([]));
  });
  expect(await ids(test.db).execute()).toEqual([]);
  expect(builds).toBe(1);
});

it('of two databases in one process each reach their own', async () => {
  const other = await fleetDatabase([A.serialNumber]);
  onTestFinished(other.close);
  const run = { ...(await stored()), id: 'other' };
  expect(await addRouteRun(other.db, run)).toMatchObject({ id: 'other' });
  await other.db.transaction(async (transaction) => {
    expect(await saveRouteRun(transaction, { ...run, distance: 7 }, [])).toMatchObject({ distance: 7 });
  });
  expect((await addRouteRun(test.db, { ...run, id: 'here', serialNumber: 'X' }))?.id).toBe('here');
  const ids = async (db: Db) => (await db.select().from(cruiseRecords).orderBy(cruiseRecords.id)).map(({ id }) => id);
  expect([await ids(other.db), await ids(test.db)]).toEqual([['other'], ['d', 'here']]);
});

it('add a row whose missing columns have their defaults, as the database gives them', async () => {
  const { robotName: _, distance: _d, demo: _e, plan: _p, rounds: _r, ...row } = await stored();
  const added = await addRouteRun(test.db, { ...row, id: 'short', serialNumber: 'X' });
  await test.db.insert(cruiseRecords).values({ ...row, id: 'usual', serialNumber: 'Y' });
  const usual = await routeRunById(test.db, 'usual');
  expect(added).toEqual({ ...usual, id: 'short', serialNumber: 'X' });
  expect(added).toMatchObject({ robotName: '', distance: 0, demo: false, plan: null, rounds: null });
  const named = await addRouteRun(test.db, {
    ...row,
    id: 'named',
    serialNumber: 'Z',
    robotName: { enUS: 'A', zhCN: '甲' },
  });
  expect(named).toMatchObject({ robotName: { enUS: 'A', zhCN: '甲' }, startedAt: row.startedAt });
});

it('add no second run in progress of a robot, but any that is over', async () => {
  const second = { ...(await stored()), id: 'second' };
  await test.db.transaction(async (transaction) => {
    expect(await addRouteRun(transaction, second)).toBeUndefined();
    // The transaction goes on.
    expect(await addRouteRun(transaction, { ...second, id: 'over', state: 'failed' })).toMatchObject({ id: 'over' });
  });
  expect(await test.rowsIn(cruiseRecords)).toBe(2);
});

it('write every column, null as null', async () => {
  const was = await stored();
  const change = {
    reason: { type: 'robotSilent', description: '' },
    endedAt: new Date(1_750_000_000_000),
    distance: 4.5,
  };
  const saved = await saveRouteRun(test.db, { ...was, ...change }, []);
  expect(saved).toEqual({ ...was, ...change, revision: was.revision + 1 });
  if (!saved) throw new Error('it was not saved');
  // A change that was made on an older revision is refused.
  expect(await saveRouteRun(test.db, was, [])).toBeUndefined();
  const again = await saveRouteRun(test.db, { ...saved, reason: null, endedAt: null, taskId: null }, []);
  expect(again).toMatchObject({ reason: null, endedAt: null, taskId: null });
  const where = eq(cruiseRecords.id, 'd');
  expect(await test.db.select().from(cruiseRecords).where(where)).toEqual([again]);
});

it('are taken back with their transaction', async () => {
  const was = await stored();
  const visit = { driveId: 'gone', loop: 0, stop: 0, areaId: 'A', name: 'A', state: 'arrived' as const };
  const failing = saveRouteRun(test.db, { ...was, distance: 9 }, [{ ...visit, arrivedAt: null, leftAt: null }]);
  await expect(failing).rejects.toThrow();
  expect((await stored()).distance).toBe(was.distance);
  expect(await test.rowsIn(cruiseVisits)).toBe(0);
});

it('move a command to its end with its reason, in its order only', async () => {
  const [asked, sent, failed] = [1, 2, 3].map((second) => new Date(1_750_000_000_000 + second * 1_000));
  if (!asked || !sent || !failed) throw new Error('there are three');
  await test.db.delete(commands);
  await addCommand(test.db, {
    id: 'c',
    serialNumber: A.serialNumber,
    kind: 'cruise',
    target: 'Round',
    targetId: null,
    askedBy: 'member',
    askedByName: 'Lin',
    state: 'asked',
    askedAt: asked,
    expiresAt: failed,
  });
  expect(await moveCommand(test.db, 'c', { to: 'sent', at: sent })).toMatchObject({ state: 'sent', sentAt: sent });
  const reason = { type: 'robotSilent', description: '' };
  await test.db.transaction(async (transaction) => {
    const ended = await moveCommand(transaction, 'c', { to: 'failed', at: failed, reason });
    expect(ended).toMatchObject({ state: 'failed', endedAt: failed, reason, fileId: null });
  });
  expect(await moveCommand(test.db, 'c', { to: 'finished', at: failed })).toBeUndefined();
  expect(await test.db.select().from(commands)).toMatchObject([{ state: 'failed', reason }]);
});
