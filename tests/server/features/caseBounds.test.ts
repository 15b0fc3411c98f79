/** The bounds of an alarm case: its history, its messages, and how often a contact gives it back. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { AlarmNotification, CaseEntry } from '../../../contract/entities/alarmCase.ts';
import { ALWAYS } from '../../../contract/rules/alarmContacts.ts';
import type { CaseEntryKind } from '../../../contract/rules/alarmCase.ts';
import { CASE_MESSAGES_SHOWN, RELEASES_PER_CONTACT } from '../../../contract/rules/caseHistory.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import {
  alarmCases,
  alarmEntries,
  alarmNotifications,
  alarmRules,
  contactRoles,
  contacts,
} from '../../../server/db/schema.ts';
import { makeAlarmLink } from '../../../server/features/alarmLinks.ts';
import { createAlarmRules } from '../../../server/features/alarmRules.ts';
import { noteAlarmOver, raiseAlarm } from '../../../server/features/raiseAlarms.ts';
import { A, startTestServer, type TestServer } from '../../fakes/testServer.ts';

const { alarmLinks: links, alarmCases: calls } = catalogue;
let test: TestServer;
let caseId = '';

beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of [alarmCases, alarmRules, contacts, contactRoles]) await test.db.delete(table);
  await test.forgetTries();
  await test.db.insert(contactRoles).values({ id: 'desk', siteId: A.siteId, name: 'Desk' });
  // Of the same name: they are told apart by their ids.
  await test.db.insert(contacts).values(
    ['wendy', 'other'].map((id, index) => ({
      id,
      siteId: A.siteId,
      name: 'Wendy',
      countryCode: '1',
      phoneNumber: `+1202555014${index}`,
      roleIds: ['desk'],
      hours: [...ALWAYS],
    })),
  );
  await test.db.insert(alarmRules).values({
    serialNumber: A.serialNumber,
    event: 'smoke',
    isOn: true,
    ways: ['sms'],
    firstRoles: ['desk'],
    secondRoles: [],
  });
  await test.db.transaction((db) =>
    raiseAlarm(
      db,
      { now: Date.now, rules: createAlarmRules(), notify: () => undefined },
      { serialNumber: A.serialNumber },
      { id: 'alarm', event: 'smoke', pose: null },
    ),
  );
  caseId = (await test.db.select().from(alarmCases))[0]?.id ?? '';
});

const call = async ({ path }: { path: string }, data: object = {}) => {
  const { code } = await test.as('robotAdmin', path, { caseId, ...data });
  return code === 0 ? 'ok' : errorNameOf(code);
};
const details = async () =>
  (
    (await test.as('robotAdmin', calls.details.path, { caseId })) as {
      data: { entries: CaseEntry[]; notifications: AlarmNotification[]; olderNotifications: number };
    }
  ).data;
const kinds = async (): Promise<CaseEntryKind[]> => (await details()).entries.map(({ kind }) => kind);
/** Fills the history with notes up to so many entries. */
const fillTo = async (total: number): Promise<void> => {
  const missing = total - (await kinds()).length;
  await test.db
    .insert(alarmEntries)
    .values(Array.from({ length: missing }, () => ({ caseId, at: new Date(), kind: 'note' as const })));
};

it('notes end while there is room for the life of the case', async () => {
  await fillTo(159);
  expect(await call(calls.addNote, { text: 'the last one' })).toBe('ok');
  expect(await call(calls.addNote, { text: 'one more' })).toBe('caseNotesFull');
  await noteAlarmOver(test.db, { now: Date.now, notify: () => undefined }, A.serialNumber, 'alarm');
  expect((await test.db.select().from(alarmCases))[0]?.overAt).not.toBeNull();
  expect(await call(calls.take)).toBe('ok');
  expect(await call(calls.release)).toBe('ok');
  expect((await kinds()).slice(-4)).toEqual(['note', 'taken', 'released', 'told']);
});

it('with a full history a case is taken and resolved, and nothing that would lengthen it is done', async () => {
  await fillTo(190);
  expect(await call(calls.take)).toBe('ok');
  expect(await call(calls.release)).toBe('caseHistoryFull');
  expect(await call(calls.handOver, { to: 'member' })).toBe('caseHistoryFull');
  expect((await test.db.select().from(alarmCases))[0]).toMatchObject({ state: 'taken', handOverTo: null });
  await fillTo(199);
  expect(await call(calls.resolve, { cause: 'handled', note: 'Done' })).toBe('ok');
  const { entries } = await details();
  expect([entries.length, entries.at(-1)]).toMatchObject([200, { kind: 'resolved', text: 'Done' }]);
  expect(await call(calls.reopen)).toBe('caseHistoryFull');
  expect((await test.db.select().from(alarmCases))[0]?.state).toBe('resolved');
});

it('a contact gives a case back three times; another of the same name is not concerned', async () => {
  const codeOf = async (contactId: string) =>
    (await makeAlarmLink(test.db, { caseId, contactId, at: Date.now() })).code;
  const ask = async ({ path }: { path: string }, code: string) => {
    const { code: error } = await test.call(path, { code });
    return error === 0 ? 'ok' : errorNameOf(error);
  };
  const [wendy, other] = [await codeOf('wendy'), await codeOf('other')];
  for (let count = 0; count < RELEASES_PER_CONTACT; count += 1) {
    expect(await ask(links.take, wendy)).toBe('ok');
    expect(await ask(links.release, wendy)).toBe('ok');
  }
  // Ids of contacts are nobody's business.
  expect(JSON.stringify((await details()).entries)).not.toContain('wendy');
  expect(await ask(links.take, other)).toBe('ok');
  expect(await ask(links.release, other)).toBe('ok');
  expect(await ask(links.take, wendy)).toBe('ok');
  // Also by another link.
  expect(await ask(links.release, await codeOf('wendy'))).toBe('caseReleasedOften');
  expect((await test.db.select().from(alarmCases))[0]).toMatchObject({ state: 'taken', ownerId: 'wendy' });
});

it('the newest messages are returned, and how many are older', async () => {
  expect((await details()).olderNotifications).toBe(0);
  await test.db.delete(alarmNotifications).where(eq(alarmNotifications.caseId, caseId));
  const add = (from: number, count: number) =>
    test.db.insert(alarmNotifications).values(
      Array.from({ length: count }, (_, index) => ({
        id: `m${from + index}`,
        caseId,
        level: 1,
        contactId: 'wendy',
        name: 'Wendy',
        channel: 'sms' as const,
        target: '+12025550140',
        language: 'enUS' as const,
        state: 'sent' as const,
        at: new Date(1_700_000_000_000 + from + index),
      })),
    );
  await add(0, CASE_MESSAGES_SHOWN);
  expect((await details()).olderNotifications).toBe(0);
  await add(CASE_MESSAGES_SHOWN, 12);
  const { notifications, olderNotifications } = await details();
  expect(olderNotifications).toBe(12);
  expect([notifications.length, notifications[0]?.id, notifications.at(-1)?.id]).toEqual([
    CASE_MESSAGES_SHOWN,
    'm12',
    `m${CASE_MESSAGES_SHOWN + 11}`,
  ]);
});
