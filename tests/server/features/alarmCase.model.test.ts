/**
 * The life of an alarm case, walked on the real rules, handlers and database with two operators: raised by a robot, repeated,
 * taken, handed over, without its owner, resolved and opened again. Access to the calls is tested elsewhere.
 */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import {
  ASK_AGAIN_AFTER_MS,
  type CaseAct,
  type CaseEntryKind,
  REOPEN_WITHIN_MS,
  SAME_CASE_WITHIN_MS,
} from '../../../contract/rules/alarmCase.ts';
import { LEVEL_TWO_AFTER_MS } from '../../../contract/rules/alarms.ts';
import { ApiError, errorNameOf } from '../../../contract/wire/errors.ts';
import { accounts, alarmCases, alarmEntries, relations, robots, sites } from '../../../server/db/schema.ts';
import { carryOutOnCase } from '../../../server/features/alarmCaseActs.ts';
import { alarmDueSources } from '../../../server/features/alarmEscalation.ts';
import { alarmOwnerSource } from '../../../server/features/alarmOwners.ts';
import { createAlarmRules } from '../../../server/features/alarmRules.ts';
import { raiseAlarm } from '../../../server/features/raiseAlarms.ts';
import { freshDatabase, type FreshDatabase } from '../../fakes/database.ts';
import { migratedTemplate } from '../../fakes/databaseTemplates.ts';
import { openJobDatabase, type JobDatabase } from '../../fakes/jobServer.ts';

type Operator = 'lin' | 'chen';
type Event =
  | 'the robot raises'
  | 'the robot repeats'
  | '15 minutes pass'
  | 'an hour passes'
  | '7 days pass'
  | 'both take in the same moment'
  | 'Lin takes'
  | 'Chen takes'
  | 'Lin asks Chen'
  | 'Chen accepts'
  | 'Chen declines'
  | 'Lin gives back'
  | 'Lin resolves'
  | 'Chen resolves'
  | 'Chen opens again'
  | 'Lin loses the robot'
  | 'Chen loses the robot'
  | 'the account of Lin is locked'
  | 'the account of Chen is deleted';

const linGone = { 'Lin loses the robot': 'openAgain', 'the account of Lin is locked': 'openAgain' } as const;
const spec = setup({ types: { events: {} as { type: Event } } }).createMachine({
  initial: 'none',
  states: {
    none: { on: { 'the robot raises': 'open' } },
    open: {
      on: {
        'the robot repeats': 'repeated',
        '15 minutes pass': 'levelTwoTold',
        'Lin takes': 'withLin',
        'Lin resolves': 'notTaken',
        'both take in the same moment': 'withOne',
      },
    },
    notTaken: {},
    withOne: {},
    repeated: { on: { 'Chen takes': 'withChen', '15 minutes pass': 'repeatedAndTold' } },
    repeatedAndTold: {},
    levelTwoTold: { on: { 'Lin takes': 'takenLate' } },
    takenLate: {},
    withLin: {
      on: {
        ...linGone,
        'Chen takes': 'stillWithLin',
        'Chen resolves': 'notOfChen',
        'the robot repeats': 'repeatedWithLin',
        'Lin asks Chen': 'offered',
        'Lin gives back': 'openAgain',
        'Lin resolves': 'resolved',
        'an hour passes': 'askedAgain',
      },
    },
    stillWithLin: {},
    notOfChen: {},
    repeatedWithLin: { on: { 'Lin loses the robot': 'openAgain' } },
    offered: {
      on: { ...linGone, 'Chen accepts': 'withChen', 'Chen declines': 'declined', 'Chen takes': 'stillOffered' },
    },
    stillOffered: {},
    declined: {},
    askedAgain: { on: { 'Lin takes': 'confirmed', 'Chen takes': 'withChen', 'Lin loses the robot': 'openAgain' } },
    confirmed: {},
    withChen: {
      on: {
        'Lin resolves': 'notOfLin',
        'Chen resolves': 'resolvedByChen',
        'Chen loses the robot': 'openAgain',
        'the account of Chen is deleted': 'openAgain',
      },
    },
    notOfLin: {},
    resolvedByChen: {},
    openAgain: { on: { '15 minutes pass': 'toldAgain' } },
    toldAgain: {},
    resolved: {
      on: { 'the robot raises': 'another', 'Chen opens again': 'openAgain', '7 days pass': 'tooOld' },
    },
    another: {},
    tooOld: { on: { 'Chen opens again': 'stillResolved' } },
    stillResolved: {},
  },
});

const ROBOT = 'S2-1';
const POSE = { mapId: 'm1', x: 1, y: 1, theta: 0 };
const PEOPLE = { lin: 'Lin', chen: 'Chen' } as const;

let database: FreshDatabase;
let jobs: JobDatabase;
let at = 0;
let counted = 0;
/** Refusals of the last act, by operator. */
let refusals: Partial<Record<Operator, string>> = {};

const now = (): number => at;
const rules = createAlarmRules();
const notifyAlarm = (): void => undefined;
const due = [...alarmDueSources({ now, rules, notifyAlarm }), alarmOwnerSource({ now, rules, notifyAlarm })];

beforeAll(async () => {
  database = await freshDatabase(await migratedTemplate());
  jobs = await openJobDatabase(database.url);
  await jobs.db.insert(sites).values({ id: 'site', name: 'Site', timeZone: 'UTC' });
  await jobs.db.insert(robots).values({
    serialNumber: ROBOT,
    name: ROBOT,
    siteId: 'site',
    manufacturer: 'Acme',
    interfaceName: 'uagv',
    dialect: '2.x',
    model: 'S2',
    kind: 'security',
    passwordHash: '',
  });
});
afterAll(async () => {
  await jobs.close();
  await database.drop();
});
beforeEach(async () => {
  const { db } = jobs;
  for (const table of [alarmCases, relations, accounts]) await db.delete(table);
  const ids = ['lin', 'chen'] as const;
  await db
    .insert(accounts)
    .values(ids.map((id) => ({ id, nickname: PEOPLE[id], roles: ['operator' as const], passwordHash: '' })));
  await db.insert(relations).values(ids.map((id) => ({ id, userId: id, serialNumber: ROBOT, isAuth: true })));
  at = Date.UTC(2026, 10, 25, 14, 28);
  refusals = {};
});

const rows = () => jobs.db.select().from(alarmCases).orderBy(alarmCases.number);
const first = async () => {
  const [row] = await rows();
  if (!row) throw new Error('no case');
  return row;
};
const kinds = async (): Promise<CaseEntryKind[]> =>
  (
    await jobs.db
      .select()
      .from(alarmEntries)
      .where(eq(alarmEntries.caseId, (await first()).id))
      .orderBy(alarmEntries.id)
  ).map(({ kind }) => kind);

const alarm = () =>
  jobs.db.transaction((db) =>
    raiseAlarm(
      db,
      { now, rules, notify: notifyAlarm },
      { serialNumber: ROBOT },
      {
        id: `alarm-${++counted}`,
        event: 'smoke',
        pose: POSE,
      },
    ),
  );
/** What the server does every half second. */
const tick = async (): Promise<void> => {
  for (const source of due) await jobs.db.transaction((db) => source.take(db, new Date(at), 100, () => undefined));
};
const pass = (ms: number) => async (): Promise<void> => {
  at += ms;
  await tick();
};
const does = (who: Operator, act: CaseAct) => async (): Promise<void> => {
  const { id: caseId } = await first();
  try {
    await jobs.db.transaction((db) =>
      carryOutOnCase(
        { now, alarmRules: rules, notifyAlarm },
        { db, language: 'enUS', afterCommit: () => undefined },
        {
          caseId,
          act,
          actor: { kind: 'account', id: who },
          name: PEOPLE[who],
          to: act.type === 'askHandOver' ? { id: act.to, name: 'Chen' } : undefined,
        },
      ),
    );
    delete refusals[who];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refusals[who] = errorNameOf(error.code) ?? '';
  }
};
/** The case is open without an owner: a countdown runs, or level two was told. */
const isOpen = async (): Promise<void> => {
  const row = await first();
  expect(row).toMatchObject({ state: 'open', ownerId: null, ownerName: null, handOverTo: null, askAgainAt: null });
  expect(row.levelTwoAt ?? row.levelTwoToldAt).not.toBeNull();
};
const belongsTo = async (who: Operator): Promise<void> =>
  expect(await first()).toMatchObject({ state: 'taken', ownerId: who, ownerName: PEOPLE[who], levelTwoAt: null });
const countdown = async (): Promise<number> => ((await first()).levelTwoAt?.getTime() ?? 0) - at;

describe('an alarm case', () => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, { timeout: 60_000 }, () =>
      path.test({
        events: {
          'the robot raises': async () => void (await alarm()),
          // Within 10 minutes of the last one, at the same place.
          'the robot repeats': async () => {
            at += SAME_CASE_WITHIN_MS / 2;
            await alarm();
          },
          '15 minutes pass': pass(LEVEL_TWO_AFTER_MS),
          'an hour passes': pass(ASK_AGAIN_AFTER_MS),
          '7 days pass': pass(REOPEN_WITHIN_MS + 1),
          'both take in the same moment': async () =>
            void (await Promise.all([does('lin', { type: 'take' })(), does('chen', { type: 'take' })()])),
          'Lin takes': does('lin', { type: 'take' }),
          'Chen takes': does('chen', { type: 'take' }),
          'Lin asks Chen': does('lin', { type: 'askHandOver', to: 'chen' }),
          'Chen accepts': does('chen', { type: 'acceptHandOver' }),
          'Chen declines': does('chen', { type: 'declineHandOver' }),
          'Lin gives back': does('lin', { type: 'release' }),
          'Lin resolves': does('lin', { type: 'resolve', cause: 'handled' }),
          'Chen resolves': does('chen', { type: 'resolve', cause: 'removed' }),
          'Chen opens again': does('chen', { type: 'reopen' }),
          'Lin loses the robot': async () => {
            await jobs.db.delete(relations).where(eq(relations.userId, 'lin'));
            await tick();
          },
          'Chen loses the robot': async () => {
            await jobs.db.update(relations).set({ isAuth: false }).where(eq(relations.userId, 'chen'));
            await tick();
          },
          'the account of Lin is locked': async () => {
            await jobs.db
              .update(accounts)
              .set({ lockedAt: new Date(at) })
              .where(eq(accounts.id, 'lin'));
            await tick();
          },
          'the account of Chen is deleted': async () => {
            await jobs.db.delete(accounts).where(eq(accounts.id, 'chen'));
            await tick();
          },
        },
        states: {
          none: async () => expect(await rows()).toEqual([]),
          open: async () => {
            await isOpen();
            expect([(await first()).count, await countdown()]).toEqual([1, LEVEL_TWO_AFTER_MS]);
          },
          notTaken: async () => {
            await isOpen();
            expect(refusals).toEqual({ lin: 'alarmNotTaken' });
          },
          withOne: async () => {
            const { ownerId } = await first();
            expect(refusals).toEqual({ [ownerId === 'lin' ? 'chen' : 'lin']: 'alarmTakenByOther' });
            await belongsTo(ownerId === 'lin' ? 'lin' : 'chen');
            expect((await kinds()).filter((kind) => kind === 'taken')).toHaveLength(1);
          },
          // A repeat counts, and does not put level two off.
          repeated: async () => {
            await isOpen();
            expect([(await rows()).length, (await first()).count]).toEqual([1, 2]);
            expect(await countdown()).toBe(LEVEL_TWO_AFTER_MS - SAME_CASE_WITHIN_MS / 2);
          },
          repeatedAndTold: async () => expect(await first()).toMatchObject({ count: 2, levelTwoAt: null }),
          levelTwoTold: async () => {
            await isOpen();
            expect(await first()).toMatchObject({ levelTwoAt: null, levelTwoToldAt: new Date(at) });
          },
          takenLate: () => belongsTo('lin'),
          withLin: () => belongsTo('lin'),
          stillWithLin: async () => {
            await belongsTo('lin');
            expect(refusals).toEqual({ chen: 'alarmTakenByOther' });
          },
          notOfChen: async () => {
            await belongsTo('lin');
            expect(refusals).toEqual({ chen: 'alarmNotYours' });
          },
          repeatedWithLin: async () => {
            await belongsTo('lin');
            expect([(await rows()).length, (await first()).count]).toEqual([1, 2]);
          },
          offered: async () => {
            await belongsTo('lin');
            expect(await first()).toMatchObject({ handOverTo: 'chen', handOverName: 'Chen' });
          },
          stillOffered: async () => {
            await belongsTo('lin');
            expect(refusals).toEqual({ chen: 'alarmTakenByOther' });
            expect((await first()).handOverTo).toBe('chen');
          },
          declined: async () => {
            await belongsTo('lin');
            expect((await first()).handOverTo).toBeNull();
          },
          askedAgain: async () => {
            await belongsTo('lin');
            expect((await first()).isAskedAgain).toBe(true);
          },
          confirmed: async () => {
            await belongsTo('lin');
            expect(await first()).toMatchObject({ isAskedAgain: false, takenAt: new Date(at) });
          },
          withChen: async () => {
            await belongsTo('chen');
            expect(await first()).toMatchObject({ handOverTo: null, isAskedAgain: false });
          },
          notOfLin: async () => {
            await belongsTo('chen');
            expect(refusals).toEqual({ lin: 'alarmNotYours' });
          },
          resolvedByChen: async () => expect(await first()).toMatchObject({ state: 'resolved', cause: 'removed' }),
          // Nobody has it: the countdown begins again, and level one is told, as when it was raised.
          openAgain: async () => {
            await isOpen();
            expect([await countdown(), (await first()).raisedAt.getTime() <= at]).toEqual([LEVEL_TWO_AFTER_MS, true]);
            const [why, told] = (await kinds()).slice(-2);
            expect(['released', 'reopened', 'ownerGone']).toContain(why);
            expect(told).toBe('nobodyToTell');
          },
          toldAgain: async () => {
            await isOpen();
            expect((await first()).levelTwoToldAt).toEqual(new Date(at));
          },
          resolved: async () =>
            expect(await first()).toMatchObject({ state: 'resolved', cause: 'handled', levelTwoAt: null }),
          another: async () =>
            expect(await rows()).toMatchObject([
              { state: 'resolved', count: 1 },
              { state: 'open', count: 1, ownerId: null },
            ]),
          tooOld: async () => expect((await first()).state).toBe('resolved'),
          stillResolved: async () => {
            expect((await first()).state).toBe('resolved');
            expect(refusals).toEqual({ chen: 'alarmTooOld' });
          },
        },
      }),
    );
  }
});
