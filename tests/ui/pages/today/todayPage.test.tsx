/** Today in jsdom: alarms, deliveries and silent robots that need the user, with their acts; deliveries; runs. */
import { cleanup, screen, within } from '@testing-library/react';
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
import { AT, failedDelivery, sampleDelivery, waitingDelivery } from '../../../fakes/deliverySample.ts';
import { sampleDetail } from '../../../fakes/robotSample.ts';
import { sampleRun } from '../../../fakes/scheduleSample.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { renderPage } from '../../renderPage.tsx';

const RUN: NextRun = {
  timeZone: 'Asia/Shanghai',
  name: 'Lobby round',
  robotName: 'East patrol',
  run: sampleRun({ verdict: 'inDoubt', notes: [{ type: 'robotSilent', params: {} }] }),
};
/** @param late how long ago the figures were read, ms; @param next the next run of all; null: runs can't be loaded */
async function open({
  rows = [] as readonly Delivery[],
  cases = [sampleCase()],
  runs = [RUN] as readonly NextRun[] | null,
  next = RUN as NextRun | null,
  late = { board: 0, runs: 0 },
  robots = {} as Record<string, ReturnType<typeof sampleDetail>>,
} = {}) {
  const tasks: TodayTask[] = [];
  const user = userOf();
  const page = await renderPage(
    TodayPage,
    todayMachine.provide({
      actors: {
        loadBoard: fromPromise<TodayBoard>(async () => ({ time: AT - late.board, rows })),
        loadRuns: fromPromise<NextRuns>(async () => {
          if (!runs) throw new ApiError('networkFailed');
          return { time: AT - late.runs, rows: runs, next };
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
        fleet: { robots, order: Object.keys(robots), current: '', view: 'all', sites: [] },
        session: { user },
        alarms: { rows: cases, withoutOwner: 1, acting: '', userId: user.id },
      },
    },
  );
  return { ...page, tasks };
}

it('shows what needs the user with its acts in the row, then deliveries and the next runs', async () => {
  const { press, tasks, toldTo } = await open({
    rows: [waitingDelivery(), failedDelivery(), ...['a', 'b', 'c'].map((id) => sampleDelivery({ id }))],
  });
  const needed = within(screen.getByRole('region', { name: 'Needs you' }));
  expect(needed.getAllByRole('listitem')).toHaveLength(3);
  expect(needed.getByText('Room 211: At the room')).toBeTruthy();
  expect(needed.getByText('4:00')).toBeTruthy();
  await press(needed.getByRole('button', { name: 'Send back' }));
  expect(tasks).toEqual([{ deliveryId: 'd2', act: 'sendBack' }]);
  expect(needed.getByText('Send back: done')).toBeTruthy();
  await press(needed.getByRole('button', { name: 'Dealt with' }));
  expect(tasks.at(-1)).toEqual({ deliveryId: 'd3', act: 'acknowledge' });
  const [firstOpen] = needed.getAllByRole('button', { name: 'Open' });
  if (firstOpen) await press(firstOpen);
  expect(toldTo('navigation').at(-1)).toMatchObject({ to: `/alarms/case?id=${sampleCase().id}` });
  const running = within(screen.getByRole('region', { name: 'Deliveries under way' }));
  expect(running.getAllByRole('listitem')).toHaveLength(2);
  await press(running.getByRole('button', { name: 'All 5' }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ to: '/activities/delivery-record' });
  expect(within(screen.getByRole('region', { name: 'Next runs' })).getByText('If it answers')).toBeTruthy();
});

it('says that nothing needs the user', async () => {
  const { press, toldTo } = await open({ cases: [], runs: [], next: null });
  expect(screen.getByRole('heading', { name: 'Nothing needs you' })).toBeTruthy();
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
  expect(ageIn('Needs you')).not.toBeNull();
  expect(ageIn('Deliveries under way')).not.toBeNull();
  expect(ageIn('Next runs')).toBeNull();
  cleanup();
  await open({ late: { board: 0, runs: 90_000 } });
  expect(ageIn('Needs you')).toBeNull();
  expect(ageIn('Next runs')).not.toBeNull();
  cleanup();
  await open({ runs: null });
  expect(screen.getByText("Couldn't load the next runs. Trying again soon.")).toBeTruthy();
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
