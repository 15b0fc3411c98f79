/** Alarms that the server finds in the robots' live states: fatal errors, emergency stops, lost connections, their ends. */
import { ne } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import { OFFLINE_ALARM_AFTER_MS, PROBLEM_ALARM_AFTER_MS } from '../../../contract/rules/alarms.ts';
import type { AppDeps } from '../../../server/appDeps.ts';
import { usualRule } from '../../../contract/rules/alarmContacts.ts';
import { entriesOf } from '../../../server/db/repositories/alarmCases.ts';
import { putRules } from '../../../server/db/repositories/alarmContacts.ts';
import { alarmCases } from '../../../server/db/schema.ts';
import { alarmsIn, startAlarmWatch, type AlarmWatch } from '../../../server/features/watchForAlarms.ts';
import { unheard } from '../../../server/fleet/robotLiveState.ts';
import { alarmRules } from '../../fakes/alarmDatabase.ts';
import { freshJobDatabase } from '../../fakes/freshJobDatabase.ts';
import type { JobDatabase } from '../../fakes/jobServer.ts';

const T = 1_790_000_000_000;
const robot = (change: Partial<RobotLive> = {}): RobotLive => ({
  ...unheard('T-1'),
  connection: 'online',
  at: T,
  pose: { mapId: 'm1', x: 1, y: 2, theta: 0 },
  ...change,
});
const fatal = (type: string, since = T) => ({ type, level: 'FATAL' as const, description: '', hint: '', since });
const stopped = (since = T): Partial<RobotLive> => ({ eStop: 'MANUAL', eStopSince: since });
const found = (change: Partial<RobotLive>, later: number) =>
  alarmsIn(robot(change), T + later, OFFLINE_ALARM_AFTER_MS).map(({ id, event }) => `${event} ${id}`);

describe('a live state', () => {
  it('raises an emergency stop after five seconds, with or without a fatal error, and once', () => {
    expect(found(stopped(), PROBLEM_ALARM_AFTER_MS - 1)).toEqual([]);
    expect(found(stopped(), PROBLEM_ALARM_AFTER_MS)).toEqual([`navigationException eStop-T-1-${T}`]);
    expect(found({ ...stopped(), problems: [fatal('emergencyStop')] }, PROBLEM_ALARM_AFTER_MS)).toEqual([
      `navigationException emergencyStop-T-1-${T}`,
    ]);
  });
  it('raises nothing for a warning, and a lost connection after five minutes only', () => {
    expect(found({ problems: [{ ...fatal('slow'), level: 'WARNING' }] }, 3_600_000)).toEqual([]);
    const lost = { connection: 'broken' as const, ...stopped() };
    expect(found(lost, OFFLINE_ALARM_AFTER_MS - 1)).toEqual([]);
    expect(found(lost, OFFLINE_ALARM_AFTER_MS)).toEqual([`offline offline-T-1-${T}`]);
  });
});

let database: JobDatabase;
beforeAll(async () => {
  database = await freshJobDatabase();
});
afterAll(() => database.close());

describe('the watch', () => {
  let live: RobotLive;
  let time: number;
  /** Robots whose alarms cannot be raised. */
  const failing = new Set<string>();
  beforeEach(async () => {
    await database.db.delete(alarmCases);
    live = robot();
    time = T;
  });
  /** @param offset by which this server noticed everything later */
  const server = async (offset = 0, robots: readonly string[] = ['T-1']): Promise<AlarmWatch> => {
    const fleet = {
      fleetCache: { robots: () => robots.map((serialNumber) => ({ serialNumber, retiredAt: null })) },
      live: (serialNumber: string) => ({
        ...live,
        serialNumber,
        ...(live.eStopSince !== undefined && { eStopSince: live.eStopSince + offset }),
      }),
    };
    const watch = startAlarmWatch({
      db: database.db,
      log: database.log,
      now: () => time,
      monotonicNow: () => time,
      fleet: fleet as unknown as AppDeps['fleet'],
      alarms: {
        now: () => time,
        rules: {
          ...alarmRules(() => ({ levels: { 1: [], 2: [] } })),
          counts: async (_, serialNumber) => {
            if (failing.has(serialNumber)) throw new Error('the alarm cannot be stored');
            return true;
          },
        },
        notify: () => undefined,
      },
    });
    // The test looks by itself.
    await watch.close();
    return watch;
  };
  const cases = () => database.db.select().from(alarmCases);
  const kinds = async () => {
    const [row] = await cases();
    return (await entriesOf(database.db, row?.id ?? '', 20)).map(({ kind }) => kind);
  };
  const set = (change: Partial<RobotLive>, at: number): void => {
    time = T + at;
    live = robot({ at: time, ...change });
  };

  it('raises one case for an emergency stop that two servers notice, and notes its end', async () => {
    const [one, two] = [await server(), await server(40)];
    set(stopped(), 6_000);
    await Promise.all([one.look(), two.look()]);
    await one.look();
    expect(await cases()).toMatchObject([
      { event: 'navigationException', severity: 'critical', count: 1, state: 'open' },
    ]);
    set({}, 9_000);
    await Promise.all([one.look(), two.look()]);
    expect((await cases())[0]).toMatchObject({ state: 'open', overAt: new Date(T + 9_000) });
    expect(await kinds()).toEqual(['raised', 'nobodyToTell', 'over']);
  });
  it('raises the alarms of the other robots if one cannot be raised, and that one later', async () => {
    failing.add('T-0');
    const watch = await server(0, ['T-0', 'T-1']);
    set(stopped(), 6_000);
    await watch.look();
    const raised = async () => (await cases()).map(({ serialNumber, count }) => `${serialNumber} ${count}`).sort();
    expect(await raised()).toEqual(['T-1 1']);
    failing.clear();
    await watch.look();
    expect(await raised()).toEqual(['T-0 1', 'T-1 1']);
  });
  it('a second emergency stop at the same place counts to the case, which is no longer over', async () => {
    const one = await server();
    set(stopped(), 6_000);
    await one.look();
    set({}, 9_000);
    await one.look();
    set(stopped(T + 10_000), 16_000);
    await one.look();
    expect(await cases()).toMatchObject([{ count: 2, overAt: null }]);
  });
  it('notes the end of an alarm that ended while no server ran, but not while the robot is away', async () => {
    set(stopped(), 6_000);
    await (await server()).look();
    const next = await server();
    set({ connection: 'offline' }, 20_000);
    await next.look();
    expect((await cases())[0]?.overAt).toBeNull();
    set({}, 30_000);
    await next.look();
    expect((await cases())[0]?.overAt).toEqual(new Date(T + 30_000));
  });
  it('a fatal error that follows the emergency stop keeps the case going', async () => {
    const one = await server();
    set(stopped(), 6_000);
    await one.look();
    set({ ...stopped(), problems: [fatal('motor', T + 7_000)] }, 13_000);
    await one.look();
    expect(await cases()).toMatchObject([{ count: 2, overAt: null }]);
    set({}, 20_000);
    await one.look();
    expect((await cases())[0]?.overAt).toEqual(new Date(T + 20_000));
  });
  it('a lost connection is an alarm after the time that the rule of its robot names, also soon after it was changed', async () => {
    const offlineCases = async () => (await cases()).filter(({ event }) => event === 'offline').length;
    const setTo = (threshold: number | null) => putRules(database.db, 'T-1', [{ ...usualRule('offline'), threshold }]);
    await setTo(2);
    const one = await server();
    // The server has run for a while.
    live = robot({ connection: 'broken', at: T + OFFLINE_ALARM_AFTER_MS });
    for (const [at, expected] of [
      [119_000, 0],
      [120_000, 1],
    ] as const) {
      time = T + OFFLINE_ALARM_AFTER_MS + at;
      await one.look();
      expect(await offlineCases()).toBe(expected);
    }
    await database.db.delete(alarmCases);
    await setTo(60);
    const next = await server();
    time += OFFLINE_ALARM_AFTER_MS;
    await next.look();
    await setTo(null);
    time += 9_000;
    await next.look();
    expect(await offlineCases()).toBe(0);
    time += 1_000;
    await next.look();
    expect(await offlineCases()).toBe(1);
  });
  it('a robot that has been away for longer than its rule says is an alarm five minutes after the start of a server', async () => {
    await putRules(database.db, 'T-1', [{ ...usualRule('offline'), threshold: 720 }]);
    live = robot({ connection: 'broken', at: T - 2 * 86_400_000 });
    const one = await server();
    time = T + OFFLINE_ALARM_AFTER_MS - 1;
    await one.look();
    expect(await cases()).toEqual([]);
    time += 1;
    await one.look();
    expect(await cases()).toMatchObject([{ event: 'offline' }]);
  });
  it('a later start does not raise the lasting alarm of a merged case again, and its end is noted there', async () => {
    set(stopped(), 6_000);
    await (await server()).look();
    const [merged] = await cases();
    const kept = {
      ...merged!,
      id: 'kept',
      number: 0,
      firstAlarmId: 'smoke',
      lastAlarmId: 'smoke',
      event: 'smoke' as const,
    };
    await database.db.insert(alarmCases).values(kept);
    await database.db
      .update(alarmCases)
      .set({ state: 'resolved', mergedInto: 'kept' })
      .where(ne(alarmCases.id, 'kept'));
    // Long after, so that it would be a case of its own.
    time = T + 3_600_000;
    live = robot({ at: time, ...stopped() });
    const next = await server(40);
    await next.look();
    const all = () => database.db.select().from(alarmCases).orderBy(alarmCases.number);
    expect(await all()).toMatchObject([{ id: 'kept', count: 1 }, { count: 1 }]);
    live = robot({ at: time });
    await next.look();
    expect(await all()).toMatchObject([
      { id: 'kept', overAt: null },
      { id: merged!.id, overAt: new Date(time) },
    ]);
  });
  it("leaves the end of robots' own alarms to the robots", async () => {
    await database.db.insert(alarmCases).values({
      id: 'own',
      serialNumber: 'T-1',
      event: 'navigationException',
      severity: 'critical',
      state: 'open',
      raisedAt: new Date(T),
      lastAt: new Date(T),
      firstAlarmId: 'event-7',
      lastAlarmId: 'event-7',
    });
    await (await server()).look();
    expect((await cases())[0]?.overAt).toBeNull();
  });
});
