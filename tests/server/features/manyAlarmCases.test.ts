/**
 * Cases of many robots that fall due together: they are told by as many statements as one case, to the people that the
 * rules of each robot name, and a contact in a flood is known as such without counting what was sent.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ALWAYS } from '../../../contract/rules/alarmContacts.ts';
import type { Db } from '../../../server/db/database.ts';
import { addCase } from '../../../server/db/repositories/alarmCases.ts';
import { putContact, putRole, putRules } from '../../../server/db/repositories/alarmContacts.ts';
import {
  addNotifications,
  contactsInFlood,
  countToContacts,
} from '../../../server/db/repositories/alarmNotifications.ts';
import { changeSettings, lockedSettings } from '../../../server/db/repositories/robotSettings.ts';
import { alarmCases, alarmNotifications, jobs, robots, sites } from '../../../server/db/schema.ts';
import { alarmDueSources } from '../../../server/features/alarmEscalation.ts';
import { createAlarmRules } from '../../../server/features/alarmRules.ts';
import { freshJobDatabase } from '../../fakes/freshJobDatabase.ts';
import type { JobDatabase } from '../../fakes/jobServer.ts';
import { storedCase } from '../../fakes/storedCase.ts';

const ROBOTS = 30;
const QUIET = 'S2-0';
const names = Array.from({ length: ROBOTS }, (_, index) => `S2-${index}`);
/** Two sites, whose contacts are told of their own robots only. */
const siteOf = (name: string): string => `site-${Number(name.slice(3)) % 2}`;

let database: JobDatabase;
beforeAll(async () => {
  database = await freshJobDatabase();
  const { db, now } = database;
  for (const id of ['site-0', 'site-1']) {
    await db.insert(sites).values({ id, name: id, timeZone: 'Asia/Shanghai' });
    await putRole(db, { id: `role-${id}`, siteId: id, name: 'Desk', revision: 0 });
    await putContact(db, {
      id: `contact-${id}`,
      siteId: id,
      name: `Desk of ${id}`,
      countryCode: '1',
      phoneNumber: '+12025550142',
      email: '',
      roleIds: [`role-${id}`],
      hours: [...ALWAYS],
      quietDays: [],
      revision: 0,
    });
  }
  const robot = { manufacturer: 'Acme', interfaceName: 'uagv', dialect: '2.x', model: 'S2', kind: 'security' } as const;
  await db
    .insert(robots)
    .values(names.map((name) => ({ ...robot, serialNumber: name, name, siteId: siteOf(name), passwordHash: '' })));
  for (const name of names)
    await putRules(db, name, [
      {
        event: 'smoke',
        isOn: true,
        threshold: null,
        ways: ['sms'],
        firstRoles: [`role-${siteOf(name)}`],
        secondRoles: [],
      },
    ]);
  const off = { value: false, version: 1, by: 'lena', at: now() };
  await db.transaction(async (transaction) => {
    await lockedSettings(transaction, QUIET);
    await changeSettings(transaction, QUIET, { wanted: { abnormalNotification: off }, version: 1 });
  });
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of [alarmNotifications, alarmCases, jobs]) await database.db.delete(table);
});

/** Counts what is asked of the database in a transaction. */
async function statementsOf(work: (db: Db) => Promise<unknown>): Promise<number> {
  let count = 0;
  await database.db.transaction(async (transaction) => {
    const { session } = transaction as unknown as { session: { prepareQuery: (...given: unknown[]) => unknown } };
    const prepare = session.prepareQuery.bind(session);
    session.prepareQuery = (...given) => ((count += 1), prepare(...given));
    await work(transaction);
  });
  return count;
}
const levelTwo = () =>
  alarmDueSources({ now: database.now, rules: createAlarmRules(), notifyAlarm: () => undefined }).find(
    ({ name }) => name === 'alarmLevelTwo',
  );

async function tell(of: readonly string[]): Promise<number> {
  const at = new Date(database.now() - 900_000);
  for (const name of of) await addCase(database.db, storedCase(`case-${name}`, name, at, { levelTwoAt: at }));
  return statementsOf(async (db) => levelTwo()?.take(db, new Date(database.now()), 100, () => undefined));
}

it('thirty robots are told of by no more statements than one, each by its own rules', async () => {
  const one = await tell(['S2-1']);
  expect(one).toBeGreaterThan(4);
  await database.db.delete(alarmCases);
  const many = await tell(names);
  // The summary of a flood adds its own, whatever the number of robots.
  expect(many).toBeLessThanOrEqual(one + 2);
  const told = await database.db.select().from(alarmNotifications);
  expect(told.map(({ caseId, contactId }) => `${caseId} ${contactId}`).sort()).toEqual(
    names
      .filter((name) => name !== QUIET)
      .map((name) => `case-${name} contact-${siteOf(name)}`)
      .sort(),
  );
});

it('a contact for whom a message waits for a summary is in a flood, until that is old or was sent', async () => {
  const { db, now } = database;
  const at = new Date(now());
  await addCase(db, storedCase('case', 'S2-1', at));
  const message = {
    caseId: 'case',
    level: 1,
    name: 'Desk',
    channel: 'sms',
    target: '+1',
    language: 'enUS',
    at,
  } as const;
  await addNotifications(db, [
    { ...message, id: 'sent', contactId: 'calm', state: 'sent' },
    { ...message, id: 'also', contactId: 'calm', state: 'sent' },
    { ...message, id: 'waits', contactId: 'flooded', state: 'digested' },
    { ...message, id: 'was-sent', contactId: 'told', state: 'digested', settledAt: at },
    { ...message, id: 'old', contactId: 'old', state: 'digested', at: new Date(now() - 700_000) },
  ]);
  const since = new Date(now() - 600_000);
  const all = ['calm', 'flooded', 'told', 'old', 'unknown'];
  expect([...(await contactsInFlood(db, all, since))]).toEqual(['flooded']);
  expect([...(await contactsInFlood(db, [], since))]).toEqual([]);
  expect([...(await countToContacts(db, all, since, { most: 10 }))]).toEqual([['calm', 2]]);
  expect([...(await countToContacts(db, all, since, { most: 1 }))]).toEqual([['calm', 1]]);
  expect([...(await countToContacts(db, all, since, { most: 10, level: 2 }))]).toEqual([]);
});
