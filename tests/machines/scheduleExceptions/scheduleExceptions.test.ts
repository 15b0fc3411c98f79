/** The exception plan: forms by keyboard and by dragging, touched runs, saving for several robots, Undo of a deletion. */
import { describe, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { ScheduledTask, Timetable, TimetableRun } from '../../../contract/entities/schedule.ts';
import { ApiError, ERRORS } from '../../../contract/wire/errors.ts';
import { UNDO_MS } from '../../../src/machines/factories/undo.ts';
import { failure } from '../../../src/machines/failure.ts';
import {
  dragged,
  type ExceptionRequest,
  faultsOfForm,
  newForm,
  requestsOf,
  shifted,
  snapped,
} from '../../../src/machines/scheduleExceptions/exceptionForm.ts';
import { scheduleExceptionsMachine } from '../../../src/machines/scheduleExceptions/scheduleExceptions.machine.ts';
import {
  selectDeletedException,
  selectExceptions,
  selectTouched,
} from '../../../src/machines/scheduleExceptions/scheduleExceptions.selectors.ts';
import {
  PREVIEW_MS,
  type SaveOutcome,
  type StopMap,
  type StopsRequest,
} from '../../../src/machines/scheduleExceptions/scheduleExceptions.setup.ts';
import { POLL_MS, type ScheduleSite } from '../../../src/machines/schedules/timetableReading.ts';
import { sampleException, sampleRun, sampleTask, sampleTimetable, ZONE } from '../../fakes/scheduleSample.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

async function start({ query = {} as Record<string, string>, timetable = {} as Partial<Timetable> } = {}) {
  const saves: { requests: readonly ExceptionRequest[]; attempt: string }[] = [];
  const previews: (readonly ExceptionRequest[])[] = [];
  const deletions: string[] = [];
  const stopsAsked: StopsRequest[] = [];
  const server = {
    refused: [] as SaveOutcome['refused'][number][],
    failures: [] as Error[],
    /** What the next calls of these names answer with. */
    broken: new Set<'sites' | 'timetable' | 'stops' | 'preview' | 'delete'>(),
  };
  const orFail = (name: 'sites' | 'timetable' | 'stops' | 'preview' | 'delete'): void => {
    if (server.broken.has(name)) throw new ApiError('serverError');
  };
  const started = startUnderApp(
    scheduleExceptionsMachine.provide({
      actors: {
        loadSites: fromPromise<{ sites: ScheduleSite[] }>(async () => {
          orFail('sites');
          return { sites: [{ siteId: 'h1', name: 'Harbour Hotel', timeZone: ZONE, robots: 2 }] };
        }),
        loadTimetable: fromPromise<{ timetable: Timetable }, { siteId: string; timeZone: string; from: string }>(
          async () => {
            orFail('timetable');
            return { timetable: sampleTimetable(timetable) };
          },
        ),
        loadStops: fromPromise<{ maps: readonly StopMap[] }, StopsRequest>(async ({ input }) => {
          stopsAsked.push(input);
          orFail('stops');
          return { maps: [] };
        }),
        previewExceptions: fromPromise<{ runs: readonly TimetableRun[] }, { requests: readonly ExceptionRequest[] }>(
          async ({ input }) => {
            previews.push(input.requests);
            orFail('preview');
            return { runs: [sampleRun()] };
          },
        ),
        saveExceptions: fromPromise<SaveOutcome, { requests: readonly ExceptionRequest[]; attempt: string }>(
          async ({ input }) => {
            saves.push(input);
            const error = server.failures.shift();
            if (error) throw error;
            return { saved: input.requests.length - server.refused.length, refused: server.refused };
          },
        ),
        deleteException: fromPromise<unknown, { id: string }>(async ({ input }) => {
          deletions.push(input.id);
          orFail('delete');
        }),
      },
    }),
    {
      as: 'screen',
      input: { page: 'scheduleExceptions', params: {}, query, user: null, serialNumber: '', language: 'enUS' },
    },
  );
  const quiet = async () => {
    for (let i = 0; i < 3; i++) await settle();
    started.clock.increment(PREVIEW_MS);
    for (let i = 0; i < 2; i++) await settle();
  };
  await quiet();
  const snapshot = () => started.actor.getSnapshot();
  return {
    ...started,
    saves,
    previews,
    deletions,
    stopsAsked,
    server,
    quiet,
    snapshot,
    context: () => selectExceptions(snapshot()),
  };
}

it('makes an exception by form, for the robots with tasks that the user can change', async () => {
  const { actor, context, quiet, previews, saves, toldTo } = await start();
  actor.send({ type: 'form.new', date: '2026-11-22' });
  expect(context().form).toMatchObject({ robots: ['S2-1'], from: '09:00', to: '12:00', points: [] });
  actor.send({ type: 'form.change', change: { from: '15:00', to: '23:25', remark: ' Wedding ' } });
  actor.send({ type: 'point.toggle', areaId: 'a' });
  await quiet();
  expect([previews.length, selectTouched(actor.getSnapshot())?.length]).toEqual([1, 1]);
  actor.send({ type: 'form.save' });
  await quiet();
  expect(saves.map(({ requests }) => requests)).toEqual([
    [
      {
        id: '',
        serialNumber: 'S2-1',
        startTime: '2026-11-22 15:00',
        endTime: '2026-11-22 23:25',
        weekly: false,
        checkboxPoint: 'a',
        remark: 'Wedding',
        revision: null,
      },
    ],
  ]);
  expect(context().form).toBeNull();
  expect(toldTo('notices')).toMatchObject([{ notice: { key: 'scheduleExceptions.saved' } }]);
});

it('offers the points that tasks disinfect beside the stops of their routes', async () => {
  const disinfection: NonNullable<ScheduledTask['disinfection']> = {
    mapId: 'm1',
    target: { kind: 'points', points: ['bar', 'pool', 'bar'].map((areaId) => ({ areaId, minutes: 3 })) },
    mode: 'mist',
    dose: 5,
    waitUntilEmpty: true,
  };
  const ofRooms: NonNullable<ScheduledTask['disinfection']> = {
    ...disinfection,
    target: { kind: 'rooms', rooms: ['r1'] },
  };
  const [points, rooms] = [disinfection, ofRooms].map((plan, i) =>
    sampleTask({ id: `d${i}`, serialNumber: 'D-1', kind: 'disinfection', pathId: '', disinfection: plan }),
  );
  const asked = async (tasks: Timetable['tasks']) => (await start({ timetable: { tasks } })).stopsAsked;
  if (!points || !rooms) throw new Error('no tasks');
  const places = ['bar', 'pool'].map((areaId) => ({ mapId: 'm1', areaId }));
  expect(await asked([sampleTask(), points])).toEqual([{ serialNumber: 'S2-1', pathIds: ['p1'], points: places }]);
  expect(await asked([points])).toEqual([{ serialNumber: 'D-1', pathIds: [], points: places }]);
  // Rooms are left out only with the whole run.
  expect(await asked([rooms])).toEqual([]);
});

it('makes a band by dragging, and drops it by Esc', async () => {
  const { actor, context } = await start();
  actor.send({ type: 'band.grab', end: 'new', date: '2026-11-22', minute: 900 });
  actor.send({ type: 'band.drag', date: '2026-11-23', minute: 1_405 });
  expect(context().form).toMatchObject({ dates: ['2026-11-22', '2026-11-23'], from: '15:00', to: '23:25' });
  actor.send({ type: 'band.drop' });
  actor.send({ type: 'band.grab', end: 'to', date: '2026-11-22', minute: 1_405 });
  actor.send({ type: 'band.drag', date: '2026-11-22', minute: 960 });
  expect(context().form?.to).toBe('16:00');
  actor.send({ type: 'band.cancel' });
  expect(context().form?.to).toBe('23:25');
  actor.send({ type: 'band.cancel' });
  expect(context().form).toBeNull();
});

it('keeps the robots that refused in the form', async () => {
  const { actor, context, server, quiet, saves } = await start();
  server.refused.push({ serialNumber: 'S2-1', startTime: '2026-11-22 09:00', failure: failure(ERRORS.notAllowed) });
  actor.send({ type: 'form.new', date: '2026-11-22' });
  actor.send({ type: 'form.save' });
  await quiet();
  expect(context()).toMatchObject({ form: { robots: ['S2-1'] }, saveFailure: { code: ERRORS.notAllowed } });
  server.refused.length = 0;
  server.failures.push(new ApiError('networkFailed'));
  actor.send({ type: 'form.save' });
  await quiet();
  actor.send({ type: 'form.save' });
  await quiet();
  const [first, second, third] = saves.map(({ attempt }) => attempt);
  // Without an answer it is the same attempt.
  expect([first === second, second === third]).toEqual([false, true]);
});

it('stores nothing twice when only one day of a robot was refused', async () => {
  const { actor, server, quiet, saves } = await start();
  const pairs = () => saves.at(-1)?.requests.map(({ serialNumber, startTime }) => [serialNumber, startTime]);
  actor.send({ type: 'form.new', date: '2026-11-22' });
  actor.send({ type: 'form.change', change: { robots: ['S2-1'], dates: ['2026-11-22', '2026-11-23', '2026-11-24'] } });
  for (const days of [[23, 24], [24], []]) {
    server.refused = days.map((day) => ({
      serialNumber: 'S2-1',
      startTime: `2026-11-${day} 09:00`,
      failure: failure(ERRORS.notAllowed),
    }));
    actor.send({ type: 'form.save' });
    await quiet();
  }
  expect(pairs()).toEqual([['S2-1', '2026-11-24 09:00']]);
  expect(saves.map(({ requests }) => requests.length)).toEqual([3, 2, 1]);
});

it('deletes at once and makes the exception again on Undo', async () => {
  const { actor, deletions, saves, quiet, snapshot, clock } = await start();
  actor.send({ type: 'exception.delete', id: 'e1' });
  await quiet();
  expect([deletions, selectDeletedException(snapshot())?.id]).toEqual([['e1'], 'e1']);
  actor.send({ type: 'undo.take' });
  await quiet();
  expect(saves[0]?.requests).toMatchObject([
    { id: '', startTime: '2026-11-22 15:00', endTime: '2026-11-22 23:25', keepsDeletedPoints: true },
  ]);
  actor.send({ type: 'exception.delete', id: 'e1' });
  await quiet();
  clock.increment(UNDO_MS);
  expect(selectDeletedException(snapshot())).toBeNull();
});

it('opens the exception of the URL, and copies a past one to another day', async () => {
  const past = sampleException({ isPast: true, startTime: '2026-11-18 13:00:00', endTime: '2026-11-18 15:00:59' });
  const { actor, context } = await start({ query: { exception: 'e1' }, timetable: { exceptions: [past] } });
  expect(context().form).toMatchObject({ id: 'e1', dates: ['2026-11-18'] });
  actor.send({ type: 'exception.copy', id: 'e1', date: '2026-11-24' });
  expect(context().form).toMatchObject({
    id: '',
    dates: ['2026-11-24'],
    from: '13:00',
    to: '15:00',
    keepsDeleted: true,
  });
});

it('asks before a form with changes is left', async () => {
  const { actor, snapshot, toldTo } = await start();
  actor.send({ type: 'form.new', date: '2026-11-22' });
  expect(snapshot().hasTag('unsaved')).toBe(false);
  actor.send({ type: 'form.change', change: { to: '13:00' } });
  expect(snapshot().hasTag('unsaved')).toBe(true);
  actor.send({ type: 'page.leaveAsked', to: '/home' });
  snapshot().children.confirm?.send({ type: 'confirm.accept' });
  expect(toldTo('navigation').at(-1)).toMatchObject({ type: 'navigation.leave', to: '/home' });
});

it('makes none where the user administers no robot', async () => {
  const robots = sampleTimetable().robots.map((robot) => ({ ...robot, canChange: false }));
  const { actor, context } = await start({ timetable: { robots } });
  actor.send({ type: 'form.new', date: '2026-11-22' });
  actor.send({ type: 'band.grab', end: 'new', date: '2026-11-22', minute: 900 });
  expect(context().form).toBeNull();
});

describe('the form', () => {
  const form = newForm('2026-11-22', ['S2-1', 'S2-2']);
  it('is one exception a robot and day', () => {
    const requests = requestsOf({ ...form, dates: ['2026-11-22', '2026-11-23'] });
    expect(requests.map(({ serialNumber, startTime }) => [serialNumber, startTime.slice(0, 10)])).toEqual([
      ['S2-1', '2026-11-22'],
      ['S2-1', '2026-11-23'],
      ['S2-2', '2026-11-22'],
      ['S2-2', '2026-11-23'],
    ]);
  });
  it.each([
    [{ robots: [] }, ['robotsEmpty']],
    [{ dates: [] }, ['dateEmpty']],
    [{ from: '' }, ['timeEmpty']],
    [{ to: '08:00' }, ['orderWrong']],
    [{ dates: ['2026-11-20'] }, ['past']],
    [{ dates: ['2026-11-20'], weekly: true }, []],
    [{ lastDate: '2026-11-23', to: '08:00' }, []],
    [{ remark: 'x'.repeat(201) }, ['remarkTooLong']],
    [{ robots: Array.from({ length: 40 }, (_, i) => `S2-${i}`) }, []],
    [{ robots: Array.from({ length: 41 }, (_, i) => `S2-${i}`) }, ['tooMany']],
  ])('%j is wrong by %j', (change, faults) => {
    expect(faultsOfForm({ ...form, ...change }, sampleTimetable())).toEqual(faults);
  });
  it('snaps to five minutes, with Shift to one, and stays within the day', () => {
    expect([
      snapped(902, false),
      snapped(903, false),
      snapped(902.4, true),
      snapped(-5, false),
      snapped(2_000, false),
    ]).toEqual([900, 905, 902, 0, 1_439]);
  });
  it('keeps its ends in order, and its length when it is moved', () => {
    const drag = { end: 'from', date: '2026-11-22', minute: 540, before: form } as const;
    expect(dragged(form, drag, '2026-11-22', 800)).toMatchObject({ from: '11:59', to: '12:00' });
    expect(shifted(form, 800, 1)).toMatchObject({ from: '20:59', to: '23:59', dates: ['2026-11-23'] });
  });
});

describe('what cannot be read', () => {
  it('is read again after a while: sites, timetable, points and touched runs', async () => {
    const { actor, server, quiet, clock, snapshot } = await start();
    const list = () => snapshot().value.list;
    server.broken.add('timetable');
    actor.send({ type: 'page.resumed' });
    await quiet();
    expect(list()).toBe('failed');
    server.broken.add('sites');
    clock.increment(POLL_MS);
    await quiet();
    expect(list()).toBe('failed');
    server.broken.clear();
    clock.increment(POLL_MS);
    await quiet();
    expect(list()).toBe('shown');
    clock.increment(POLL_MS);
    await quiet();
    expect(list()).toBe('shown');

    server.broken.add('preview').add('stops');
    actor.send({ type: 'page.languageChanged', language: 'zhCN' });
    actor.send({ type: 'form.new', date: '2026-11-22' });
    await quiet();
    expect(snapshot().value).toMatchObject({ preview: 'failed', stops: 'failed' });
    server.broken.clear();
    actor.send({ type: 'timetable.reload' });
    actor.send({ type: 'form.change', change: { from: '08:00' } });
    await quiet();
    await quiet();
    expect(snapshot().value).toMatchObject({ list: 'shown', preview: 'resting', stops: 'resting' });
  });

  it('stays where it was when a deletion or its Undo is refused', async () => {
    const { actor, server, quiet, snapshot, toldTo } = await start();
    server.broken.add('delete');
    actor.send({ type: 'exception.delete', id: 'e1' });
    await quiet();
    expect(snapshot().value.deletion).toBe('idle');
    server.broken.clear();
    actor.send({ type: 'exception.delete', id: 'e1' });
    await quiet();
    server.failures.push(new ApiError('exceptionOver'));
    actor.send({ type: 'undo.take' });
    await quiet();
    expect(snapshot().value.deletion).toBe('idle');
    expect(toldTo('notices').length).toBeGreaterThanOrEqual(2);
    // The server answers for each robot: a refusal is not a failed call.
    actor.send({ type: 'exception.delete', id: 'e1' });
    await quiet();
    const refused = { serialNumber: 'S2-1', startTime: '2026-11-22 15:00', failure: failure(ERRORS.exceptionOver) };
    server.refused = [refused];
    actor.send({ type: 'undo.take' });
    await quiet();
    expect(snapshot().value.deletion).toBe('idle');
    expect(toldTo('notices').at(-1)).toMatchObject({ notice: { tone: 'error', failure: refused.failure } });
    actor.send({ type: 'exception.delete', id: 'e1' });
    await quiet();
    actor.send({ type: 'undo.close' });
    expect(selectDeletedException(snapshot())).toBeNull();
  });
});

it('keeps site, week and floor of the plan, and reads another week', async () => {
  const { actor, quiet, toldTo, context } = await start();
  actor.send({ type: 'week.move', by: 7 });
  actor.send({ type: 'site.choose', siteId: 'h2' });
  actor.send({ type: 'map.choose', mapId: 'm2' });
  expect(toldTo('navigation').map(({ query }) => query)).toEqual([
    { from: '2026-11-26' },
    { site: 'h2', exception: '' },
  ]);
  expect(context().mapId).toBe('m2');
  actor.send({ type: 'page.queryChanged', query: { from: '2026-11-26' } });
  actor.send({ type: 'page.queryChanged', query: { from: '2026-11-26', exception: 'e1' } });
  await quiet();
  expect(context().query).toEqual({ from: '2026-11-26', exception: 'e1' });
});
