/** The file that carries the demo robots' MQTT passwords to the simulator (contract/wire/simulator.ts). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import * as v from 'valibot';
import type { DemoRobot } from '../../../demo/roster.ts';
import { DEFAULT_INTERFACE } from '../../../contract/wire/topics.ts';
import { robotCredentials, type RobotCredentials } from '../../../contract/wire/simulator.ts';
import { hashOf, newSecret, robotUserName } from '../../broker/credentials.ts';
import type { Db } from '../../parts.ts';
import { writePrivate } from '../../privateFile.ts';
import { robots } from '../schema.ts';

/** Writes the file and gives its path. A robot keeps its password from one start to the next while the database knows it. */
export async function writeRobotCredentials(db: Db, fleet: readonly DemoRobot[], to: { dataFolder: string } & Omit<RobotCredentials, 'robots'>): Promise<string> {
  const { dataFolder, ...broker } = to;
  const file = join(dataFolder, 'robots.json');
  const before = new Map((await readCredentials(file)).map(({ serialNumber, password }) => [serialNumber, password]));
  const known = new Map(
    fleet.length === 0 ? [] : (await db.select({ serialNumber: robots.serialNumber, passwordHash: robots.passwordHash }).from(robots)
      .where(inArray(robots.serialNumber, fleet.map(({ serialNumber }) => serialNumber)))).map((row) => [row.serialNumber, row.passwordHash]),
  );
  const credentials: RobotCredentials['robots'] = [];
  const changed: { serialNumber: string; passwordHash: string }[] = [];
  for (const { serialNumber, manufacturer } of fleet) {
    const kept = before.get(serialNumber);
    const isGood = kept !== undefined && hashOf(kept) === known.get(serialNumber);
    const password = isGood ? kept : newSecret();
    if (!isGood) changed.push({ serialNumber, passwordHash: hashOf(password) });
    credentials.push({ serialNumber, manufacturer, interfaceName: DEFAULT_INTERFACE, username: robotUserName(serialNumber), password });
  }
  await writePrivate(file, JSON.stringify({ ...broker, robots: credentials } satisfies RobotCredentials));
  await db.transaction(async (transaction) => {
    for (const { serialNumber, passwordHash } of changed) await transaction.update(robots).set({ passwordHash }).where(eq(robots.serialNumber, serialNumber));
  });
  return file;
}

async function readCredentials(file: string): Promise<RobotCredentials['robots']> {
  try {
    return v.parse(robotCredentials, JSON.parse(await readFile(file, 'utf8'))).robots;
  } catch {
    return [];
  }
}
