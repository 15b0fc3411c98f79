/** Invitations are deleted once they have expired, used or not. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '../../../server/db/connect.ts';
import { migrateDatabase } from '../../../server/db/migrate.ts';
import { addInvitation, spendInvitation } from '../../../server/db/repositories/invitations.ts';
import { invitations } from '../../../server/db/schema.ts';
import { applyRetention } from '../../../server/retention.ts';
import { freshDatabase, type FreshDatabase } from '../../fakes/database.ts';
import { MIGRATIONS } from '../../fakes/previousRelease.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const DAY = 86_400_000;
let database: FreshDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
  await migrateDatabase(pool, silent, MIGRATIONS);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('deletes what has expired, and keeps what can still be accepted', async () => {
  const db = connect(pool);
  const now = Date.now();
  const add = (id: string, expiresIn: number) =>
    addInvitation(db, {
      id,
      target: `${id}@example.org`,
      roles: ['viewer'],
      codeHash: id,
      invitedBy: 'ada',
      createdAt: new Date(now - DAY),
      expiresAt: new Date(now + expiresIn),
    });
  await add('pending', DAY);
  await add('unused', DAY / 2);
  await add('used', DAY / 2);
  expect(await spendInvitation(db, 'used', new Date(now))).toBe(true);
  const kept = async () => (await db.select().from(invitations)).map(({ id }) => id).sort();
  await applyRetention({ db, now: () => now });
  expect(await kept()).toEqual(['pending', 'unused', 'used']);
  await applyRetention({ db, now: () => now + (DAY * 3) / 4 });
  expect(await kept()).toEqual(['pending']);
});
