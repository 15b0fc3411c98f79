/**
 * The demo robots' MQTT passwords, and the file that passes them to the simulator (contract/wire/simulator.ts). They
 * are stored in the database, so that any server that runs the simulator uses the same ones.
 */
import { join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import * as v from 'valibot';
import type { DemoRobot } from '../../../demo/roster.ts';
import { DEFAULT_INTERFACE } from '../../../contract/wire/topics.ts';
import type { RobotCredentials } from '../../../contract/wire/simulator.ts';
import { hashOf, newSecret, robotUserName } from '../../broker/credentials.ts';
import { writePrivate } from '../../privateFile.ts';
import type { Db } from '../database.ts';
import { markOf, setMark } from '../repositories/installation.ts';
import { robots } from '../schema.ts';

const MARK = 'demoRobotPasswords';
/** By serial number. */
const kept = v.record(v.string(), v.string());

/** Writes the file and returns its path. A robot keeps its password while its hash matches the one in the database. */
export async function writeRobotCredentials(
  db: Db,
  fleet: readonly DemoRobot[],
  to: { dataFolder: string } & Omit<RobotCredentials, 'robots'>,
): Promise<string> {
  const { dataFolder, ...broker } = to;
  const passwords = await db.transaction((transaction) => passwordsOf(transaction, fleet));
  const credentials = fleet.map(({ serialNumber, manufacturer }) => ({
    serialNumber,
    manufacturer,
    interfaceName: DEFAULT_INTERFACE,
    username: robotUserName(serialNumber),
    password: passwords[serialNumber] ?? '',
  }));
  const file = join(dataFolder, 'robots.json');
  await writePrivate(file, JSON.stringify({ ...broker, robots: credentials } satisfies RobotCredentials));
  return file;
}

async function passwordsOf(db: Db, fleet: readonly DemoRobot[]): Promise<Record<string, string>> {
  const mark = await markOf(db, MARK);
  const before = mark === undefined ? {} : v.parse(kept, JSON.parse(mark));
  const serialNumbers = fleet.map(({ serialNumber }) => serialNumber);
  const rows = await db
    .select({ serialNumber: robots.serialNumber, passwordHash: robots.passwordHash })
    .from(robots)
    .where(inArray(robots.serialNumber, serialNumbers));
  const known = new Map(rows.map(({ serialNumber, passwordHash }) => [serialNumber, passwordHash]));
  const passwords: Record<string, string> = {};
  for (const serialNumber of serialNumbers) {
    const last = before[serialNumber];
    const isGood = last !== undefined && hashOf(last) === known.get(serialNumber);
    const password = isGood ? last : newSecret();
    passwords[serialNumber] = password;
    if (!isGood)
      await db
        .update(robots)
        .set({ passwordHash: hashOf(password) })
        .where(eq(robots.serialNumber, serialNumber));
  }
  const next = JSON.stringify(passwords);
  if (next !== mark) await setMark(db, MARK, next);
  return passwords;
}
