/** The timetable's machine: site and week in the URL, the pause switch, Undo, changes of one run, failures. */
import { describe, expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { BatteryHistory, Timetable } from '../../../contract/entities/schedule.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { UNDO_MS } from '../../../src/machines/factories/undo.ts';
import { schedulesMachine } from '../../../src/machines/schedules/schedules.machine.ts';
import {
  faultOfChange,
  HOVER_END_MS,
  HOVER_MS,
  HISTORY_MS,
  type ScheduleAct,
} from '../../../src/machines/schedules/schedules.setup.ts';
import { POLL_MS, type ScheduleSite } from '../../../src/machines/schedules/timetableReading.ts';
import {
  selectBatteryHistory,
  selectHasFailed,
  selectHasNoSite,
  selectHovered,
  selectIsHolding,
  selectIsMovePending,
  selectMove,
  selectOffer,
  selectSchedules,
} from '../../../src/machines/schedules/schedules.selectors.ts';
import { atTime, sampleTimetable, SCHEDULE_NOW, ZONE } from '../../fakes/scheduleSample.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const SITES: ScheduleSite[] = [
  { siteId: 'h1', name: 'Harbour Hotel', timeZone: ZONE, robots: 2 },
  { siteId: 'h2', name: 'Hill Clinic', timeZone: 'Europe/Berlin', robots: 1 },
];
const HISTORY: BatteryHistory = [
  { serialNumber: 'S2-1', line: [{ at: atTime('2026-11-20', '10:00'), percent: 80, charging: false }] },
];
const PLANNED = atTime('2026-11-21', '22:00');

async function start({ sites = SITES, query = {} as Record<string, string> } = {}) {
  const asked: { siteId: string; timeZone: string; from: string }[] = [];
  const acts: ScheduleAct[] = [];
  const histories: { siteId: string; from: string; days: number }[] = [];
  const server = {
    historyFailures: [] as Error[],
    timetable: sampleTimetable(),
    failures: [] as Error[],
    actFailures: [] as Error[],
  };
  const started = startUnderApp(
    schedulesMachine.provide({
      actors: {
        loadSites: fromPromise<{ sites: ScheduleSite[] }>(async () => ({ sites })),
        loadTimetable: fromPromise<{ timetable: Timetable }, (typeof asked)[number]>(async ({ input }) => {
          asked.push(input);
          const failure = server.failures.shift();
          if (failure) throw failure;
          return { timetable: server.timetable };
        }),
        guardTab: fromCallback(() => undefined),
        loadBatteryHistory: fromPromise<{ robots: BatteryHistory }, (typeof histories)[number]>(async ({ input }) => {
          histories.push(input);
          const failure = server.historyFailures.shift();
          if (failure) throw failure;
          return { robots: HISTORY };
        }),
        carryOut: fromPromise<unknown, ScheduleAct>(async ({ input }) => {
          acts.push(input);
          const failure = server.actFailures.shift();
          if (failure) throw failure;
        }),
      },
    }),
    {
      as: 'screen',
      input: { page: 'schedules', params: {}, query, user: null, serialNumber: '', language: 'enUS' },
    },
  );
  await settle();
  const snapshot = () => started.actor.getSnapshot();
  return { ...started, asked, acts, histories, server, snapshot, context: () => selectSchedules(snapshot()) };
}

it('reads the first site, and the one of the URL', async () => {
  expect((await start()).asked).toEqual([{ siteId: 'h1', timeZone: ZONE, from: '' }]);
  const { asked } = await start({ query: { site: 'h2', from: '2026-11-05' } });
  expect(asked).toEqual([{ siteId: 'h2', timeZone: 'Europe/Berlin', from: '2026-11-05' }]);
});

it('says so when there is no site', async () => {
  const { asked, snapshot } = await start({ sites: [] });
  expect([selectHasNoSite(snapshot()), asked]).toEqual([true, []]);
});

it('reads again every half a minute, and at once for another week', async () => {
  const { asked, clock, actor } = await start();
  clock.increment(POLL_MS);
  await settle();
  expect(asked).toHaveLength(2);
  actor.send({ type: 'page.queryChanged', query: { from: '2026-11-12' } });
  await settle();
  expect(asked.at(-1)).toMatchObject({ from: '2026-11-12' });
  actor.send({ type: 'page.queryChanged', query: { from: '2026-11-12', run: 'x' } });
  await settle();
  expect(asked).toHaveLength(3);
});

it('keeps week, view, site and run in the URL', async () => {
  const { actor, toldTo } = await start();
  actor.send({ type: 'week.move', by: 7 });
  actor.send({ type: 'week.move', by: 0 });
  actor.send({ type: 'week.calendar' });
  actor.send({ type: 'view.choose', view: 'days' });
  actor.send({ type: 'site.choose', siteId: 'h2' });
  actor.send({ type: 'run.open', key: 't1@5' });
  expect(toldTo('navigation').map(({ query }) => query)).toEqual([
    { from: '2026-11-26', run: '' },
    { from: '', run: '' },
    { from: '2026-11-16', run: '' },
    { view: 'days' },
    { site: 'h2', robots: '', run: '' },
    { run: 't1@5' },
  ]);
});

it('shows a pause at once, says what it means, and takes it back', async () => {
  const { actor, acts, snapshot, context } = await start();
  actor.send({ type: 'task.switch', taskId: 't1', state: '0' });
  expect(context().switched).toEqual({ t1: '0' });
  expect(selectOffer(snapshot())).toMatchObject({ what: 'paused', name: 'Lobby round', runs: 2, isUnderWay: false });
  await settle();
  await settle();
  expect(acts).toEqual([{ what: 'setState', serialNumber: 'S2-1', taskId: 't1', state: '0' }]);
  actor.send({ type: 'undo.take' });
  expect(context().switched).toEqual({ t1: '1' });
  await settle();
  await settle();
  expect(acts.at(-1)).toMatchObject({ state: '1' });
  expect([context().switched, selectOffer(snapshot())]).toEqual([{}, null]);
});

it('says that a run under way goes on', async () => {
  const { actor, snapshot } = await start();
  actor.send({ type: 'task.switch', taskId: 't2', state: '0' });
  expect(selectOffer(snapshot())).toMatchObject({ isUnderWay: true, runs: 0 });
});

it('puts the switch back when the server refuses', async () => {
  const { actor, server, context, snapshot, toldTo } = await start();
  server.actFailures.push(new ApiError('notAllowed'));
  actor.send({ type: 'task.switch', taskId: 't1', state: '0' });
  await settle();
  await settle();
  expect([context().switched, selectOffer(snapshot())]).toEqual([{}, null]);
  expect(toldTo('notices')).toMatchObject([{ type: 'notice.show', notice: { tone: 'error' } }]);
});

it('offers Undo of a deletion for ten seconds', async () => {
  const { actor, acts, snapshot, clock } = await start();
  actor.send({ type: 'task.delete', taskId: 't1' });
  await settle();
  expect(selectOffer(snapshot())).toMatchObject({ what: 'deleted', runs: 2 });
  actor.send({ type: 'undo.take' });
  await settle();
  expect(acts.map(({ what }) => what)).toEqual(['delete', 'restore']);
  actor.send({ type: 'task.delete', taskId: 't1' });
  await settle();
  clock.increment(UNDO_MS);
  actor.send({ type: 'undo.take' });
  await settle();
  expect(acts.map(({ what }) => what)).toEqual(['delete', 'restore', 'delete']);
});

it('sends several acts one after another', async () => {
  const { actor, acts, context } = await start();
  actor.send({ type: 'task.switch', taskId: 't1', state: '0' });
  actor.send({ type: 'task.switch', taskId: 't1', state: '1' });
  actor.send({ type: 'task.switch', taskId: 't1', state: '0' });
  expect(acts).toHaveLength(1);
  for (let i = 0; i < 6; i++) await settle();
  expect(acts.map((act) => act.what === 'setState' && act.state)).toEqual(['0', '1', '0']);
  expect(context().queue).toEqual([]);
});

it('moves one run by its fix, and back', async () => {
  const { actor, acts, snapshot } = await start();
  const startsAt = atTime('2026-11-21', '23:20');
  actor.send({ type: 'run.move', taskId: 't1', plannedAt: PLANNED, startsAt });
  await settle();
  expect(acts).toEqual([
    {
      what: 'changeRun',
      serialNumber: 'S2-1',
      taskId: 't1',
      plannedAt: PLANNED,
      startsAt,
      isForced: false,
      reason: '',
    },
  ]);
  expect(selectOffer(snapshot())).toMatchObject({ what: 'moved', plannedAt: PLANNED, startsAt });
  actor.send({ type: 'undo.take' });
  await settle();
  expect(acts.at(-1)).toMatchObject({ startsAt: null, isForced: false });
});

it('moves a run to a chosen time of the site, and not into the past', async () => {
  const { actor, acts, context } = await start();
  actor.send({ type: 'change.open', mode: 'move', date: '2026-11-21', time: '14:00' });
  actor.send({ type: 'change.send', taskId: 't1', plannedAt: PLANNED });
  const { change, data } = context();
  expect([acts, change?.tried, change && data && faultOfChange(change, data)]).toEqual([[], true, 'past']);
  actor.send({ type: 'change.type', change: { date: '2026-11-23', time: '06:15' } });
  actor.send({ type: 'change.send', taskId: 't1', plannedAt: PLANNED });
  await settle();
  expect(acts).toMatchObject([{ startsAt: atTime('2026-11-23', '06:15') }]);
  expect(context().change).toBeNull();
});

it('runs in spite of an exception only with a reason', async () => {
  const { actor, acts } = await start();
  const plannedAt = atTime('2026-11-22', '22:00');
  actor.send({ type: 'change.open', mode: 'force', date: '2026-11-22', time: '22:00' });
  actor.send({ type: 'change.send', taskId: 't1', plannedAt });
  actor.send({ type: 'change.type', change: { reason: ' Guests asked ' } });
  actor.send({ type: 'change.send', taskId: 't1', plannedAt });
  await settle();
  expect(acts).toMatchObject([{ plannedAt, startsAt: null, isForced: true, reason: 'Guests asked' }]);
});

it('keeps what it shows while the server does not answer, and tries again', async () => {
  const { actor, server, clock, snapshot, context } = await start();
  server.failures.push(new ApiError('networkFailed'));
  actor.send({ type: 'timetable.reload' });
  await settle();
  await settle();
  expect([selectHasFailed(snapshot()), context().data?.siteId]).toEqual([true, 'h1']);
  clock.increment(POLL_MS);
  await settle();
  await settle();
  expect([selectHasFailed(snapshot()), context().failure]).toEqual([false, null]);
});

describe('a run that is dragged', () => {
  const MONDAY = atTime('2026-11-23', '22:00');
  const LATER = atTime('2026-11-23', '23:30');
  const grab = { type: 'move.grab', taskId: 't1', plannedAt: MONDAY, by: 'pointer', isWhole: false } as const;
  async function drop(startsAt = LATER, isWhole = false) {
    const started = await start();
    started.actor.send(grab);
    started.actor.send({ type: 'move.to', startsAt, isWhole });
    started.actor.send({ type: 'move.drop' });
    return started;
  }

  it('is sent after Undo was possible for ten seconds, and shown until the timetable has it', async () => {
    const { actor, acts, clock, snapshot, context } = await drop();
    expect([selectIsMovePending(snapshot()), snapshot().hasTag('unsaved')]).toEqual([true, true]);
    clock.increment(UNDO_MS - 1);
    await settle();
    expect(acts).toEqual([]);
    clock.increment(1);
    expect([selectMove(snapshot()), context().sent.length]).toEqual([null, 1]);
    for (let i = 0; i < 4; i++) await settle();
    expect(acts).toMatchObject([{ what: 'changeRun', taskId: 't1', plannedAt: MONDAY, startsAt: LATER, reason: '' }]);
    expect([context().sent, context().queue, actor.getSnapshot().hasTag('unsaved')]).toEqual([[], [], false]);
  });
  it('is back at its place after Undo, and nothing was sent', async () => {
    const { actor, acts, clock, snapshot } = await drop();
    actor.send({ type: 'move.undo' });
    clock.increment(UNDO_MS);
    await settle();
    expect([acts, selectMove(snapshot())]).toEqual([[], null]);
  });
  it('goes back when it is let go in the past, or where it was', async () => {
    for (const startsAt of [SCHEDULE_NOW - 60_000, MONDAY]) {
      const { snapshot } = await drop(startsAt);
      expect([selectMove(snapshot()), selectIsMovePending(snapshot())]).toEqual([null, false]);
    }
  });
  it('is not taken if it is over, under way, or on a robot of others', async () => {
    const { actor, snapshot } = await start();
    actor.send({ ...grab, plannedAt: atTime('2026-11-20', '22:00') });
    actor.send({ ...grab, taskId: 't2', plannedAt: atTime('2026-11-21', '14:30') });
    expect(selectIsHolding(snapshot())).toBe(false);
  });
  it('takes its whole task with Alt', async () => {
    const { actor, acts } = await drop(LATER, true);
    actor.send({ type: 'move.send' });
    await settle();
    expect(acts).toMatchObject([
      { what: 'moveTask', executeTime: '23:30', checkboxRespeatDays: '1,2,3,4,5,6,7', task: { id: 't1', revision: 3 } },
    ]);
  });
  it('can be moved on before it is sent; another run sends it first', async () => {
    const { actor, acts, snapshot } = await drop();
    actor.send(grab);
    expect(selectMove(snapshot())).toMatchObject({ from: MONDAY, startsAt: LATER });
    actor.send({ type: 'move.to', startsAt: LATER + 3_600_000, isWhole: false });
    actor.send({ type: 'move.drop' });
    actor.send({ ...grab, plannedAt: PLANNED });
    await settle();
    expect(acts).toMatchObject([{ plannedAt: MONDAY, startsAt: LATER + 3_600_000 }]);
    expect(selectMove(snapshot())).toMatchObject({ plannedAt: PLANNED });
    actor.send({ type: 'move.cancel' });
    expect(selectMove(snapshot())).toBeNull();
  });
  it('is sent before the page is left, and keeps the page when the server refuses', async () => {
    const { actor, acts, toldTo } = await drop();
    actor.send({ type: 'page.leaveAsked', to: '/home' });
    await settle();
    expect(acts).toMatchObject([{ startsAt: LATER }]);
    expect(toldTo('navigation')).toMatchObject([{ type: 'navigation.leave', to: '/home' }]);

    const refused = await drop();
    refused.server.actFailures.push(new ApiError('runOver'));
    refused.actor.send({ type: 'page.leaveAsked', to: '/home' });
    await settle();
    expect([refused.toldTo('navigation'), selectMove(refused.snapshot())]).toEqual([[], null]);
    expect(refused.toldTo('notices')).toMatchObject([{ notice: { tone: 'error' } }]);
  });
  it('is shown where it was when the server refuses', async () => {
    const { actor, server, context, toldTo } = await drop();
    server.actFailures.push(new ApiError('runOver'));
    actor.send({ type: 'move.send' });
    for (let i = 0; i < 3; i++) await settle();
    expect([context().sent, context().queue]).toEqual([[], []]);
    expect(toldTo('notices')).toHaveLength(1);
  });
});

it('shows the details of the run under the pointer after a while, and while the pointer goes to them', async () => {
  const { actor, clock, snapshot } = await start();
  actor.send({ type: 'run.hover', key: 'a' });
  clock.increment(HOVER_MS - 1);
  expect(selectHovered(snapshot())).toBe('');
  clock.increment(1);
  expect(selectHovered(snapshot())).toBe('a');
  actor.send({ type: 'run.unhover' });
  actor.send({ type: 'run.hover', key: 'a' });
  clock.increment(HOVER_END_MS);
  expect(selectHovered(snapshot())).toBe('a');
  actor.send({ type: 'run.unhover' });
  clock.increment(HOVER_END_MS);
  expect(selectHovered(snapshot())).toBe('');
  // Passing over runs shows nothing, and opening one ends it.
  actor.send({ type: 'run.hover', key: 'a' });
  actor.send({ type: 'run.unhover' });
  clock.increment(HOVER_MS);
  expect(selectHovered(snapshot())).toBe('');
  actor.send({ type: 'run.hover', key: 'b' });
  clock.increment(HOVER_MS);
  actor.send({ type: 'run.open', key: 'b' });
  expect(selectHovered(snapshot())).toBe('');
});

it('reads the battery of the shown days once for each window, and again after some minutes', async () => {
  const { actor, clock, histories, server, snapshot } = await start();
  const steps = async (ms: number) => {
    for (let i = 0; i < ms / POLL_MS; i++) {
      clock.increment(POLL_MS);
      await settle();
    }
  };
  await settle();
  expect(histories).toEqual([{ siteId: 'h1', from: '2026-11-19', days: 7 }]);
  expect(selectBatteryHistory(snapshot())).toEqual(HISTORY);
  await steps(2 * POLL_MS);
  expect(histories).toHaveLength(1);
  await steps(HISTORY_MS);
  expect(histories).toHaveLength(2);
  // Another window: the old values are not shown for it.
  server.timetable = sampleTimetable({ from: '2026-11-12' });
  server.historyFailures.push(new ApiError('serverError'));
  actor.send({ type: 'page.queryChanged', query: { from: '2026-11-12' } });
  await settle();
  await settle();
  expect([histories.length, selectBatteryHistory(snapshot())]).toEqual([3, []]);
  await steps(POLL_MS);
  await settle();
  expect([histories.at(-1), selectBatteryHistory(snapshot())]).toEqual([
    { siteId: 'h1', from: '2026-11-12', days: 7 },
    HISTORY,
  ]);
});
