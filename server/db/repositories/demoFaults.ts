/** The active faults of the demo where several servers share a database: each server acts out the same ones. */
import { eq } from 'drizzle-orm';
import type { ActiveFault } from '../../../contract/endpoints/faults.ts';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import { installation } from '../schema.ts';
import { markOf } from './installation.ts';

export interface StoredFault extends Pick<
  ActiveFault,
  'id' | 'fault' | 'serialNumber' | 'delayMs' | 'since' | 'until'
> {
  by: { userId: string; nickname: LocalName; sessionId: string };
}

const MARK = 'demoFaults';
/** Only changeStoredFaults writes it. */
const parse = (text: string | undefined): StoredFault[] => JSON.parse(text ?? '[]') as StoredFault[];

export const storedFaults = async (db: Db): Promise<StoredFault[]> => parse(await markOf(db, MARK));

/** Servers that change the faults at the same time do so one after the other. */
export async function changeStoredFaults(db: Db, change: (faults: StoredFault[]) => StoredFault[]): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.insert(installation).values({ key: MARK, value: '[]' }).onConflictDoNothing();
    const [row] = await transaction.select().from(installation).where(eq(installation.key, MARK)).for('update');
    const value = JSON.stringify(change(parse(row?.value)));
    await transaction.update(installation).set({ value }).where(eq(installation.key, MARK));
  });
}
