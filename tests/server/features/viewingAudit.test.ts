/** Viewings of robots in the audit log: one line per person, robot and hour, on a real database. */
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { MediaKind } from '../../../contract/entities/robotConstants.ts';
import { audit } from '../../../server/db/schema.ts';
import { createViewingAudit, type NoteViewed } from '../../../server/features/viewingAudit.ts';
import { fleetDatabase, type FleetDatabase } from '../../fakes/fleetDatabase.ts';

const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 5, 1, 12);

let database: FleetDatabase;
let time = NOON;
let noteViewed: NoteViewed;
const server = (): NoteViewed => createViewingAudit({ ...database, now: () => time });
const view = (what: readonly MediaKind[], more: object = {}, note = noteViewed) =>
  note({ userId: 'lin', serialNumber: 'A-1', what, byToken: false, ...more });
const lines = async () =>
  (await database.db.select().from(audit).where(eq(audit.act, 'robot.watch')).orderBy(asc(audit.id))).map(
    ({ at, userId, subject, after }) => [at.getTime(), userId, subject, after],
  );

beforeAll(async () => void (database = await fleetDatabase(['A-1', 'B-2'])));
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(audit);
  time = NOON;
  noteViewed = server();
});

it('writes one line for an hour, however often a viewing is renewed or opened again', async () => {
  await view(['picture', 'sound']);
  time += HOUR_MS - 1;
  await view(['picture', 'sound']);
  await view(['picture']);
  expect(await lines()).toEqual([[NOON, 'lin', 'A-1', { picture: true, sound: true }]]);
  time += 1;
  await view(['picture']);
  expect((await lines()).slice(1)).toEqual([[NOON + HOUR_MS, 'lin', 'A-1', { picture: true }]]);
});

it('writes another line for what begins later in the hour', async () => {
  await view(['picture']);
  time += 60_000;
  await view(['picture', 'sound', 'voice']);
  expect(await lines()).toEqual([
    [NOON, 'lin', 'A-1', { picture: true }],
    [NOON + 60_000, 'lin', 'A-1', { sound: true, voice: true }],
  ]);
});

it('writes a line for each person and robot, and one for what was opened by an access token', async () => {
  await view(['picture']);
  await view(['picture'], { userId: 'chen' });
  await view(['picture'], { serialNumber: 'B-2' });
  await view(['picture'], { byToken: true });
  expect((await lines()).map(([, ...rest]) => rest)).toEqual([
    ['lin', 'A-1', { picture: true }],
    ['chen', 'A-1', { picture: true }],
    ['lin', 'B-2', { picture: true }],
    ['lin', 'A-1', { picture: true, byToken: true }],
  ]);
});

it('writes one line when several servers see the same viewing, or one of them restarts', async () => {
  const servers = [server(), server(), server()];
  await Promise.all(servers.flatMap((note) => [view(['picture'], {}, note), view(['picture'], {}, note)]));
  await view(['picture'], {}, server());
  expect(await lines()).toHaveLength(1);
});

it('tries again with the next renewal when the database did not write it', async () => {
  await database.db.execute(sql`alter table audit rename to audit_away`);
  await view(['picture']);
  await database.db.execute(sql`alter table audit_away rename to audit`);
  expect(await lines()).toEqual([]);
  await view(['picture']);
  expect(await lines()).toHaveLength(1);
});
