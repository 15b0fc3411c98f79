/**
 * 90 days of alarms of the demo: at the hours at which its robots work, told to the contacts who were on duty, and taken
 * and resolved by its people. None is left open: it would ring at the first start.
 */
import { ACCOUNTS } from '../../../demo/accounts.ts';
import { CONTACTS, contactIdOf, demoRules, roleId } from '../../../demo/alarmContacts.ts';
import { randomFrom } from '../../../demo/random.ts';
import type { DemoRobot } from '../../../demo/roster.ts';
import { mapOf, SITES } from '../../../demo/sites.ts';
import type { RobotKind } from '../../../contract/entities/constants.ts';
import { contactsToTell } from '../../../contract/rules/alarmContacts.ts';
import {
  LEVEL_TWO_AFTER_MS,
  SEVERITY_OF_EVENT,
  type AlarmEvent,
  type AlarmLevel,
} from '../../../contract/rules/alarms.ts';
import type { CaseCause } from '../../../contract/rules/alarmCase.ts';
import { plusDays, zonedDate, zonedInstant, zonedWeekHour } from '../../../contract/rules/zonedTime.ts';
import type { alarmCases, alarmEntries, alarmNotifications } from '../schema.ts';

/** With this the ids of the demo's past cases begin. */
export const DEMO_CASES = 'demo-alarm-';
const SEED = 0x616c6172;
export const PAST_ALARM_DAYS = 90;
const MINUTE_MS = 60_000;

/** Alarms a day, by kind of robot. */
const PER_DAY: Readonly<Record<RobotKind, number>> = {
  security: 1.6,
  reception: 0.35,
  delivery: 0.3,
  disinfection: 0.2,
};
/** Hours at which robots of a kind work, in the site's time zone: the first and the hour after the last. */
const HOURS: Readonly<Record<RobotKind, readonly [number, number]>> = {
  // Patrols by night as well; most alarms come then.
  security: [0, 24],
  reception: [7, 22],
  delivery: [6, 23],
  disinfection: [20, 24],
};
const NIGHT_SHARE = 0.6;
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

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** @param now ms */
export function pastAlarms(
  fleet: readonly DemoRobot[],
  now: number,
): { rows: Row[]; entries: Entry[]; messages: Message[] } {
  const chance = randomFrom(SEED);
  const pick = <Value>(values: readonly Value[]): Value | undefined => values[Math.floor(chance() * values.length)];
  const people = ACCOUNTS.filter(({ roles, relation }) => roles.includes('operator') && relation !== null);
  const rows: Row[] = [];
  const entries: Entry[] = [];
  const messages: Message[] = [];
  for (const { serialNumber, kind, mapId, siteId } of fleet) {
    const timeZone = SITES.find(({ id }) => id === siteId)?.timeZone ?? 'UTC';
    const today = zonedDate(timeZone, now);
    for (let day = PAST_ALARM_DAYS; day > 0; day -= 1) {
      // Two alarms a day of one robot are rare enough to be left out.
      if (chance() > PER_DAY[kind] / 2) continue;
      const event = pick(EVENTS[kind]);
      const point = pick(mapOf(mapId)?.points ?? []);
      const person = pick(people);
      if (!event || !point || !person) continue;
      const time = `${twoDigits(hourOf(kind, chance))}:${twoDigits(Math.floor(chance() * 60))}`;
      const raisedAt = zonedInstant(timeZone, plusDays(today, -day), time) + Math.floor(chance() * MINUTE_MS);
      const takenAfter = chance() < 0.06 ? (15 + chance() * 10) * MINUTE_MS : (0.3 + chance() * 8) * MINUTE_MS;
      const isLate = takenAfter > LEVEL_TWO_AFTER_MS;
      const resolvedAt = raisedAt + takenAfter + (1 + chance() * 25) * MINUTE_MS;
      // Just after midnight, the last one of yesterday is not over yet.
      if (resolvedAt >= now) continue;
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
        levelTwoToldAt: isLate ? at(raisedAt + LEVEL_TWO_AFTER_MS) : null,
        resolvedAt: at(resolvedAt),
        cause: pick(CAUSES[event] ?? ['handled']) ?? 'handled',
      });
      entries.push({ caseId: id, at: at(raisedAt), kind: 'raised' });
      const tell = (level: AlarmLevel, toldAt: number): void => {
        const told = messagesOf({ caseId: id, siteId, timeZone, event, level, at: toldAt });
        messages.push(...told);
        const count = new Set(told.map(({ contactId }) => contactId)).size;
        entries.push({
          caseId: id,
          at: at(toldAt),
          kind: count > 0 ? 'told' : 'nobodyToTell',
          level,
          to: count > 0 ? String(count) : '',
        });
      };
      tell(1, raisedAt + 1_000);
      if (isLate) tell(2, raisedAt + LEVEL_TWO_AFTER_MS);
      entries.push(
        { caseId: id, at: at(raisedAt + takenAfter), kind: 'taken', by: person.name },
        { caseId: id, at: at(resolvedAt), kind: 'resolved', by: person.name },
      );
    }
  }
  rows.sort((a, b) => a.raisedAt.getTime() - b.raisedAt.getTime());
  return { rows, entries, messages };
}

function hourOf(kind: RobotKind, chance: () => number): number {
  const [from, until] = HOURS[kind];
  const hour = from + Math.floor(chance() * (until - from));
  // From 20:00 to 06:00.
  return kind === 'security' && chance() < NIGHT_SHARE ? (20 + Math.floor(chance() * 10)) % 24 : hour;
}

interface Telling {
  caseId: string;
  siteId: string;
  timeZone: string;
  event: AlarmEvent;
  level: AlarmLevel;
  /** ms */
  at: number;
}
/** As the rules of the demo's robots say at that moment. */
function messagesOf({ caseId, siteId, timeZone, event, level, at }: Telling): Message[] {
  const rule = demoRules(siteId).find((one) => one.event === event);
  const contacts = CONTACTS.map((contact) => ({
    ...contact,
    roleIds: contact.roles.map((role) => roleId(siteId, role)),
    quietDays: [],
  }));
  const told = rule ? contactsToTell(rule, contacts, level, zonedWeekHour(timeZone, at)) : [];
  return told.flatMap(({ id, name, phoneNumber }) =>
    (rule?.ways ?? []).map((way) => ({
      id: `${caseId}-${level}-${id}-${way}`,
      caseId,
      level,
      contactId: contactIdOf(siteId, id),
      name,
      channel: way,
      target: phoneNumber,
      language: 'enUS' as const,
      state: 'kept' as const,
      attempts: 1,
      reason: '',
      at: new Date(at),
      settledAt: new Date(at + 1_000),
    })),
  );
}
