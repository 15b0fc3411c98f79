/**
 * Writes the contacts and rules of the demo, and 90 days of alarms as such a site would have had them, taken and
 * resolved by the demo's people. Written once; real cases are added next to them.
 */
import { CONTACT_ROLES, CONTACTS, contactIdOf, demoRules, roleId } from '../../../demo/alarmContacts.ts';
import type { DemoRobot } from '../../../demo/roster.ts';
import { SITES } from '../../../demo/sites.ts';
import type { Db } from '../database.ts';
import { bulkInsert } from '../bulkInsert.ts';
import { putContact, putRole, putRules, raiseRevision } from '../repositories/alarmContacts.ts';
import { markOf, setMark } from '../repositories/installation.ts';
import { pastAlarms } from './pastAlarms.ts';
import { alarmCases, alarmEntries, alarmNotifications } from '../schema.ts';

const MARK = 'demoAlarms';

/** @param now ms */
export async function seedAlarms(db: Db, fleet: readonly DemoRobot[], now: number): Promise<void> {
  if ((await markOf(db, MARK)) !== undefined) return;
  for (const { id: siteId } of SITES) await writeContacts(db, siteId);
  for (const { serialNumber, siteId } of fleet) {
    await putRules(db, serialNumber, demoRules(siteId));
    await raiseRevision(db, serialNumber);
  }
  const { rows, entries, messages } = pastAlarms(fleet, now);
  await bulkInsert(db, alarmCases, rows);
  await bulkInsert(
    db,
    alarmEntries,
    // Every row has every column: a missing one would be null.
    entries.map((entry) => ({ by: '', to: '', level: null, text: '', ...entry })),
  );
  await bulkInsert(db, alarmNotifications, messages);
  await setMark(db, MARK, 'written');
}

async function writeContacts(db: Db, siteId: string): Promise<void> {
  for (const { id, name } of CONTACT_ROLES) await putRole(db, { id: roleId(siteId, id), siteId, name, revision: 0 });
  for (const { id, roles, ...contact } of CONTACTS)
    await putContact(db, {
      ...contact,
      id: contactIdOf(siteId, id),
      siteId,
      countryCode: '1',
      email: '',
      quietDays: [],
      roleIds: roles.map((role) => roleId(siteId, role)),
      revision: 0,
    });
}
