/** Due rows are looked for in all sources at once, and taken only where there are some. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DueSource, startDueTicker } from '../../../server/jobs/due.ts';
import { migratedDatabase, type MigratedDatabase } from '../../fakes/migratedDatabase.ts';

let database: MigratedDatabase;
beforeAll(async () => {
  database = await migratedDatabase(2);
});
afterAll(() => database.close());

/** What a round takes of these sources. @param conditions SQL of each */
async function roundOf(conditions: Record<string, string>, on: DueSource['take'] = () => Promise.resolve(0)) {
  const taken: string[] = [];
  const warnings: unknown[] = [];
  const sources = Object.entries(conditions).map(([name, condition]): DueSource => ({
    name,
    isDue: () => sql<boolean>`${sql.raw(condition)}`,
    take: (...given) => {
      taken.push(name);
      return on(...given);
    },
  }));
  const ticker = startDueTicker(sources, {
    db: database.db,
    now: Date.now,
    log: { warn: (...words: unknown[]) => void warnings.push(words[0]) },
  });
  await ticker.tick();
  await ticker.close();
  return { taken, warnings };
}

it('takes nothing where nothing is due', async () => {
  expect(await roundOf({ first: 'false', second: 'false' })).toEqual({ taken: [], warnings: [] });
});

it('takes the due ones, and looks at those after them, which may be due now', async () => {
  const { taken } = await roundOf({ first: 'false', second: 'true', third: 'false' });
  expect(taken).toEqual(['second', 'third']);
});

it('goes on with the next source after one has failed', async () => {
  const { taken, warnings } = await roundOf({ first: 'true', second: 'true' }, () =>
    Promise.reject(new Error('planted')),
  );
  expect(taken).toEqual(['first', 'second']);
  expect(warnings).toMatchObject([{ source: 'first' }]);
});

it('tries all when one cannot be asked, and says so', async () => {
  const { taken, warnings } = await roundOf({ first: '1 / 0 = 1', second: 'true', third: 'false' });
  expect(taken).toEqual(['first', 'second', 'third']);
  expect(warnings).toMatchObject([{ source: 'all' }]);
});
