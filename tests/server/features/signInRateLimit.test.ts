/** Password attempts are counted across all servers of a database. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SIGN_IN_TRIES, SIGN_IN_TRIES_PER_ADDRESS, SIGN_IN_WAIT_MS } from '../../../contract/rules/limits.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import type { Db } from '../../../server/db/database.ts';
import { deleteExpiredSignInTries } from '../../../server/db/repositories/signInTries.ts';
import { signInTries } from '../../../server/db/schema.ts';
import { createSignInRateLimit, type SignInRateLimit } from '../../../server/features/signInRateLimit.ts';
import { migratedDatabase, type MigratedDatabase } from '../../fakes/migratedDatabase.ts';

let database: MigratedDatabase;
let db: Db;
let one: SignInRateLimit;
let other: SignInRateLimit;
beforeEach(async () => {
  database = await migratedDatabase(8);
  ({ db } = database);
  [one, other] = [createSignInRateLimit(db), createSignInRateLimit(db)];
});
afterEach(() => database.close());

/** Uses a new address each time, so that only the account's limit counts. */
let from = 0;
const counted = (server: SignInRateLimit, account: string, address = `10.0.0.${(from += 1)}`): Promise<boolean> =>
  server.count(account, address).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && error.code === ERRORS.tooManyTries) return false;
      throw error;
    },
  );
const many = <Value>(count: number, make: (n: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));
const allowed = (answers: readonly boolean[]): number => answers.filter(Boolean).length;

it('of one account, at several servers at once, are no more than at one', async () => {
  expect(allowed(await many(4 * SIGN_IN_TRIES, (n) => counted(n % 2 ? one : other, 'lin')))).toBe(SIGN_IN_TRIES);
  expect(await counted(other, 'lin')).toBe(false);
  expect(await counted(other, 'chen')).toBe(true);
});

it('from one address neither', async () => {
  expect(
    allowed(
      await many(2 * SIGN_IN_TRIES_PER_ADDRESS, (n) => counted(n % 2 ? one : other, `account ${n}`, '192.0.2.1')),
    ),
  ).toBe(SIGN_IN_TRIES_PER_ADDRESS);
  expect(await counted(one, 'lin', '192.0.2.2')).toBe(true);
});

it('are forgiven at all of them', async () => {
  for (let n = 0; n < 3 * SIGN_IN_TRIES; n += 1) {
    expect(await counted(n % 2 ? one : other, 'lin', '192.0.2.1')).toBe(true);
    await (n % 2 ? other : one).forgive('lin', '192.0.2.1');
  }
});

it('that are refused cost no query, until what is spent is asked about again', async () => {
  const row = async () => (await db.select().from(signInTries).where(eq(signInTries.key, 'account:lin')))[0];
  for (let n = 0; n <= SIGN_IN_TRIES; n += 1) await counted(one, 'lin');
  const spent = await row();
  for (let n = 0; n < 20; n += 1) expect(await counted(one, 'lin')).toBe(false);
  expect(await row()).toEqual(spent);
  await one.forgive('lin', '10.0.0.1');
  expect(await counted(one, 'lin')).toBe(true);
});

it('are kept while they count, and then thrown away', async () => {
  await many(SIGN_IN_TRIES, () => counted(one, 'lin'));
  await deleteExpiredSignInTries(db, new Date());
  expect(await counted(other, 'lin')).toBe(false);
  await deleteExpiredSignInTries(db, new Date(Date.now() + SIGN_IN_WAIT_MS + 1));
  expect(await db.select().from(signInTries)).toEqual([]);
});
