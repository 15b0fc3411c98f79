/** The timetable page: sentence with filters, rows and chips, conflicts with fixes, details, the pause switch, states. */
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../../contract/wire/errors.ts';
import { atTime, sampleTask, sampleTimetable } from '../../../fakes/scheduleSample.ts';
import { showSchedules } from './showSchedules.tsx';

afterEach(cleanup);

function resizeTo(width: number): void {
  Object.assign(window, { innerWidth: width });
  window.dispatchEvent(new Event('resize'));
}

describe('the timetable', () => {
  it('says what the next days bring, and each number filters', async () => {
    const { press, toldTo } = await showSchedules();
    expect(screen.getByText(/Next 7 days: 3 runs\./u)).toBeTruthy();
    await press(screen.getByRole('button', { name: '1 in doubt' }));
    expect(toldTo('navigation').at(-1)).toMatchObject({ query: { show: 'inDoubt' } });
  });
  it('has a row for each task, with results and reasons in its chips', async () => {
    await showSchedules();
    const row = screen.getByRole('switch', { name: 'Lobby round at 22:00 is on' }).closest<HTMLElement>('[role="row"]');
    const chips = within(row as HTMLElement).getAllByRole('button', { name: /^Lobby round 22:00/u });
    expect(chips.map(({ textContent }) => textContent)).toEqual(['26 min', 'Battery: 9%', 'Exception', '≈ 26 min']);
    expect(screen.getByRole('button', { name: /Day round 14:30, Running, stop 4 of 9/u })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Battery of East patrol: 69%, lowest 61%, Sun 00:45' })).toBeTruthy();
  });
  it('says why a task is off that no person switched off', async () => {
    await showSchedules({
      timetable: {
        tasks: [
          sampleTask({ state: '0', offReason: 'robotMoved' }),
          sampleTask({ id: 't2', executeTime: '14:30', checkboxRespeatDays: '', state: '0', offReason: 'ranOnce' }),
          sampleTask({ id: 't3', executeTime: '15:30', state: '0' }),
        ],
      },
    });
    const rows = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(rows.filter((text) => text.includes('Lobby round'))).toEqual([
      expect.stringContaining('Its only run is over'),
      expect.not.stringMatching(/Paused|over/u),
      expect.stringContaining('Robot is at another site now'),
    ]);
  });
  it('steps over the days that it shows: none is out of reach on a narrow desktop', async () => {
    const width = window.innerWidth;
    const { press, toldTo } = await showSchedules();
    const moved = () => (toldTo('navigation').at(-1) as { query?: { from?: string } } | undefined)?.query?.from;
    try {
      act(() => resizeTo(1_600));
      await press(screen.getByRole('button', { name: '7 days later' }));
      const wide = moved();
      expect(screen.queryByRole('button', { name: '5 days later' })).toBeNull();
      act(() => resizeTo(1_100));
      await press(screen.getByRole('button', { name: '5 days later' }));
      expect(Date.parse(wide ?? '') - Date.parse(moved() ?? '')).toBe(2 * 86_400_000);
      act(() => resizeTo(600));
      expect(screen.getByRole('button', { name: '7 days earlier' })).toBeTruthy();
    } finally {
      act(() => resizeTo(width));
    }
  });
  it('moves a run by the fix of its conflict', async () => {
    const { press, acts } = await showSchedules();
    await press(screen.getByRole('button', { name: 'Start at 23:20' }));
    expect(acts).toMatchObject([{ what: 'changeRun', startsAt: atTime('2026-11-21', '23:20') }]);
    expect(screen.getByText('Lobby round: Sat 22:00 moved to Sat 23:20, this run only.')).toBeTruthy();
  });
  it('pauses at once and offers Undo', async () => {
    const { press, acts } = await showSchedules();
    await press(screen.getByRole('switch', { name: 'Lobby round at 22:00 is on' }));
    expect(acts).toMatchObject([{ what: 'setState', state: '0' }]);
    expect(screen.getByText(/Lobby round at 22:00 is paused\. 2 runs are skipped\./u)).toBeTruthy();
    await press(screen.getByRole('button', { name: 'Undo' }));
    expect(acts).toMatchObject([{ state: '0' }, { state: '1' }]);
  });
  it('lets nobody change a robot that is not theirs', async () => {
    const { press, acts } = await showSchedules();
    const other = screen.getByRole('switch', { name: 'Day round at 14:30 is on' });
    expect(other.getAttribute('aria-disabled')).toBe('true');
    await press(other);
    expect(acts).toEqual([]);
  });
  it('moves the focus between runs by arrow keys', async () => {
    await showSchedules();
    const [past, doubtful] = screen.getAllByRole('button', { name: /^Lobby round 22:00/u });
    past?.focus();
    fireEvent.keyDown(past as HTMLElement, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(doubtful);
  });
});

describe('the details of a run', () => {
  const key = `t1@${atTime('2026-11-22', '22:00')}`;
  it('say why it will not run, and run it all the same only with a reason', async () => {
    const { press, acts } = await showSchedules({ query: { run: key } });
    const details = screen.getByRole('dialog', { name: 'Details of the run' });
    expect(within(details).getByText('An exception skips all stops.')).toBeTruthy();
    expect(within(details).getByText(/Wedding in the lobby/u)).toBeTruthy();
    await press(within(details).getByRole('button', { name: /Run anyway/u }));
    await press(within(details).getByRole('button', { name: 'Run it' }));
    expect(within(details).getByText('Enter a reason.')).toBeTruthy();
    fireEvent.change(within(details).getByRole('textbox', { name: 'Why it should run' }), {
      target: { value: 'Guests asked' },
    });
    await press(within(details).getByRole('button', { name: 'Run it' }));
    expect(acts).toMatchObject([{ what: 'changeRun', isForced: true, reason: 'Guests asked' }]);
  });
  it('of a past run lead to its record', async () => {
    await showSchedules({ query: { run: `t1@${atTime('2026-11-20', '22:00')}` } });
    expect(screen.getByRole('link', { name: 'Open the record' }).getAttribute('href')).toBe(
      '/activities/cruise-record?drive=r1',
    );
    expect(screen.queryByRole('button', { name: 'Change time for this run' })).toBeNull();
  });
  it.each([
    ['waiting', 'Checking whether it can start'],
    ['notStarted', 'Not checked in time'],
  ] as const)('%s that is not checked say so', async (state, text) => {
    const runs = sampleTimetable().runs.map((run) => ({
      ...run,
      ...(`t1@${run.plannedAt}` === key && { state, reason: { type: 'notChecked', description: '' } }),
    }));
    await showSchedules({ query: { run: key }, timetable: { runs } });
    expect(within(screen.getByRole('dialog', { name: 'Details of the run' })).getByText(text)).toBeTruthy();
  });
  it('lets only operators change it', async () => {
    const robots = sampleTimetable().robots.map((robot) => ({ ...robot, canOperate: false }));
    await showSchedules({ query: { run: key }, timetable: { robots } });
    const button = screen.getByRole('button', { name: 'Change time for this run' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the other views', () => {
  it('show the days with bands of exceptions', async () => {
    await showSchedules({ query: { view: 'days' } });
    const [remark, ...others] = screen.getAllByText('Wedding in the lobby');
    expect([others, remark?.className.includes('sr-only')]).toEqual([[], false]);
    expect(screen.getAllByRole('button', { name: /^22:00 Lobby round/u })).toHaveLength(4);
  });
  it('list the days on a phone, today first', async () => {
    await showSchedules({ width: 390 });
    const days = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent?.trim());
    expect(days[0]).toBe('Saturday 2026-11-21 · today');
    expect(days).toHaveLength(4);
  });
  it('speak Chinese', async () => {
    await showSchedules({ language: 'zhCN' });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('定时任务');
    expect(screen.getByText('电量 9%')).toBeTruthy();
  });
});

describe('the states', () => {
  it('say as of when the forecast is while there is no connection, and lock the switches', async () => {
    const { press, acts } = await showSchedules({ isLost: true });
    expect(screen.getByText('No connection to the server. The forecast is as of 14:32:00.')).toBeTruthy();
    await press(screen.getByRole('switch', { name: 'Lobby round at 22:00 is on' }));
    expect(acts).toEqual([]);
  });
  it('lead to the first task when there is none', async () => {
    const { press, toldTo } = await showSchedules({ timetable: { tasks: [], runs: [] } });
    const [, inPanel] = screen.getAllByRole('button', { name: 'New task' });
    await press(inPanel as HTMLElement);
    expect(toldTo('navigation')).toMatchObject([{ type: 'navigation.go', to: '/schedules/task?site=h1' }]);
  });
  it('say that robots go on when the timetable cannot be read', async () => {
    await showSchedules({ failure: new ApiError('networkFailed') });
    expect(screen.getByText(/Robots continue as planned\./u)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
  it('say how old the forecast is beside its numbers', async () => {
    await showSchedules({ age: 3 * 60_000 });
    expect(screen.getByText('As of 14:32, 3 min old.')).toBeTruthy();
    cleanup();
    await showSchedules({ age: 60_000 });
    expect(screen.queryByText(/min old/u)).toBeNull();
  });
  it('are the grid with blocks while it loads, and the buttons say why they wait', async () => {
    const { press, toldTo } = await showSchedules({ isLoading: true });
    expect(screen.getByRole('status', { name: 'Loading the timetable…' })).toBeTruthy();
    for (const name of ['Add exception', 'New task']) {
      const button = screen.getByRole('button', { name });
      expect(button.getAttribute('aria-disabled')).toBe('true');
      await press(button);
    }
    expect(toldTo('navigation')).toEqual([]);
  });
  it('say that the user may not see it', async () => {
    await showSchedules({ failure: new ApiError('notAllowed') });
    expect(screen.queryByText(/Robots continue/u)).toBeNull();
    expect(screen.getByRole('heading', { name: /access/iu })).toBeTruthy();
  });
});

it('opens the form of a new exception of the site', async () => {
  const { press, toldTo } = await showSchedules();
  await press(screen.getByRole('button', { name: 'Add exception' }));
  expect(toldTo('navigation')).toMatchObject([{ to: '/schedules/exceptions?exception=new&site=h1' }]);
});

it('leads to the Stop of a robot whose task is paused during a run', async () => {
  const robots = sampleTimetable().robots.map((robot) => ({ ...robot, canChange: true }));
  const { press, toldTo } = await showSchedules({ timetable: { robots } });
  await press(screen.getByRole('switch', { name: 'Day round at 14:30 is on' }));
  expect(screen.getByText(/The run in progress continues/u)).toBeTruthy();
  await press(screen.getByRole('button', { name: 'Go to Stop' }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ to: '/home/robot-data?serialNumber=S2-2' });
});

it('draws what the battery was before now as a solid line', async () => {
  await showSchedules();
  const line = screen.getByRole('img', { name: /^Battery of East patrol/u });
  const charged = [...line.querySelectorAll('path')].find(({ classList }) => classList.contains('stroke-st-charging'));
  expect(charged?.classList.contains('[stroke-dasharray:4_3]')).toBe(false);
  expect(screen.getAllByRole('img', { name: /^Battery of West patrol/u })).toHaveLength(1);
});
