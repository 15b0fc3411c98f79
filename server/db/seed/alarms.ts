/**
 * Writes the contacts and rules of the demo, and 90 days of alarms as such a site would have had them, taken and
 * resolved by the demo's people. Written once; real cases are added next to them.
 */
import { ACCOUNTS } from '../../../demo/accounts.ts';
import { CONTACT_ROLES, CONTACTS, contactIdOf, demoRules, roleId } from '../../../demo/alarmContacts.ts';
import { randomFrom } from '../../../demo/random.ts';
import type { DemoRobot } from '../../../demo/roster.ts';
import { mapOf, SITES } from '../../../demo/sites.ts';
import type { RobotKind } from '../../../contract/entities/constants.ts';
import { SEVERITY_OF_EVENT, type AlarmEvent } from '../../../contract/rules/alarms.ts';
import type { CaseCause } from '../../../contract/rules/alarmCase.ts';
import type { Db } from '../database.ts';
import { bulkInsert } from '../bulkInsert.ts';
import { putContact, putRole, putRules, raiseRevision } from '../repositories/alarmContacts.ts';
import { markOf, setMark } from '../repositories/installation.ts';
import { alarmCases, alarmEntries, alarmNotifications } from '../schema.ts';

const MARK = 'demoAlarms';
/** With this the ids of the demo's past cases begin. */
export const DEMO_CASES = 'demo-alarm-';
const SEED = 0x616c6172;
const DAYS = 90;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Alarms a day, by kind of robot. */
const PER_DAY: Readonly<Record<RobotKind, number>> = {
  security: 1.6,
  reception: 0.35,
  delivery: 0.3,
  disinfection: 0.2,
};
const EVENTS: Readonly<Record<RobotKind, readonly AlarmEvent[]>> = {
  security: ['doorOpen', 'humanBody', 'noise', 'unclosedWindow', 'carton', 'clutter', 'missingExtinguisher', 'smoke'],
  reception: ['highTemperature', 'noMask', 'humanBody', 'fall'],
  delivery: ['carton', 'navigationException', 'waterAccumulation', 'clutter'],
  disinfection: ['waterAccumulation', 'navigationException', 'clutter'],
};
const CAUSES: Readonly<Partial<Record<AlarmEvent, readonly CaseCause[]>>> = {
  doorOpen: ['handled', 'handled', 'falseAlarm'],
  carton: ['removed'],
  clutter: ['removed', 'byItself'],
  unclosedWindow: ['handled'],
  missingExtinguisher: ['passedOn', 'repaired'],
  waterAccumulation: ['handled', 'repaired'],
  navigationException: ['removed', 'byItself', 'passedOn'],
  smoke: ['falseAlarm', 'drill'],
  humanBody: ['handled', 'falseAlarm'],
};
const VALUES: Readonly<Partial<Record<AlarmEvent, readonly [number, number]>>> = {
  highTemperature: [37.3, 38.4],
  noise: [70, 92],
};

type Row = typeof alarmCases.$inferInsert;
type Entry = typeof alarmEntries.$inferInsert;
type Message = typeof alarmNotifications.$inferInsert;

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

function pastAlarms(fleet: readonly DemoRobot[], now: number): { rows: Row[]; entries: Entry[]; messages: Message[] } {
  const chance = randomFrom(SEED);
  const pick = <Value>(values: readonly Value[]): Value | undefined => values[Math.floor(chance() * values.length)];
  const people = ACCOUNTS.filter(({ roles, relation }) => roles.includes('operator') && relation !== null);
  const rows: Row[] = [];
  const entries: Entry[] = [];
  const messages: Message[] = [];
  for (const { serialNumber, kind, mapId, siteId } of fleet)
    for (let day = DAYS; day > 0; day -= 1) {
      // Two alarms a day of one robot are rare enough to be left out.
      if (chance() > PER_DAY[kind] / 2) continue;
      const event = pick(EVENTS[kind]);
      const point = pick(mapOf(mapId)?.points ?? []);
      const person = pick(people);
      if (!event || !point || !person) continue;
      const raisedAt = now - day * DAY_MS + Math.floor(chance() * DAY_MS * 0.9);
      const takenAfter = chance() < 0.06 ? (15 + chance() * 10) * MINUTE_MS : (0.3 + chance() * 8) * MINUTE_MS;
      const isLate = takenAfter > 15 * MINUTE_MS;
      const resolvedAt = raisedAt + takenAfter + (1 + chance() * 25) * MINUTE_MS;
      const id = `${DEMO_CASES}${serialNumber}-${day}`;
      const at = (ms: number): Date => new Date(Math.round(ms));
      const [least, most] = VALUES[event] ?? [null, null];
      rows.push({
        id,
        serialNumber,
        event,
        severity: SEVERITY_OF_EVENT[event],
        state: 'resolved',
        raisedAt: at(raisedAt),
        lastAt: at(raisedAt),
        firstAlarmId: id,
        lastAlarmId: id,
        value: least === null ? null : Math.round((least + chance() * (most - least)) * 10) / 10,
        mapId,
        x: point.x,
        y: point.y,
        placeName: point.name,
        ownerKind: 'account',
        ownerId: person.id,
        ownerName: person.name,
        takenAt: at(raisedAt + takenAfter),
        levelTwoToldAt: isLate ? at(raisedAt + 15 * MINUTE_MS) : null,
        resolvedAt: at(resolvedAt),
        cause: pick(CAUSES[event] ?? ['handled']) ?? 'handled',
      });
      const told = CONTACTS[1 + Math.floor(chance() * 3)] ?? CONTACTS[0];
      if (told)
        messages.push({
          id: `${id}-1`,
          caseId: id,
          level: 1,
          contactId: contactIdOf(siteId, told.id),
          name: told.name,
          channel: 'sms',
          target: told.phoneNumber,
          language: 'enUS',
          state: 'kept',
          attempts: 1,
          reason: '',
          at: at(raisedAt + 1_000),
          settledAt: at(raisedAt + 2_000),
        });
      entries.push(
        { caseId: id, at: at(raisedAt), kind: 'raised' },
        { caseId: id, at: at(raisedAt + 1_000), kind: 'told', level: 1, to: '1' },
        ...(isLate
          ? [{ caseId: id, at: at(raisedAt + 15 * MINUTE_MS), kind: 'told' as const, level: 2, to: '2' }]
          : []),
        { caseId: id, at: at(raisedAt + takenAfter), kind: 'taken', by: person.name },
        { caseId: id, at: at(resolvedAt), kind: 'resolved', by: person.name },
      );
    }
  rows.sort((a, b) => a.raisedAt.getTime() - b.raisedAt.getTime());
  return { rows, entries, messages };
}
