/** The demo's alarms of the last 90 days: as such a house would have had them, each with its history, written once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNTS } from '../../../demo/accounts.ts';
import { CONTACTS, contactIdOf } from '../../../demo/alarmContacts.ts';
import { ROBOTS } from '../../../demo/roster.ts';
import { mapOf, SITES } from '../../../demo/sites.ts';
import { isOnAt } from '../../../contract/rules/alarmContacts.ts';
import { ALARM_VALUE_RANGES, LEVEL_TWO_AFTER_MS, SEVERITY_OF_EVENT } from '../../../contract/rules/alarms.ts';
import { zonedWeekHour } from '../../../contract/rules/zonedTime.ts';
import type { Db } from '../../../server/db/database.ts';
import { alarmCases, alarmEntries, alarmNotifications, sites } from '../../../server/db/schema.ts';
import { seedAlarms } from '../../../server/db/seed/alarms.ts';
import { PAST_ALARM_DAYS, pastAlarms } from '../../../server/db/seed/pastAlarms.ts';
import { type MigratedDatabase, migratedDatabase } from '../../fakes/migratedDatabase.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const robotOf = (serialNumber: string) => {
  const robot = ROBOTS.find((one) => one.serialNumber === serialNumber);
  if (!robot) throw new Error(`${serialNumber} is not of the demo`);
  return robot;
};
const zoneOf = (serialNumber: string): string =>
  SITES.find(({ id }) => id === robotOf(serialNumber).siteId)?.timeZone ?? 'UTC';
const share = <Value>(all: readonly Value[], is: (one: Value) => boolean): number => all.filter(is).length / all.length;

describe('the past alarms of the demo', () => {
  const { rows, entries, messages } = pastAlarms(ROBOTS, NOW);
  const hourOf = ({ serialNumber, raisedAt }: (typeof rows)[number]): number =>
    zonedWeekHour(zoneOf(serialNumber), raisedAt.getTime()).hour;

  it('are the same at every first start of one day', () => {
    expect(pastAlarms(ROBOTS, NOW)).toEqual({ rows, entries, messages });
  });

  it('are spread over ninety days, most of them of patrols, at the hours at which a kind of robot works', () => {
    expect(rows.length).toBeGreaterThan(150);
    const days = new Set(rows.map(({ raisedAt }) => Math.floor((NOW - raisedAt.getTime()) / DAY_MS)));
    expect(Math.max(...days)).toBeLessThanOrEqual(PAST_ALARM_DAYS);
    expect(days.size).toBeGreaterThan(PAST_ALARM_DAYS * 0.8);
    const kindOf = ({ serialNumber }: (typeof rows)[number]): string => robotOf(serialNumber).kind;
    expect(share(rows, (row) => kindOf(row) === 'security')).toBeGreaterThan(0.4);
    const [byNight, received] = [
      rows.filter((row) => kindOf(row) === 'security'),
      rows.filter((row) => kindOf(row) === 'reception'),
    ];
    expect(share(byNight, (row) => hourOf(row) >= 20 || hourOf(row) < 6)).toBeGreaterThan(0.6);
    expect(received.length).toBeGreaterThan(10);
    // The reception is open from 7 to 22.
    expect(received.filter((row) => hourOf(row) < 7 || hourOf(row) >= 22)).toEqual([]);
  });

  it('are where their robot was, with values that count', () => {
    for (const { serialNumber, mapId, x, y, event, value, severity } of rows) {
      expect(mapId).toBe(robotOf(serialNumber).mapId);
      expect(mapOf(mapId ?? '').points.some((point) => point.x === x && point.y === y)).toBe(true);
      expect(severity).toBe(SEVERITY_OF_EVENT[event]);
      const range = ALARM_VALUE_RANGES[event];
      // A lost connection has no measured value, only a threshold.
      if (range && event !== 'offline')
        expect((value ?? NaN) >= range.least && (value ?? NaN) <= range.most).toBe(true);
      else expect(value).toBeNull();
    }
  });

  it("were taken within minutes and resolved by the demo's operators; few reached level two, none is left open", () => {
    const operators = new Map(
      ACCOUNTS.filter(({ roles, relation }) => roles.includes('operator') && relation !== null).map(({ id, name }) => [
        id,
        name,
      ]),
    );
    for (const { state, ownerId, ownerName, raisedAt, takenAt, resolvedAt, levelTwoToldAt } of rows) {
      expect(state).toBe('resolved');
      expect(ownerName).toEqual(operators.get(ownerId ?? ''));
      const [raised, taken, resolved] = [raisedAt, takenAt, resolvedAt].map((at) => at?.getTime() ?? NaN);
      expect(raised! < taken! && taken! < resolved! && resolved! < NOW).toBe(true);
      expect(levelTwoToldAt?.getTime() ?? null).toBe(
        taken! - raised! > LEVEL_TWO_AFTER_MS ? raised! + LEVEL_TWO_AFTER_MS : null,
      );
    }
    expect(new Set(rows.map(({ ownerId }) => ownerId)).size).toBe(operators.size);
    const late = share(rows, ({ levelTwoToldAt }) => levelTwoToldAt !== null);
    expect(late > 0.01 && late < 0.12).toBe(true);
    const waits = rows
      .map(({ raisedAt, takenAt }) => (takenAt?.getTime() ?? NaN) - raisedAt.getTime())
      .sort((a, b) => a - b);
    expect(waits[Math.floor(waits.length / 2)]).toBeLessThan(8 * MINUTE_MS);
    const wrong = share(rows, ({ cause }) => cause === 'falseAlarm');
    expect(wrong > 0.05 && wrong < 0.4).toBe(true);
  });

  it('have a history that agrees with the case, in order', () => {
    for (const { id, raisedAt, takenAt, resolvedAt, levelTwoToldAt, ownerName } of rows) {
      const own = entries.filter(({ caseId }) => caseId === id);
      const kinds = own.map(({ kind, level }) => (kind === 'told' || kind === 'nobodyToTell' ? level : kind));
      expect(kinds).toEqual(['raised', 1, ...(levelTwoToldAt ? [2] : []), 'taken', 'resolved']);
      expect([own[0], ...own.slice(-2)].map((entry) => entry?.at)).toEqual([raisedAt, takenAt, resolvedAt]);
      expect(own.slice(-2).map(({ by }) => by)).toEqual([ownerName, ownerName]);
      const times = own.map(({ at }) => at.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }
  });

  it('were told to contacts on duty, as many as the history says', () => {
    for (const { caseId, kind, level, to } of entries.filter((entry) => entry.kind.startsWith('told'))) {
      const told = messages.filter((message) => message.caseId === caseId && message.level === level);
      expect([kind, String(new Set(told.map(({ contactId }) => contactId)).size)]).toEqual(['told', to]);
    }
    const serialNumbers = new Map(rows.map(({ id, serialNumber }) => [id, serialNumber]));
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
    for (const { caseId, contactId, at } of messages) {
      const serialNumber = serialNumbers.get(caseId) ?? '';
      const contact = CONTACTS.find(({ id }) => contactIdOf(robotOf(serialNumber).siteId, id) === contactId);
      const { day, hour } = zonedWeekHour(zoneOf(serialNumber), at.getTime());
      expect([contactId, contact && isOnAt(contact.hours, day, hour)]).toEqual([contactId, true]);
    }
  });
});

describe('in the database', () => {
  let database: MigratedDatabase;
  let db: Db;
  beforeAll(async () => {
    database = await migratedDatabase();
    ({ db } = database);
    await db.insert(sites).values(SITES.map(({ id, name, timeZone }) => ({ id, name, timeZone })));
  });
  afterAll(() => database.close());

  it('they are written once', async () => {
    const { rows, entries, messages } = pastAlarms(ROBOTS, NOW);
    await seedAlarms(db, ROBOTS, NOW);
    await seedAlarms(db, ROBOTS, NOW + DAY_MS);
    const stored = await Promise.all(
      [alarmCases, alarmEntries, alarmNotifications].map((table) => db.select().from(table)),
    );
    expect(stored.map(({ length }) => length)).toEqual([rows.length, entries.length, messages.length]);
  });
});
