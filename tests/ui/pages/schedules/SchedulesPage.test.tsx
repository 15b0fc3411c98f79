/** The timetable page: sentence with filters, rows and chips, conflicts with fixes, details, the pause switch, states. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createMachine, fromPromise } from 'xstate';
import type { BatteryHistory, Timetable } from '../../../../contract/entities/schedule.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import { schedulesMachine } from '../../../../src/machines/schedules/schedules.machine.ts';
import type { ScheduleAct, ScheduleSite } from '../../../../src/machines/schedules/schedules.setup.ts';
import { SchedulesPage } from '../../../../src/ui/pages/schedules/SchedulesPage.tsx';
import { atTime, sampleTimetable, SCHEDULE_NOW, ZONE } from '../../../fakes/scheduleSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { renderPage } from '../../renderPage.tsx';

afterEach(cleanup);

interface Options {
  readonly timetable?: Partial<Timetable>;
  readonly query?: Record<string, string>;
  readonly width?: number;
  readonly language?: 'enUS' | 'zhCN';
  readonly failure?: Error;
  readonly isLost?: boolean;
}
const connection = (isLost: boolean) =>
  createMachine({ initial: isLost ? 'lost' : 'open', states: { open: {}, lost: { tags: 'lost' } } });

async function show({
  timetable = {},
  query = {},
  width = 1_440,
  language = 'enUS',
  failure,
  isLost = false,
}: Options = {}) {
  const acts: ScheduleAct[] = [];
  const rendered = await renderPage(
    SchedulesPage,
    schedulesMachine.provide({
      actors: {
        loadSites: fromPromise<{ sites: ScheduleSite[] }>(async () => ({
          sites: [{ siteId: 'h1', name: 'Harbour Hotel', timeZone: ZONE, robots: 2 }],
        })),
        loadTimetable: fromPromise<{ timetable: Timetable }, { siteId: string; timeZone: string; from: string }>(
          async () => {
            if (failure) throw failure;
            return { timetable: sampleTimetable(timetable) };
          },
        ),
        loadBatteryHistory: fromPromise<{ robots: BatteryHistory }, { siteId: string; from: string; days: number }>(
          async () => ({
            robots: [
              {
                serialNumber: 'S2-1',
                line: [
                  { at: SCHEDULE_NOW - 90_000_000, percent: 40, charging: false },
                  { at: SCHEDULE_NOW - 86_400_000, percent: 90, charging: true },
                ],
              },
            ],
          }),
        ),
        carryOut: fromPromise<unknown, ScheduleAct>(async ({ input }) => acts.push(input)),
      },
    }),
    { query, width, language, now: () => SCHEDULE_NOW, siblings: { connection: connection(isLost) } },
  );
  await settle();
  return { ...rendered, acts };
}

describe('the timetable', () => {
  it('says what the next days bring, and each number filters', async () => {
    const { press, toldTo } = await show();
    expect(screen.getByText(/Next 7 days: 3 runs\./u)).toBeTruthy();
    await press(screen.getByRole('button', { name: '1 in doubt' }));
    expect(toldTo('navigation').at(-1)).toMatchObject({ query: { show: 'inDoubt' } });
  });
  it('has a row for each task, with results and reasons in its chips', async () => {
    await show();
    const row = screen.getByRole('switch', { name: 'Lobby round at 22:00 is on' }).closest<HTMLElement>('[role="row"]');
    const chips = within(row as HTMLElement).getAllByRole('button', { name: /^Lobby round 22:00/u });
    expect(chips.map(({ textContent }) => textContent)).toEqual(['26 min', 'Battery: 9 %', 'Exception', '≈ 26 min']);
    expect(screen.getByRole('button', { name: /Day round 14:30, Running, stop 4 of 9/u })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Battery of East patrol: 69 %, lowest 61 %, Sun 00:45' })).toBeTruthy();
  });
  it('moves a run by the fix of its conflict', async () => {
    const { press, acts } = await show();
    await press(screen.getByRole('button', { name: 'Start at 23:20' }));
    expect(acts).toMatchObject([{ what: 'changeRun', startsAt: atTime('2026-11-21', '23:20') }]);
    expect(screen.getByText('Lobby round: Sat 22:00 moved to Sat 23:20, this once.')).toBeTruthy();
  });
  it('pauses at once and offers Undo', async () => {
    const { press, acts } = await show();
    await press(screen.getByRole('switch', { name: 'Lobby round at 22:00 is on' }));
    expect(acts).toMatchObject([{ what: 'setState', state: '0' }]);
    expect(screen.getByText(/Lobby round at 22:00 is paused\. 2 runs fall out\./u)).toBeTruthy();
    await press(screen.getByRole('button', { name: 'Undo' }));
    expect(acts).toMatchObject([{ state: '0' }, { state: '1' }]);
  });
  it('lets nobody change a robot that is not theirs', async () => {
    const { press, acts } = await show();
    const other = screen.getByRole('switch', { name: 'Day round at 14:30 is on' });
    expect(other.getAttribute('aria-disabled')).toBe('true');
    await press(other);
    expect(acts).toEqual([]);
  });
  it('moves the focus between runs by arrow keys', async () => {
    await show();
    const [past, doubtful] = screen.getAllByRole('button', { name: /^Lobby round 22:00/u });
    past?.focus();
    fireEvent.keyDown(past as HTMLElement, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(doubtful);
  });
});

describe('the details of a run', () => {
  const key = `t1@${atTime('2026-11-22', '22:00')}`;
  it('say why it will not run, and run it all the same only with a reason', async () => {
    const { press, acts } = await show({ query: { run: key } });
    const details = screen.getByRole('dialog', { name: 'Details of the run' });
    expect(within(details).getByText('An exception skips all stops.')).toBeTruthy();
    expect(within(details).getByText(/Wedding in the lobby/u)).toBeTruthy();
    await press(within(details).getByRole('button', { name: /Run it all the same/u }));
    await press(within(details).getByRole('button', { name: 'Run it' }));
    expect(within(details).getByText('Say why.')).toBeTruthy();
    fireEvent.change(within(details).getByRole('textbox', { name: 'Why it should run' }), {
      target: { value: 'Guests asked' },
    });
    await press(within(details).getByRole('button', { name: 'Run it' }));
    expect(acts).toMatchObject([{ what: 'changeRun', isForced: true, reason: 'Guests asked' }]);
  });
  it('of a past run lead to its record', async () => {
    await show({ query: { run: `t1@${atTime('2026-11-20', '22:00')}` } });
    expect(screen.getByRole('link', { name: 'Open the record' }).getAttribute('href')).toBe(
      '/activities/cruise-record?drive=r1',
    );
    expect(screen.queryByRole('button', { name: 'Another time this once' })).toBeNull();
  });
  it('lets only operators change it', async () => {
    const robots = sampleTimetable().robots.map((robot) => ({ ...robot, canOperate: false }));
    await show({ query: { run: key }, timetable: { robots } });
    const button = screen.getByRole('button', { name: 'Another time this once' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the other views', () => {
  it('show the days with bands of exceptions', async () => {
    await show({ query: { view: 'days' } });
    expect(screen.getAllByText('Wedding in the lobby')).toHaveLength(1);
    expect(screen.getAllByRole('button', { name: /^22:00 Lobby round/u })).toHaveLength(4);
  });
  it('list the days on a phone, today first', async () => {
    await show({ width: 390 });
    const days = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent?.trim());
    expect(days[0]).toBe('Saturday 2026-11-21 · today');
    expect(days).toHaveLength(4);
  });
  it('speak Chinese', async () => {
    await show({ language: 'zhCN' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('定时任务');
    expect(screen.getByText('电量 9%')).toBeTruthy();
  });
});

describe('the states', () => {
  it('say as of when the forecast is while there is no connection, and lock the switches', async () => {
    const { press, acts } = await show({ isLost: true });
    expect(screen.getByText('No connection to the server. The forecast is as of 14:32.')).toBeTruthy();
    await press(screen.getByRole('switch', { name: 'Lobby round at 22:00 is on' }));
    expect(acts).toEqual([]);
  });
  it('lead to the first task when there is none', async () => {
    const { press, toldTo } = await show({ timetable: { tasks: [], runs: [] } });
    const [, inPanel] = screen.getAllByRole('button', { name: 'New task' });
    await press(inPanel as HTMLElement);
    expect(toldTo('navigation')).toMatchObject([{ type: 'navigation.go', to: '/schedules/task?site=h1' }]);
  });
  it('say that robots go on when the timetable cannot be read', async () => {
    await show({ failure: new ApiError('networkFailed') });
    expect(screen.getByText(/Robots continue with what was planned\./u)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

it('draws what the battery was before now as a solid line', async () => {
  await show();
  const line = screen.getByRole('img', { name: /^Battery of East patrol/u });
  const charged = [...line.querySelectorAll('path')].find(({ classList }) => classList.contains('stroke-st-charging'));
  expect(charged?.classList.contains('[stroke-dasharray:4_3]')).toBe(false);
  expect(screen.getAllByRole('img', { name: /^Battery of West patrol/u })).toHaveLength(1);
});
