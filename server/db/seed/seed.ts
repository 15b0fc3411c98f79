/** Seeds the demo: its sites, robots and accounts, and the accounts' passwords. */
import { sql } from 'drizzle-orm';
import type { DemoRobot } from '../../../demo/roster.ts';
import type { Settings } from '../../settings.ts';
import type { Db } from '../database.ts';
import { seedDemo } from './demo.ts';
import { seedPasswords, type DemoSignIn } from './passwords.ts';

/**
 * ASCII code of "Seed". Servers that start together seed one after the other, so that none prints passwords that
 * another has replaced.
 */
const LOCK = 0x53656564;

export interface Seeded {
  robots: readonly DemoRobot[];
  signIns: readonly DemoSignIn[];
}

/** Empty without the demo. */
export async function seed(db: Db, settings: Settings): Promise<Seeded> {
  if (!settings.demo) return { robots: [], signIns: [] };
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
    return {
      robots: await seedDemo(transaction, settings.robots, settings.seed, settings.demoTasks),
      signIns: await seedPasswords(transaction, settings),
    };
  });
}
