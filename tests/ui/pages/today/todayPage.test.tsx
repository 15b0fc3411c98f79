/** Today in jsdom: alarms, deliveries and silent robots that need the user, with their acts; deliveries; runs. */
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { Delivery } from '../../../../contract/entities/delivery.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import {
  type NextRun,
  type NextRuns,
  type TodayBoard,
  todayMachine,
  type TodayTask,
} from '../../../../src/machines/today/today.machine.ts';
import { TodayPage } from '../../../../src/ui/pages/today/TodayPage.tsx';
import { sampleCase, takenCase } from '../../../fakes/alarmSample.ts';
import { robotName } from '../../../../src/ui/robots/robotName.ts';
import { AT, failedDelivery, sampleDelivery, waitingDelivery } from '../../../fakes/deliverySample.ts';
import { sampleRun } from '../../../fakes/scheduleSample.ts';
import { sampleDetail } from '../../../fakes/robotSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { renderPage } from '../../renderPage.tsx';

const RUN: NextRun = {
  timeZone: 'Asia/Shanghai',
  siteId: 'harbour',
  name: 'Lobby round',
  robotName: 'East patrol',
  run: sampleRun({ verdict: 'inDoubt', notes: [{ type: 'robotSilent', params: {} }] }),
};
const SITES = [
  {
    id: 'harbour',
    name: 'Harbour Hotel',
    timeZone: 'Asia/Shanghai',
    floors: [{ mapId: 'm1', floor: '2F', name: 'Second floor' }],
    demo: true,
  },
];
/** @param late how long ago the figures were read, ms; @param next the next run of all; null: runs can't be loaded */
async function open({
  rows = [] as readonly Delivery[],
  cases = [sampleCase()],
  runs = [RUN] as readonly NextRun[] | null,
  next = RUN as NextRun | null,
  skipped = [] as readonly NextRun[],
  underWay = [] as readonly NextRun[],
  late = { board: 0, runs: 0 },
  robots = {} as Record<string, ReturnType<typeof sampleDetail>>,
  roles = userOf().roles,
} = {}) {
  const tasks: TodayTask[] = [];
  const reads: number[] = [];
  const user = { ...userOf(), roles };
  const page = await renderPage(
    TodayPage,
    todayMachine.provide({
      actors: {
        loadBoard: fromPromise<TodayBoard>(async () => {
          reads.push(AT);
          return { time: AT - late.board, rows };
        }),
        loadRuns: fromPromise<NextRuns>(async () => {
          if (!runs) throw new ApiError('networkFailed');
          return { time: AT - late.runs, rows: runs, next, skipped, underWay };
        }),
        act: fromPromise<Delivery, TodayTask>(async ({ input }) => {
          tasks.push(input);
          return waitingDelivery();
        }),
      },
    }),
    {
      width: 390,
      user,
      now: () => AT,
      contexts: {
        fleet: { robots, order: Object.keys(robots), current: '', view: 'all', sites: SITES },
        session: { user },
        alarms: { rows: cases, withoutOwner: 1, acting: '', userId: user.id },
      },
    },
  );
  return { ...page, tasks, reads };
}

it('shows what needs the user with its acts in the row, then deliveries and the next runs', async () => {
  const { press, tasks, toldTo } = await open({
    rows: [waitingDelivery(), failedDelivery(), ...['a', 'b', 'c'].map((id) => sampleDelivery({ id }))],
  });
  const needed = within(screen.getByRole('region', { name: 'Needs attention' }));
  expect(needed.getAllByRole('listitem')).toHaveLength(3);
  expect(needed.getByText('Room 211: At the room')).toBeTruthy();
  expect(needed.getByText('4:00')).toBeTruthy();
  await press(needed.getByRole('button', { name: 'Send back' }));
  expect(tasks).toEqual([{ deliveryId: 'd2', act: 'sendBack' }]);
  expect(needed.getByText('Send back: done')).toBeTruthy();
  await press(needed.getByRole('button', { name: 'Mark as dealt with' }));
  expect(tasks.at(-1)).toEqual({ deliveryId: 'd3', act: 'acknowledge' });
  const [firstOpen] = needed.getAllByRole('button', { name: 'Open' });
  if (firstOpen) await press(firstOpen);
  expect(toldTo('navigation').at(-1)).toMatchObject({ to: `/alarms/case?id=${sampleCase().id}` });
  const running = within(screen.getByRole('region', { name: 'Deliveries under way' }));
  expect(running.getAllByRole('listitem')).toHaveLength(2);
  await press(running.getByRole('button', { name: 'All 5' }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ to: '/activities/delivery-record' });
  expect(within(screen.getByRole('region', { name: 'Next runs' })).getByText('If it responds')).toBeTruthy();
});

it('says that nothing needs the user', async () => {
  const { press, toldTo } = await open({ cases: [], runs: [], next: null });
  expect(screen.getByRole('heading', { name: 'Nothing needs your attention' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Next runs' })).toBeNull();
  await press(screen.getByRole('button', { name: 'Deliver' }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ to: '/activities/delivery-record?new=1' });
});

it('names the next run when nothing needs the user', async () => {
  await open({ cases: [], runs: [], next: RUN });
  expect(screen.getByText(/^Next run: \d\d:\d\d Lobby round, East patrol$/u)).toBeTruthy();
});

it('marks each figure that is old, and says when the runs could not be loaded', async () => {
  await open({ late: { board: 20_000, runs: 0 } });
  const ageIn = (region: string) =>
    within(screen.getByRole('region', { name: region })).queryByText(/^(?:20 s|90 s|1 min|1:30)/u);
  expect(ageIn('Needs attention')).not.toBeNull();
  expect(ageIn('Deliveries under way')).not.toBeNull();
  expect(ageIn('Next runs')).toBeNull();
  cleanup();
  await open({ late: { board: 0, runs: 90_000 } });
  expect(ageIn('Needs attention')).toBeNull();
  expect(ageIn('Next runs')).not.toBeNull();
  cleanup();
  await open({ runs: null });
  expect(screen.getByText("Couldn't load the next runs. Trying again soon.")).toBeTruthy();
});

it('lists the runs of today that do not take place, with the reason', async () => {
  const run = (change: object): NextRun => ({ ...RUN, run: sampleRun(change) });
  const paused = { verdict: 'notAtAll', endsAt: null, notes: [{ type: 'paused', params: {} }] };
  const notStarted = { verdict: 'over', state: 'notStarted', reason: { type: 'exception', description: '' } };
  await open({ skipped: [run({ ...paused, taskId: 'a' }), run({ ...notStarted, taskId: 'b' })] });
  const rows = within(screen.getByRole('region', { name: 'Not run today' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('East patrol · The task is paused.'),
    expect.stringContaining('East patrol · Exception'),
  ]);
});

it('leads from the runs to the timetable, and from each to its details there', async () => {
  const { press, toldTo } = await open();
  const runs = within(screen.getByRole('region', { name: 'Next runs' }));
  await press(runs.getByRole('button', { name: 'Timetable' }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ to: '/schedules/calendar' });
  await press(runs.getByRole('button', { name: /Lobby round/u }));
  const { taskId, plannedAt } = RUN.run;
  const key = encodeURIComponent(`${taskId}@${plannedAt}`);
  expect(toldTo('navigation').at(-1)).toMatchObject({ to: `/schedules/calendar?site=harbour&run=${key}` });
});

it.each([
  ['its delivery', { rows: [sampleDelivery({ serialNumber: 'P2' })] }, /Delivery 412 to Room 211 isn't finished\./u],
  ['its run', { underWay: true }, /The run Lobby round isn't finished(: stop \d of \d)?\./u],
  ['no more than it knows', {}, /Its task isn't finished\./u],
])('says of a silent robot %s, and where it was last seen', async (_, given, text) => {
  const detail = sampleDetail({ serialNumber: 'P2', siteId: 'harbour' });
  const at = AT - 3_600_000;
  const pose = { mapId: 'm1', x: 1, y: 2, theta: 0 };
  const robot = { ...detail, live: { ...detail.live, at, pose, connection: 'online' as const } };
  const { rows = [], underWay = false } = given as { rows?: Delivery[]; underWay?: boolean };
  const run = { ...RUN, run: { ...RUN.run, serialNumber: 'P2' } };
  await open({ cases: [], rows, underWay: underWay ? [run] : [], robots: { P2: robot } });
  const [row] = within(screen.getByRole('region', { name: 'Needs attention' })).getAllByRole('listitem');
  expect(row?.textContent).toMatch(text);
  expect(row?.textContent).toMatch(/Last seen \d\d:\d\d on Second floor\./u);
});

it('leads from an entry to a call with its robot, and to its place on the map', async () => {
  const found = sampleCase();
  const detail = sampleDetail({ serialNumber: found.serialNumber });
  const robot = { ...detail, live: { ...detail.live, pose: { mapId: 'm1', x: 1, y: 2, theta: 0 } } };
  const { press, toldTo } = await open({ robots: { [found.serialNumber]: robot } });
  // An alarm comes before the robot that is silent.
  const [row] = within(screen.getByRole('region', { name: 'Needs attention' })).getAllByRole('listitem');
  const needed = within(row ?? document.body);
  await press(needed.getByRole('button', { name: 'On the map' }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ to: `/home?view=map&map=m1&robot=${found.serialNumber}` });
  await press(needed.getByRole('button', { name: `Call ${robotName(robot)}: opens the call page` }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ to: `/robot/call?serialNumber=${found.serialNumber}` });
});

it.each([
  ['that they may only look at', { roles: ['viewer' as const] }, /Your role can't call this robot\.$/u],
  ['that takes no calls', { takesCalls: false }, /can't be called|calls/iu],
  ['that is offline', { connection: 'offline' as const }, /not connected/iu],
])('says why users cannot call a robot %s', async (_, change, reason) => {
  const {
    connection = 'online',
    roles = userOf().roles,
    takesCalls = true,
  } = change as {
    connection?: 'online' | 'offline';
    takesCalls?: boolean;
    roles?: ReturnType<typeof userOf>['roles'];
  };
  const found = sampleCase();
  const detail = sampleDetail({ serialNumber: found.serialNumber });
  const robot = {
    ...detail,
    takesCalls,
    live: { ...detail.live, connection },
  };
  const { press, toldTo } = await open({ robots: { [found.serialNumber]: robot }, roles });
  const [row] = within(screen.getByRole('region', { name: 'Needs attention' })).getAllByRole('listitem');
  await press(within(row ?? document.body).getByRole('button', { name: /^Call/u, description: reason }));
  expect(toldTo('navigation')).toEqual([]);
});

it('is refreshed by the button, and by a finger that pulls it down far enough', async () => {
  const { press, reads } = await open();
  const before = reads.length;
  await press(screen.getByRole('button', { name: 'Refresh' }));
  await act(settle);
  expect(reads).toHaveLength(before + 1);
  const place = screen.getByRole('region', { name: 'Needs attention' });
  const pull = async (y: number, x = 0): Promise<void> => {
    fireEvent.touchStart(place, { touches: [{ clientX: 0, clientY: 10 }] });
    fireEvent.touchMove(place, { touches: [{ clientX: x, clientY: 10 + y }] });
    fireEvent.touchEnd(place, { touches: [] });
    await act(settle);
  };
  await pull(40);
  await pull(-90);
  await pull(80, 200);
  expect(reads).toHaveLength(before + 1);
  fireEvent.touchStart(place, { touches: [{ clientX: 0, clientY: 10 }] });
  fireEvent.touchMove(place, { touches: [{ clientX: 0, clientY: 40 }] });
  expect(screen.getByText('Pull to refresh')).toBeTruthy();
  await pull(80);
  expect(reads).toHaveLength(before + 2);
});

it('has cases that a colleague hands over, with the answers that the banner has', async () => {
  const offered = takenCase('lin', { handOverTo: { id: userOf().id, name: 'Me' } });
  const { press, toldTo } = await open({
    cases: [offered, takenCase('lin', { id: 'other' })],
    robots: { 'S2-1': sampleDetail({ serialNumber: 'S2-1' }) },
  });
  expect(screen.queryByRole('button', { name: 'Take it' })).toBeNull();
  await press(screen.getByRole('button', { name: 'Decline' }));
  expect(toldTo('alarms')).toEqual([{ type: 'alarm.answer', caseId: 'case-1', accept: false }]);
});
