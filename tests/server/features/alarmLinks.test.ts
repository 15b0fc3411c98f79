/** One-time links: a contact without an account opens, takes and hands back a case; who cannot, and cases without owner. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { LinkedCase } from '../../../contract/entities/alarmLink.ts';
import { ALWAYS } from '../../../contract/rules/alarmContacts.ts';
import {
  ALARM_LINK_TTL_MS,
  REQUESTS_PER_LINK,
  WRONG_LINKS_PER_ADDRESS,
} from '../../../contract/rules/alarmNotification.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { hashOf } from '../../../server/broker/credentials.ts';
import { entriesOf } from '../../../server/db/repositories/alarmCases.ts';
import {
  accounts,
  alarmCases,
  alarmLinks,
  alarmNotifications,
  alarmRules,
  audit,
  contactRoles,
  contacts,
  relations,
} from '../../../server/db/schema.ts';
import { makeAlarmLink } from '../../../server/features/alarmLinks.ts';
import { createAlarmRules } from '../../../server/features/alarmRules.ts';
import { raiseAlarm } from '../../../server/features/raiseAlarms.ts';
import { applyRetention } from '../../../server/retention.ts';
import { A, startTestServer, type CallOptions, type TestServer } from '../../fakes/testServer.ts';

const { alarmLinks: calls, alarmCases: cases } = catalogue;
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });
const now = (): number => Date.now() + shift;
let shift = 0;
let test: TestServer;
let counted = 0;

beforeAll(async () => void (test = await startTestServer({ now })));
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of [alarmCases, alarmRules, contacts, contactRoles]) await test.db.delete(table);
  await test.forgetTries();
  await test.db.insert(contactRoles).values({ id: 'desk', siteId: A.siteId, name: 'Desk' });
  await test.db.insert(contacts).values(
    ['wendy', 'yu'].map((id, index) => ({
      id,
      siteId: A.siteId,
      name: { enUS: `${id} by name`, zhCN: id },
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
});

const rules = createAlarmRules();
async function raised(): Promise<string> {
  await test.db.transaction((db) =>
    raiseAlarm(
      db,
      { now, rules, notify: () => undefined },
      { serialNumber: A.serialNumber },
      { id: `link-${(counted += 1)}`, event: 'smoke', pose: { mapId: A.mapId, x: counted * 10, y: 1, theta: 0 } },
    ),
  );
  const rows = await test.db.select().from(alarmCases).orderBy(alarmCases.number);
  return rows.at(-1)?.id ?? '';
}
const linkFor = async (caseId: string, contactId = 'wendy'): Promise<string> =>
  (await makeAlarmLink(test.db, { caseId, contactId, at: now() })).code;
const ask = async (call: keyof typeof calls, code: string, more: CallOptions = {}) => {
  const { code: error, data, message } = await test.call(calls[call].path, { code }, more);
  return { error: error === 0 ? 'ok' : (errorNameOf(error) ?? String(error)), found: data as LinkedCase, message };
};
const caseOf = async (id: string) => (await test.db.select().from(alarmCases).where(eq(alarmCases.id, id)))[0];

describe('a link', () => {
  it('shows the case without place, picture or ids of people, in the language of the browser, and takes nothing', async () => {
    const caseId = await raised();
    const code = await linkFor(caseId);
    const { found } = await ask('open', code);
    expect(found).toMatchObject({
      contactName: 'wendy by name',
      robotName: 'Porter',
      event: 'smoke',
      state: 'open',
      ownerName: '',
      canTake: true,
      isMine: false,
      timeZone: 'Asia/Shanghai',
    });
    expect(found.levelTwoAt).toBe(found.raisedAt + 15 * 60_000);
    expect(Object.keys(found)).not.toEqual(expect.arrayContaining(['place']));
    expect(JSON.stringify(found)).not.toMatch(/map-1|pictureId|\+1202/u);
    expect((await ask('open', code, { language: 'zh-cn' })).found).toMatchObject({
      contactName: 'wendy',
      robotName: '跑堂',
    });
    expect(await caseOf(caseId)).toMatchObject({ state: 'open', ownerId: null });
  });
  it('is stored as a hash only', async () => {
    const code = await linkFor(await raised());
    const rows = await test.db.select().from(alarmLinks);
    expect(rows.map(({ codeHash }) => codeHash)).toContain(hashOf(code));
    expect(JSON.stringify(rows)).not.toContain(code);
  });
  it('that is wrong, expired, of a contact that is gone, moved or no longer told gets one and the same error', async () => {
    const caseId = await raised();
    const [expired, moved, roleless, gone] = [
      await linkFor(caseId),
      await linkFor(caseId),
      await linkFor(caseId, 'yu'),
      await linkFor(caseId, 'yu'),
    ];
    const answers = [await ask('open', 'no-code'), await ask('take', 'no-code')];
    await test.db
      .update(alarmLinks)
      .set({ expiresAt: new Date(now()) })
      .where(eq(alarmLinks.codeHash, hashOf(expired)));
    answers.push(await ask('open', expired), await ask('take', expired));
    await test.db.update(contacts).set({ siteId: 'site-2' }).where(eq(contacts.id, 'wendy'));
    answers.push(await ask('open', moved), await ask('take', moved));
    await test.db.update(contacts).set({ roleIds: [] }).where(eq(contacts.id, 'yu'));
    answers.push(await ask('open', roleless), await ask('release', roleless));
    await test.db.delete(contacts).where(eq(contacts.id, 'yu'));
    answers.push(await ask('open', gone), await ask('take', gone));
    expect(new Set(answers.map(({ error, message }) => `${error} ${message}`)).size).toBe(1);
    expect(answers[0]?.error).toBe('linkOver');
    expect((await caseOf(caseId))?.state).toBe('open');
  });
});

describe('a contact', () => {
  it('takes the case, is named in history and audit log as that contact, and stops what was not sent', async () => {
    const caseId = await raised();
    const code = await linkFor(caseId);
    const { found } = await ask('take', code);
    expect(found).toMatchObject({ state: 'taken', isMine: true, ownerName: 'wendy by name', levelTwoAt: null });
    expect(await caseOf(caseId)).toMatchObject({ ownerKind: 'contact', ownerId: 'wendy', levelTwoAt: null });
    expect((await entriesOf(test.db, caseId, 20)).at(-1)).toMatchObject({
      kind: 'taken',
      by: { enUS: 'wendy by name', zhCN: 'wendy' },
    });
    const [row] = await test.db.select().from(audit).where(eq(audit.subject, caseId));
    expect(row).toMatchObject({ userId: '', act: 'alarm.take', after: { contact: { enUS: 'wendy by name' } } });
    // Again: a reply can get lost.
    expect((await ask('take', code)).error).toBe('ok');
    expect((await entriesOf(test.db, caseId, 20)).filter(({ kind }) => kind === 'taken')).toHaveLength(1);
  });
  it('hands back only what is theirs; the countdown begins again', async () => {
    const caseId = await raised();
    const [wendy, yu] = [await linkFor(caseId), await linkFor(caseId, 'yu')];
    expect((await ask('release', wendy)).error).toBe('alarmNotTaken');
    await ask('take', wendy);
    expect((await ask('release', yu)).error).toBe('alarmNotYours');
    expect((await ask('release', wendy)).found).toMatchObject({ state: 'open', canTake: true });
    expect((await caseOf(caseId))?.levelTwoAt).toBeInstanceOf(Date);
    // Nobody has the case: level one is told at once, as when it was raised.
    const told = await test.db.select().from(alarmNotifications).where(eq(alarmNotifications.caseId, caseId));
    expect(told.filter(({ contactId, level }) => contactId === 'yu' && level === 1)).toHaveLength(2);
    await ask('take', yu);
    expect((await entriesOf(test.db, caseId, 20)).filter(({ kind }) => kind === 'told')).toHaveLength(2);
  });
  it('who is second learns who has it; an operator sees the contact as owner', async () => {
    const caseId = await raised();
    const [wendy, yu] = [await linkFor(caseId), await linkFor(caseId, 'yu')];
    const answers = await Promise.all([ask('take', wendy), ask('take', yu)]);
    expect(answers.map(({ error }) => error).sort()).toEqual(['alarmTakenByOther', 'ok']);
    const loser = answers[0]?.error === 'ok' ? yu : wendy;
    const owner = (await caseOf(caseId))?.ownerId;
    expect((await ask('open', loser)).found).toMatchObject({
      ownerName: `${owner} by name`,
      canTake: false,
      isMine: false,
    });
    const { data } = (await test.as('robotAdmin', cases.details.path, { caseId })) as {
      data: { case: { owner: object } };
    };
    expect(data.case.owner).toMatchObject({ kind: 'contact', id: owner });
    const { code } = await test.as('robotAdmin', cases.take.path, { caseId });
    expect(errorNameOf(code)).toBe('alarmTakenByOther');
  });
  it('cannot act on a case that an account with the same id has', async () => {
    const caseId = await raised();
    await test.as('robotAdmin', cases.take.path, { caseId });
    const id = (await caseOf(caseId))?.ownerId ?? '';
    await test.db.update(contacts).set({ id }).where(eq(contacts.id, 'wendy'));
    const code = await linkFor(caseId, id);
    expect((await ask('release', code)).error).toBe('alarmNotYours');
    expect((await ask('open', code)).found.isMine).toBe(false);
  });
});

describe('the limits', () => {
  it('wrong links count for the address, and lock out nobody who has a right one', async () => {
    const code = await linkFor(await raised());
    const address = '203.0.113.7';
    for (let index = 0; index < WRONG_LINKS_PER_ADDRESS; index += 1) {
      if (index < 3) expect((await ask('open', code, { address })).error).toBe('ok');
      expect((await ask('open', `wrong-${index}`, { address })).error).toBe('linkOver');
    }
    expect((await ask('open', 'wrong', { address })).error).toBe('tooManyTries');
    expect((await ask('open', code, { address })).error).toBe('ok');
    expect((await ask('take', code, { address })).error).toBe('ok');
  });
  it('one link is asked at most so often', async () => {
    const code = await linkFor(await raised());
    for (let index = 0; index < REQUESTS_PER_LINK; index += 1) expect((await ask('open', code)).error).toBe('ok');
    expect((await ask('take', code)).error).toBe('tooManyTries');
  });
});

describe('a case whose owner can no longer act', () => {
  const taken = async (): Promise<string> => {
    const caseId = await raised();
    await test.as('member', cases.take.path, { caseId });
    expect(await caseOf(caseId)).toMatchObject({ state: 'taken', ownerId: 'member' });
    return caseId;
  };
  const isReleased = async (caseId: string): Promise<void> => {
    await soon(async () =>
      expect(await caseOf(caseId)).toMatchObject({ state: 'open', ownerId: null, ownerName: null }),
    );
    expect((await caseOf(caseId))?.levelTwoAt?.getTime()).toBeGreaterThan(now());
    const entries = await entriesOf(test.db, caseId, 20);
    expect(entries.map(({ kind }) => kind).slice(-2)).toEqual(['ownerGone', 'told']);
    const told = await test.db.select().from(alarmNotifications).where(eq(alarmNotifications.caseId, caseId));
    expect(told.filter(({ contactId }) => contactId === 'wendy')).toHaveLength(2);
  };
  const member = eq(relations.id, 'relation-member');

  it('is released when the relation ends or is withdrawn', async () => {
    const caseId = await taken();
    await test.db.update(relations).set({ isAuth: false }).where(member);
    await isReleased(caseId);
    await test.db.update(relations).set({ isAuth: true }).where(member);
  });
  it('is released when the account is locked, or no longer operates', async () => {
    const caseId = await taken();
    await test.db.update(accounts).set({ lockedAt: new Date() }).where(eq(accounts.id, 'member'));
    await isReleased(caseId);
    await test.db.update(accounts).set({ lockedAt: null }).where(eq(accounts.id, 'member'));
    const second = await taken();
    await test.db
      .update(accounts)
      .set({ roles: ['viewer'] })
      .where(eq(accounts.id, 'member'));
    await isReleased(second);
    await test.db
      .update(accounts)
      .set({ roles: ['operator'] })
      .where(eq(accounts.id, 'member'));
  });
  it('is released when the contact is deleted; resolved cases keep their owner', async () => {
    const caseId = await raised();
    await ask('take', await linkFor(caseId, 'yu'));
    const done = await taken();
    await test.as('member', cases.resolve.path, { caseId: done, cause: 'handled' });
    await test.db.delete(contacts).where(eq(contacts.id, 'yu'));
    await test.db.update(relations).set({ isAuth: false }).where(member);
    await isReleased(caseId);
    expect(await caseOf(done)).toMatchObject({ state: 'resolved', ownerId: 'member' });
    await test.db.update(relations).set({ isAuth: true }).where(member);
  });
});

// Last, because sessions end earlier.
it('a link ends after a day, and its row is deleted', async () => {
  const code = await linkFor(await raised());
  shift += ALARM_LINK_TTL_MS - 1_000;
  expect((await ask('open', code)).error).toBe('ok');
  shift += 1_001;
  expect((await ask('open', code)).error).toBe('linkOver');
  await applyRetention({ db: test.db, now });
  const left = await test.db
    .select()
    .from(alarmLinks)
    .where(eq(alarmLinks.codeHash, hashOf(code)));
  expect(left).toEqual([]);
});
