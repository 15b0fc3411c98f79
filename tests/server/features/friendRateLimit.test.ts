/**
 * The limits on a user's access requests and invitations are counted across all servers of a database, each limit
 * separately.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ASKS_PER_PERSON, ASKS_WINDOW_MS, INVITES_PER_PERSON } from '../../../contract/rules/limits.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { createFriendRateLimit, type FriendRateLimit } from '../../../server/features/friendRateLimit.ts';
import { migratedDatabase, type MigratedDatabase } from '../../fakes/migratedDatabase.ts';

let database: MigratedDatabase;
let servers: { ask: FriendRateLimit; invite: FriendRateLimit }[];
beforeAll(async () => {
  database = await migratedDatabase(8);
  const { db } = database;
  servers = [1, 2].map(() => ({
    ask: createFriendRateLimit(db, 'ask', ASKS_PER_PERSON),
    invite: createFriendRateLimit(db, 'invite', INVITES_PER_PERSON),
  }));
});
afterAll(() => database.close());

const allowed = async (what: 'ask' | 'invite', userId: string, times: number): Promise<number> => {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, n) =>
      servers[n % 2]![what].count(userId).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof ApiError) || error.code !== ERRORS.tooManyRequests) throw error;
          const seconds = Number(error.detail.words?.['seconds']);
          expect(seconds > 0 && seconds <= ASKS_WINDOW_MS / 1000).toBe(true);
          return false;
        },
      ),
    ),
  );
  return answers.filter(Boolean).length;
};

it('at several servers at once is no more than at one; of another person, or of another act, it says nothing', async () => {
  expect(await allowed('ask', 'lin', 4 * ASKS_PER_PERSON)).toBe(ASKS_PER_PERSON);
  expect(await allowed('ask', 'chen', 1)).toBe(1);
  expect(await allowed('invite', 'lin', 2 * INVITES_PER_PERSON)).toBe(INVITES_PER_PERSON);
});
