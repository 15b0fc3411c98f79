/** Contacts and roles that were deleted: gone at once, and restored for a while with all that belongs to them. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { Contact, ContactRole } from '../../../contract/entities/alarmContact.ts';
import {
  ALWAYS,
  CONTACT_RESTORE_MS,
  CONTACTS_PER_ROLE,
  type AlarmRule,
} from '../../../contract/rules/alarmContacts.ts';
import { errorNameOf, ERRORS } from '../../../contract/wire/errors.ts';
import {
  alarmRuleRevisions,
  alarmRules,
  audit,
  contactRoles,
  contacts,
  deletedContacts,
} from '../../../server/db/schema.ts';
import { applyRetention } from '../../../server/retention.ts';
import { A, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

const { alarmRules: calls } = catalogue;
const { serialNumber } = A;
let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of [alarmRules, alarmRuleRevisions, contacts, contactRoles, deletedContacts])
    await test.db.delete(table);
  await test.forgetTries();
});

const call = async ({ path }: { path: string }, data: object, person: Person = 'robotAdmin'): Promise<string> => {
  const { code } = await test.as(person, path, data);
  return code === 0 ? 'ok' : (errorNameOf(code) ?? String(code));
};
const read = async <Value>({ path }: { path: string }, data: object = { serialNumber }): Promise<Value> =>
  ((await test.as('robotAdmin', path, data)) as { data: Value }).data;
const roleOf = async (roleName: string): Promise<string> =>
  (await read<{ id: string }>(calls.saveRole, { serialNumber, roleName })).id;
const NUMBER = '+12025550142';
const contact = (roleIds: string[], more: object = {}) => ({
  serialNumber,
  contactName: 'Grace Lam',
  phoneNumber: NUMBER,
  roleIds,
  hours: ALWAYS.map((mask, day) => (day === 2 ? 0b1111 : mask)),
  quietDays: [{ from: '2026-12-24', until: '2026-12-26' }],
  ...more,
});
const idOf = async (data: object): Promise<string> => (await read<{ id: string }>(calls.saveContact, data)).id;
const people = async () => (await read<{ rows: Contact[] }>(calls.contacts)).rows;

it('a contact comes back with number, roles, hours and quiet days, once', async () => {
  const id = await idOf(contact([await roleOf('Desk'), await roleOf('Night')]));
  const before = await people();
  expect(await call(calls.deleteContact, { id })).toBe('ok');
  expect(await people()).toEqual([]);
  expect(await call(calls.restoreContact, { serialNumber, id })).toBe('ok');
  expect(await people()).toEqual(before);
  expect(await call(calls.restoreContact, { serialNumber, id })).toBe('notFound');
  const acts = await test.db.select().from(audit).where(eq(audit.act, 'alarm.restoreContact'));
  expect(acts.at(-1)).toMatchObject({ subject: id, after: { name: 'Grace Lam' } });
});

it('its number is free at once, and a restore that meets it says so and can be tried again', async () => {
  const role = await roleOf('Desk');
  const id = await idOf(contact([role]));
  await call(calls.deleteContact, { id });
  const other = await idOf(contact([role], { contactName: 'Omar' }));
  const { code, data } = await test.as('robotAdmin', calls.restoreContact.path, { serialNumber, id });
  expect([code, data]).toMatchObject([ERRORS.contactPhoneTaken, { words: { name: 'Omar' } }]);
  expect(await call(calls.deleteContact, { id: other })).toBe('ok');
  expect(await call(calls.restoreContact, { serialNumber, id })).toBe('ok');
});

it('a role that is full by now, and another site, are refused', async () => {
  const role = await roleOf('Desk');
  const id = await idOf(contact([role]));
  await call(calls.deleteContact, { id });
  for (let index = 0; index < CONTACTS_PER_ROLE; index += 1)
    await idOf(contact([role], { phoneNumber: `+1202555015${index}` }));
  expect(await call(calls.restoreContact, { serialNumber, id })).toBe('contactRoleFull');
  expect(await call(calls.restoreContact, { serialNumber: B.serialNumber, id })).toBe('robotForeign');
  expect(await call(calls.restoreRole, { serialNumber, id })).toBe('notFound');
  expect(await call(calls.restoreContact, { serialNumber, id }, 'stranger' as Person)).toBe('robotForeign');
});

it('a role comes back to its contacts and to the rules in which another took its place', async () => {
  const [desk, other] = [await roleOf('Desk'), await roleOf('Other')];
  await idOf(contact([desk, other]));
  const saveRule = async (event: string, firstRoles: string[]) => {
    const { revision, rules } = await read<{ revision: number; rules: AlarmRule[] }>(calls.rules);
    const next = rules.map((rule) => (rule.event === event ? { ...rule, ways: ['sms'], firstRoles } : rule));
    expect(await call(calls.saveRules, { serialNumber, revision, rules: next })).toBe('ok');
  };
  const firstRoles = async (event: string) =>
    (await read<{ rules: AlarmRule[] }>(calls.rules)).rules.find((rule) => rule.event === event)?.firstRoles;
  await saveRule('smoke', [desk]);
  await saveRule('fall', [desk]);
  expect(await call(calls.deleteRole, { id: desk, replacement: other })).toBe('ok');
  expect([await firstRoles('smoke'), await firstRoles('fall')]).toEqual([[other], [other]]);
  // Changed since: it stays as it is.
  const third = await roleOf('Third');
  await idOf(contact([third], { phoneNumber: '+12025550199' }));
  await saveRule('fall', [third]);
  expect(await call(calls.restoreRole, { serialNumber, id: desk })).toBe('ok');
  expect([await firstRoles('smoke'), await firstRoles('fall')]).toEqual([[desk], [third]]);
  expect((await people()).find(({ phoneNumber }) => phoneNumber === NUMBER)?.roleIds.toSorted()).toEqual(
    [desk, other].toSorted(),
  );
  const roles = await read<ContactRole[]>(calls.roles);
  expect(roles.map(({ roleName, contacts: count, rules }) => [roleName, count, rules])).toEqual([
    ['Desk', 1, 1],
    ['Other', 1, 0],
    ['Third', 1, 1],
  ]);
});

it('a role whose name is taken by now stays deleted', async () => {
  const desk = await roleOf('Desk');
  await call(calls.deleteRole, { id: desk });
  await roleOf('DESK');
  expect(await call(calls.restoreRole, { serialNumber, id: desk })).toBe('contactRoleNameTaken');
});

it('after ten minutes nothing comes back, and the clean-up erases it', async () => {
  const id = await idOf(contact([await roleOf('Desk')]));
  await call(calls.deleteContact, { id });
  const kept = () => test.db.select({ id: deletedContacts.id }).from(deletedContacts);
  await applyRetention({ db: test.db, now: Date.now });
  expect(await kept()).toEqual([{ id }]);
  await test.db.update(deletedContacts).set({ deletedAt: new Date(Date.now() - CONTACT_RESTORE_MS - 1_000) });
  expect(await call(calls.restoreContact, { serialNumber, id })).toBe('notFound');
  await applyRetention({ db: test.db, now: Date.now });
  expect(await kept()).toEqual([]);
});
