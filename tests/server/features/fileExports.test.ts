/** Exports that are asked for at the same time, in a database where nothing runs them meanwhile. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXPORTS_PENDING } from '../../../contract/rules/files.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { trackExports } from '../../../server/features/trackExports.ts';
import { migratedDatabase, type MigratedDatabase } from '../../fakes/migratedDatabase.ts';

let database: MigratedDatabase;
beforeAll(async () => void (database = await migratedDatabase()));
afterAll(() => database.close());

const ASKED = {
  ...{ siteId: 'site', serialNumbers: '', from: 0, until: 3_600_000 },
  ...({ language: 'enUS', timeZone: 'UTC' } as const),
};
const begin = (userId: string) =>
  database.db.transaction((transaction) => trackExports.begin(transaction, Date.now, { ...ASKED, userId }));

it('count each other for one account, and not those of another', async () => {
  const own = Array.from({ length: EXPORTS_PENDING + 3 }, () => begin('one'));
  const begun = await Promise.allSettled([...own, begin('other')]);
  expect(begun.at(-1)?.status).toBe('fulfilled');
  const ofOne = begun.slice(0, -1);
  expect(ofOne.filter(({ status }) => status === 'fulfilled')).toHaveLength(EXPORTS_PENDING);
  for (const one of ofOne)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: ERRORS.trackExportsPending });
});
