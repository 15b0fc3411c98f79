/** Contacts, roles and alarm rules: what administrators can save, and who is told of an alarm by them. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { Contact, ContactRole } from '../../../contract/entities/alarmContact.ts';
import { ALWAYS, CONTACTS_PER_ROLE, type AlarmRule } from '../../../contract/rules/alarmContacts.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { changeSettings, lockedSettings } from '../../../server/db/repositories/robotSettings.ts';
import {
  alarmRuleRevisions,
  alarmRules,
  audit,
  contactRoles,
  contacts,
  deletedContacts,
  outbox,
} from '../../../server/db/schema.ts';
import { createAlarmRules } from '../../../server/features/alarmRules.ts';
import { A, A2, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

const { alarmRules: calls } = catalogue;
const { serialNumber } = A;
let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of [alarmRules, alarmRuleRevisions, contacts, contactRoles, deletedContacts, outbox])
    await test.db.delete(table);
  await test.forgetTries();
});

const call = async (person: Person, { path }: { path: string }, data: object): Promise<string> => {
  const { code } = await test.as(person, path, data);
  return code === 0 ? 'ok' : (errorNameOf(code) ?? String(code));
};
const read = async <Value>({ path }: { path: string }, data: object = { serialNumber }): Promise<Value> =>
  ((await test.as('robotAdmin', path, data)) as { data: Value }).data;
const saveRole = async (roleName: string): Promise<string> =>
  (await read<{ id: string }>(calls.saveRole, { serialNumber, roleName })).id;
let numbers = 1_000;
const contactOf = (roleIds: string[], more: object = {}) => ({
  serialNumber,
  contactName: 'Grace Lam',
  phoneNumber: `+1202555${(numbers += 1)}`,
  roleIds,
  hours: ALWAYS,
  ...more,
});
const rulesOf = () => read<{ revision: number; rules: AlarmRule[] }>(calls.rules);
const withRule = async (change: Partial<AlarmRule>, event = 'smoke') => {
  const { revision, rules } = await rulesOf();
  return { serialNumber, revision, rules: rules.map((rule) => (rule.event === event ? { ...rule, ...change } : rule)) };
};

describe('contacts and roles', () => {
  it('a contact has one phone number, checked by the numbering plans, and nobody else has it', async () => {
    const role = await saveRole('Night desk');
    expect(await call('robotAdmin', calls.saveContact, contactOf([role], { phoneNumber: '+12025550100' }))).toBe('ok');
    expect(await call('robotAdmin', calls.saveContact, contactOf([role], { phoneNumber: '12' }))).toBe(
      'contactPhoneWrong',
    );
    expect(
      await call('robotAdmin', calls.saveContact, contactOf([role], { phoneNumber: '202 555 0100', countryCode: '1' })),
    ).toBe('contactPhoneTaken');
    const { rows } = await read<{ rows: Contact[] }>(calls.contacts);
    expect(rows.map(({ phoneNumber }) => phoneNumber)).toEqual(['+12025550100']);
  });
  it('a number of a length that exists, but in no numbering plan, is refused unless it was stored before', async () => {
    const wrong = { phoneNumber: '+86 138 0000 0' };
    const contact = contactOf([await saveRole('Night desk')]);
    expect(await call('robotAdmin', calls.saveContact, { ...contact, ...wrong })).toBe('contactPhoneWrong');
    const { id } = await read<{ id: string }>(calls.saveContact, contact);
    await test.db.update(contacts).set({ phoneNumber: '+8613800000' });
    expect(
      await call('robotAdmin', calls.saveContact, { ...contact, ...wrong, id, contactName: 'Night desk', revision: 0 }),
    ).toBe('ok');
  });
  it('the country code follows from the number, also where an earlier save emptied it', async () => {
    const codes = async () =>
      (await read<{ rows: Contact[] }>(calls.contacts)).rows.map(({ countryCode }) => countryCode);
    const contact = contactOf([await saveRole('Desk')]);
    const { id } = await read<{ id: string }>(calls.saveContact, { ...contact, countryCode: '1' });
    await call('robotAdmin', calls.saveContact, { ...contact, id, revision: 0 });
    expect(await test.db.select({ code: contacts.countryCode }).from(contacts)).toEqual([{ code: '1' }]);
    await test.db.update(contacts).set({ countryCode: '' });
    expect(await codes()).toEqual(['1']);
    // The number's code, not the chosen one.
    const changed = { ...contact, id, revision: 1, phoneNumber: '+49 170 1234567', countryCode: '86' };
    expect(await call('robotAdmin', calls.saveContact, changed)).toBe('ok');
    expect(await codes()).toEqual(['49']);
  });
  it('a role has at most five contacts, and a name of its own', async () => {
    const role = await saveRole('Security');
    for (let index = 0; index < CONTACTS_PER_ROLE; index += 1)
      expect(await call('robotAdmin', calls.saveContact, contactOf([role]))).toBe('ok');
    expect(await call('robotAdmin', calls.saveContact, contactOf([role]))).toBe('contactRoleFull');
    expect(await call('robotAdmin', calls.saveRole, { serialNumber, roleName: 'SECURITY' })).toBe(
      'contactRoleNameTaken',
    );
  });
  it('of two people who edit a contact, the second one learns that it was changed', async () => {
    const role = await saveRole('Desk');
    const contact = contactOf([role]);
    const { id } = await read<{ id: string }>(calls.saveContact, contact);
    expect(await call('robotAdmin', calls.saveContact, { ...contact, id, contactName: 'First', revision: 0 })).toBe(
      'ok',
    );
    expect(await call('superAdmin', calls.saveContact, { ...contact, id, contactName: 'Second', revision: 0 })).toBe(
      'recordChanged',
    );
  });
  it('are for administrators of a robot at the site only', async () => {
    expect(await call('stranger' as Person, calls.contacts, { serialNumber })).toBe('robotForeign');
    const role = await saveRole('Desk');
    expect(await call('stranger' as Person, calls.deleteRole, { id: role })).toBe('robotForeign');
    expect(await call('robotAdmin', calls.roles, { serialNumber: B.serialNumber })).toBe('robotForeign');
  });
  it('phone numbers are not in the audit log', async () => {
    const role = await saveRole('Desk');
    await call('robotAdmin', calls.saveContact, contactOf([role], { phoneNumber: '+12025550177' }));
    const rows = await test.db.select().from(audit).where(eq(audit.act, 'alarm.saveContact'));
    expect(JSON.stringify(rows)).toContain('0177');
    expect(JSON.stringify(rows)).not.toContain('2025550177');
  });
});

describe('rules', () => {
  it('start with everything listed and nobody told', async () => {
    const { rules } = await rulesOf();
    expect(rules).toHaveLength(14);
    expect(rules.every(({ isOn, ways, firstRoles }) => isOn && ways.length + firstRoles.length === 0)).toBe(true);
  });
  it('that would reach nobody are refused, and those of an old revision', async () => {
    const empty = await saveRole('Empty');
    expect(await call('robotAdmin', calls.saveRules, await withRule({ ways: ['sms'] }))).toBe('ruleReachesNobody');
    expect(await call('robotAdmin', calls.saveRules, await withRule({ ways: ['sms'], firstRoles: [empty] }))).toBe(
      'ruleReachesNobody',
    );
    await call('robotAdmin', calls.saveContact, contactOf([empty]));
    const wanted = await withRule({ ways: ['sms'], firstRoles: [empty] });
    expect(await call('robotAdmin', calls.saveRules, wanted)).toBe('ok');
    expect(await call('superAdmin', calls.saveRules, wanted)).toBe('recordChanged');
    expect(await call('robotAdmin', calls.saveRules, await withRule({ threshold: 300 }, 'noise'))).toBe('fieldInvalid');
  });
  it('keep their last contact, and a role in use goes only for another', async () => {
    const [first, other] = [await saveRole('First'), await saveRole('Other')];
    const contact = contactOf([first]);
    const { id } = await read<{ id: string }>(calls.saveContact, contact);
    await call('robotAdmin', calls.saveContact, contactOf([other]));
    await call('robotAdmin', calls.saveRules, await withRule({ ways: ['call'], firstRoles: [first] }));
    const uses = [{ serialNumber, events: ['smoke'] }];
    const { rows } = await read<{ rows: Contact[] }>(calls.contacts);
    expect(rows.map((one) => one.uses)).toEqual(rows.map((one) => (one.id === id ? uses : [])));
    expect((await read<ContactRole[]>(calls.roles)).find((one) => one.id === first)?.uses).toEqual(uses);
    expect(await call('robotAdmin', calls.deleteContact, { id })).toBe('contactInUse');
    expect(await call('robotAdmin', calls.saveContact, { ...contact, id, roleIds: [other], revision: 0 })).toBe(
      'contactInUse',
    );
    expect(await call('robotAdmin', calls.deleteRole, { id: first })).toBe('contactRoleInUse');
    expect(await call('robotAdmin', calls.deleteRole, { id: first, replacement: other })).toBe('ok');
    expect((await rulesOf()).rules.find(({ event }) => event === 'smoke')?.firstRoles).toEqual([other]);
    const roles = await read<ContactRole[]>(calls.roles);
    expect(roles.map(({ roleName, rules }) => [roleName, rules])).toEqual([['Other', 1]]);
  });
  it('are named where they use a role only for robots that the caller has a relation to', async () => {
    const role = await saveRole('Night desk');
    await call('robotAdmin', calls.saveContact, contactOf([role]));
    await call('robotAdmin', calls.saveRules, await withRule({ ways: ['sms'], firstRoles: [role] }));
    await call('superAdmin', calls.copyRules, { serialNumber, serialNumberStr: A2.serialNumber });
    const usesFor = async (person: Person) => {
      const { data } = await test.as(person, calls.roles.path, { serialNumber });
      return (data as ContactRole[]).flatMap(({ uses = [] }) => uses.map((one) => one.serialNumber)).sort();
    };
    expect(await usesFor('robotAdmin')).toEqual([serialNumber]);
    expect(await usesFor('superAdmin')).toEqual([serialNumber, A2.serialNumber]);
  });
  it('the calls of the spec read and write the same rules', async () => {
    const role = await saveRole('Desk');
    await call('robotAdmin', calls.saveContact, contactOf([role]));
    expect(
      await call('robotAdmin', calls.saveConfig, {
        serialNumber,
        alarmEvent: 'fall',
        alarmWays: ['sms', 'call'],
        firstProcessingRoles: [role],
        secondaryProcessingRoles: [],
      }),
    ).toBe('ok');
    expect(await call('robotAdmin', calls.saveSetting, { serialNumber, event: 'noise', settingValue: 80 })).toBe('ok');
    const { rules } = await rulesOf();
    expect(rules.find(({ event }) => event === 'fall')).toMatchObject({ ways: ['sms', 'call'], firstRoles: [role] });
    expect(rules.find(({ event }) => event === 'noise')).toMatchObject({ isOn: true, threshold: 80 });
    // As spec 3 names its fields: it stays on or off.
    const settings = await read<{ id: string; event: string }[]>(calls.settings, { serialNumber });
    const { id } = settings.find(({ event }) => event === 'noise') ?? {};
    expect(await call('robotAdmin', calls.saveSetting, { serialNumber, event: 'noise', isOn: false })).toBe('ok');
    expect(await call('robotAdmin', calls.saveSetting, { serialNumber, id, settingValue: 80 })).toBe('ok');
    expect((await rulesOf()).rules.find(({ event }) => event === 'noise')).toMatchObject({
      isOn: false,
      threshold: 80,
    });
    for (const wrong of [{}, { id: 'other:noise' }, { id, event: 'smoke' }])
      expect(await call('robotAdmin', calls.saveSetting, { serialNumber, ...wrong, isOn: true })).toBe('fieldInvalid');
    expect(await call('robotAdmin', calls.saveSetting, { serialNumber, id, isOn: true, settingValue: 80 })).toBe('ok');
    const counts = createAlarmRules().counts(test.db, serialNumber, 'noise', 79);
    expect(await counts).toBe(false);
    expect(await createAlarmRules().counts(test.db, serialNumber, 'noise', 80)).toBe(true);
  });
  it('are copied as they were compared: not if the robot or the copied one was changed since', async () => {
    const role = await saveRole('Night desk');
    await call('robotAdmin', calls.saveContact, contactOf([role]));
    await call('robotAdmin', calls.saveRules, await withRule({ ways: ['sms'], firstRoles: [role] }));
    const target = A2.serialNumber;
    const read2 = async () =>
      (await test.as('superAdmin', calls.rules.path, { serialNumber: target })).data as {
        revision: number;
        rules: AlarmRule[];
      };
    const before = await read2();
    const compared = { [serialNumber]: (await rulesOf()).revision, [target]: before.revision };
    const copy = (more: object) =>
      call('superAdmin', calls.copyRules, { serialNumber, serialNumberStr: target, ...more });
    expect(await copy({ revisions: { ...compared, [target]: before.revision + 1 } })).toBe('recordChanged');
    await call('robotAdmin', calls.saveRules, await withRule({ threshold: 70 }, 'noise'));
    expect(await copy({ revisions: compared })).toBe('recordChanged');
    expect((await read2()).rules).toEqual(before.rules);
    expect(await copy({ revisions: { ...compared, [serialNumber]: (await rulesOf()).revision } })).toBe('ok');
    expect((await read2()).rules).toEqual((await rulesOf()).rules);
    expect((await read2()).rules.find(({ event }) => event === 'smoke')?.firstRoles).toEqual([role]);
    // The console of the version before sends no revisions.
    expect(await copy({})).toBe('ok');
  });
  it('trying one sends a test that says so, once in five minutes', async () => {
    const role = await saveRole('Desk');
    await call('robotAdmin', calls.saveContact, contactOf([role], { email: 'desk@example.com' }));
    // A test that would reach nobody is refused, and does not use up the five minutes.
    expect(await call('robotAdmin', calls.tryRule, { serialNumber, event: 'smoke' })).toBe('ruleReachesNobody');
    await call('robotAdmin', calls.saveRules, await withRule({ ways: ['sms'], firstRoles: [role] }));
    const { tryId, sent } = await read<{ tryId: string; sent: { id: string; channel: string; state: string }[] }>(
      calls.tryRule,
      { serialNumber, event: 'smoke' },
    );
    // Also by e-mail, as in an alarm; nothing counts as sent before it was.
    expect(sent.map(({ channel, state }) => [channel, state])).toEqual([
      ['sms', 'queued'],
      ['email', 'queued'],
    ]);
    expect(await call('robotAdmin', calls.tryRule, { serialNumber, event: 'smoke' })).toBe('ruleTriedLately');
    const stored = await vi.waitFor(async () => {
      const rows = await test.db.select().from(outbox);
      expect(rows).toHaveLength(2);
      return rows;
    });
    expect(stored.every(({ subject }) => /^Test|^测试/u.test(subject))).toBe(true);
    const tried = await read<{ messages: { id: string; state: string }[] }>(calls.tried, { serialNumber, tryId });
    // Without a gateway: not sent, and not said to be.
    expect(tried.messages.map(({ id, state }) => [id, state]).sort()).toEqual(
      sent.map(({ id }) => [id, 'kept']).sort(),
    );
    await test.db.update(outbox).set({ state: 'failed', error: 'the gateway answered 500' });
    expect((await read<{ messages: object[] }>(calls.tried, { serialNumber, tryId })).messages).toEqual([
      expect.objectContaining({ state: 'failed', reason: 'the gateway answered 500' }),
      expect.objectContaining({ state: 'failed', reason: 'the gateway answered 500' }),
    ]);
    // A test belongs to its robot.
    expect(await call('robotAdmin', calls.tried, { serialNumber: B.serialNumber, tryId })).toBe('robotForeign');
  });
});

it('while notifications of a robot are off, its rules say that nobody is told, and cannot be tried', async () => {
  expect(await read(calls.rules)).toMatchObject({ notifies: true });
  await changeSettings(test.db, (await lockedSettings(test.db, serialNumber)).serialNumber, {
    wanted: { abnormalNotification: { value: false, version: 1, by: 'lin', at: 1 } },
  });
  expect(await read(calls.rules)).toMatchObject({ notifies: false });
  expect(await call('robotAdmin', calls.tryRule, { serialNumber, event: 'smoke' })).toBe('alarmNotificationsOff');
  await changeSettings(test.db, serialNumber, { wanted: {} });
});

describe('who is told', () => {
  it('contacts in their hours at level one, level two at once where there is none, always the last level', async () => {
    const [day, night, boss] = [await saveRole('Day'), await saveRole('Night'), await saveRole('Boss')];
    const never = ALWAYS.map(() => 0);
    await call('robotAdmin', calls.saveContact, contactOf([day], { contactName: 'Never there', hours: never }));
    await call('robotAdmin', calls.saveContact, contactOf([night], { contactName: 'Always there' }));
    await call(
      'robotAdmin',
      calls.saveContact,
      contactOf([boss], { contactName: 'Boss', hours: never, email: 'boss@example.com' }),
    );
    const rules = createAlarmRules();
    const names = async (level: 1 | 2, event: 'smoke' | 'fall' = 'smoke'): Promise<unknown[]> =>
      (await rules.recipients(test.db, serialNumber, event, level, Date.now())).map(({ name }) => name);
    await call(
      'robotAdmin',
      calls.saveRules,
      await withRule({ ways: ['sms'], firstRoles: [day], secondRoles: [boss] }),
    );
    expect(await names(1)).toEqual(['Boss']);
    await call(
      'robotAdmin',
      calls.saveRules,
      await withRule({ ways: ['sms'], firstRoles: [day, night], secondRoles: [boss] }),
    );
    expect(await names(1)).toEqual(['Always there']);
    expect(await names(2)).toEqual(['Boss']);
    expect(await names(1, 'fall')).toEqual([]);
    const [told] = await rules.recipients(test.db, serialNumber, 'smoke', 2, Date.now());
    expect(told?.channels.map(({ channel }) => channel)).toEqual(['sms', 'email']);
  });
});
