// @vitest-environment jsdom
/** The page of the past in jsdom: live and past are told apart, lanes, events, keys, what is missing is said. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { Language } from '../../../../contract/entities/constants.ts';
import type { EventRecord } from '../../../../contract/entities/eventRecord.ts';
import type { MonitoringOverview } from '../../../../contract/entities/monitoring.ts';
import { gapsIn } from '../../../../contract/rules/replayTrack.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import { monitoringMachine } from '../../../../src/machines/monitoring/monitoring.machine.ts';
import type {
  OverviewRequest,
  OverviewResult,
  Places,
  TracksRequest,
} from '../../../../src/machines/monitoring/monitoring.setup.ts';
import { MonitoringPage } from '../../../../src/ui/pages/monitoring/MonitoringPage.tsx';
import { happeningsIn, neighbourOf } from '../../../../src/ui/pages/monitoring/happenings.ts';
import {
  activityOf,
  commandBars,
  plannedBars,
  runBars,
  stretchesOf,
  ticksOf,
} from '../../../../src/ui/pages/monitoring/laneShapes.ts';
import { sampleFloor } from '../../../fakes/disinfectionSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { renderPage } from '../../renderPage.tsx';

// jsdom draws nothing; the map itself is tested in tests/ui/canvas.
vi.mock('../../../../src/ui/canvas/MapCanvas.tsx', () => ({
  MapCanvas: ({ children }: { readonly children?: ReactNode }) => children,
}));
vi.mock('../../../../src/ui/canvas/useFleetScene.ts', () => ({ useFleetScene: () => ({}) }));

const HOUR = 3_600_000;
const NOW = 1_750_000_000_000;
const FLEET = { robots: {}, order: [], sites: [], view: 'all', failure: null, current: '' };
const eventOf = (id: string, at: number, change: Partial<EventRecord> = {}): EventRecord => ({
  id,
  bizType: 'alarm',
  sourceId: id,
  serialNumber: 'A',
  robotName: 'Porter 1',
  at,
  until: null,
  kind: 'smoke',
  state: 'open',
  title: 'Linen',
  by: '',
  cause: '',
  value: null,
  place: null,
  pictureId: null,
  box: null,
  ...change,
});
const OVERVIEW: MonitoringOverview = {
  time: NOW,
  robots: [
    {
      serialNumber: 'A',
      name: 'Porter 1',
      kind: 'delivery',
      bars: [
        [NOW - 2 * HOUR, NOW - HOUR, 'working'],
        [NOW - HOUR, NOW - HOUR / 2, 'silent'],
      ],
      hours: [],
    },
  ],
  page: 1,
  total: 1,
  periods: [[NOW - 3 * HOUR, NOW]],
  keptFrom: NOW - 720 * HOUR,
  hidden: 2,
};

async function page(
  query: Record<string, string> = {},
  {
    overview = OVERVIEW,
    planned = [] as OverviewResult['planned'],
    fails = false,
    early = [] as EventRecord[],
    language = 'enUS' as Language,
  } = {},
) {
  const rendered = await renderPage(
    MonitoringPage,
    monitoringMachine.provide({
      actors: {
        loadPlaces: fromPromise<Places>(async () => ({
          sites: [{ id: 'one', name: 'Harbour', timeZone: 'UTC', floors: [], demo: false }],
          maps: [{ ...sampleFloor, siteId: 'one' }],
          siteId: 'one',
          now: NOW,
        })),
        loadOverview: fromPromise<OverviewResult, OverviewRequest>(async () => {
          if (fails) throw new ApiError('robotForeign');
          return {
            overview,
            planned,
            events: [
              ...early,
              eventOf('run', NOW - 2 * HOUR, { bizType: 'cruise', kind: '', state: 'finished', title: 'Lobby round' }),
              eventOf('smoke', NOW - 90 * 60_000),
            ],
            isMore: false,
          };
        }),
        loadTracks: fromPromise<{ from: number }, TracksRequest>(async ({ input }) => ({ from: input.from })),
        ticker: fromCallback(() => {}),
      },
      delays: { rest: 0 },
    }),
    { query, language, now: () => NOW, contexts: { fleet: FLEET } },
  );
  await vi.waitFor(async () => {
    await rendered.after(settle);
    if (!rendered.screen.getSnapshot().context.overview && !fails) throw new Error('the lanes are not loaded');
  });
  return rendered;
}
const past = { at: String(NOW - 95 * 60_000) };

describe('the past', () => {
  it('is framed, dated and without commands, and leads back to live', async () => {
    const { press } = await page(past);
    expect(screen.getByText('2025-06-15 13:31:40')).toBeTruthy();
    expect(screen.getByText("Commands aren't available here")).toBeTruthy();
    expect(screen.getByRole('region', { name: /^Past map of/u })).toBeTruthy();
    await press(screen.getByRole('button', { name: 'Back to live' }));
    expect(screen.queryByText("Commands aren't available here")).toBeNull();
    expect(screen.getByRole('region', { name: /^Live map of/u })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Back to live' })).toBeNull();
  });

  it('says what is missing: a gap, positions that are deleted, robots without access', async () => {
    await page({ at: String(NOW - 4 * HOUR) });
    expect(screen.getByText('Nothing was recorded at this time')).toBeTruthy();
    expect(screen.getByText(/^2 robots of this site aren't shown/u)).toBeTruthy();
  });

  it('says that old positions are gone and a deleted map too', async () => {
    await page(past, { overview: { ...OVERVIEW, keptFrom: NOW - HOUR } });
    expect(screen.getByText(/Only events are kept/u)).toBeTruthy();
    const second = await page({ ...past, map: 'gone' });
    expect(within(second.container).getByText(/map was deleted/u)).toBeTruthy();
  });

  it('is played and stepped by keys, which do nothing in a field', async () => {
    const { screen: actor, after } = await page(past);
    await after(() => fireEvent.keyDown(document.body, { key: ' ' }));
    expect(screen.getByRole('button', { name: 'Pause (Space)' })).toBeTruthy();
    await after(() => fireEvent.keyDown(document.body, { key: ' ' }));
    await after(() => fireEvent.keyDown(document.body, { key: '3' }));
    await after(() => fireEvent.keyDown(document.body, { key: 'ArrowRight', shiftKey: true }));
    expect(actor.getSnapshot().context).toMatchObject({ speed: 16, at: NOW - 94 * 60_000 });
    await after(() => fireEvent.keyDown(screen.getByLabelText('Date of the moment'), { key: 'l' }));
    expect(actor.getSnapshot().context.at).not.toBeNull();
    await after(() => fireEvent.keyDown(document.body, { key: 'l' }));
    expect(actor.getSnapshot().context.at).toBeNull();
  });
});

describe('events', () => {
  it('lead to their moment, and to their record', async () => {
    const { screen: actor, press, toldTo } = await page();
    await press(screen.getByText('Route run: Lobby round'));
    expect(actor.getSnapshot().context.at).toBe(NOW - 2 * HOUR - 5_000);
    await press(screen.getByRole('button', { name: 'Open the record: Smoke' }));
    expect(toldTo('navigation')).toContainEqual({ type: 'navigation.go', to: '/alarms/case?id=smoke' });
    expect(screen.getByText('Porter 1 lost its connection')).toBeTruthy();
  });

  it('are listed by day, and live the list shows its end', async () => {
    const height = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(900);
    const { press } = await page({}, { early: [eventOf('before', NOW - 24 * HOUR)] });
    const list = screen.getByText('Route run: Lobby round').closest('ol') as HTMLOListElement; // of this list
    expect(
      within(list)
        .getAllByText(/2025-06-1\d$/u)
        .map(({ textContent }) => textContent),
    ).toEqual(['Saturday 2025-06-14', 'Sunday 2025-06-15']);
    expect(list.scrollTop).toBe(900);
    list.scrollTop = 0;
    fireEvent.scroll(list);
    await press(screen.getByText('Route run: Lobby round'));
    expect(list.scrollTop).toBe(0);
    await press(screen.getByRole('button', { name: 'Back to live' }));
    expect(list.scrollTop).toBe(900);
    height.mockRestore();
  });

  it('are jumped through by P and N', async () => {
    const { screen: actor, after } = await page(past);
    await after(() => fireEvent.keyDown(document.body, { key: 'n' }));
    expect(actor.getSnapshot().context.at).toBe(NOW - 90 * 60_000 - 5_000);
    await after(() => fireEvent.keyDown(document.body, { key: 'p' }));
    expect(actor.getSnapshot().context.at).toBe(NOW - 2 * HOUR - 5_000);
  });

  it('are filtered by group and robot, and neighbours of a moment', () => {
    const events = [eventOf('a', 10_000), eventOf('b', 60_000, { bizType: 'manual', serialNumber: 'B' })];
    const names = (group: 'all' | 'people' | 'links', robot = '') =>
      happeningsIn(events, OVERVIEW, { group, robot }).map(({ id }) => id.split(':')[0]);
    expect(names('all')).toEqual(['a', 'b', 'link']);
    expect(names('people')).toEqual(['b']);
    expect(names('links')).toEqual(['link']);
    expect(names('all', 'B')).toEqual(['b']);
    const list = happeningsIn(events, null, { group: 'all', robot: '' });
    expect(neighbourOf(list, 5_000, 'next')?.id).toBe('b');
    expect(neighbourOf(list, 55_000, 'previous')?.id).toBe('a');
    expect(neighbourOf(list, 90_000, 'next')).toBeUndefined();
  });
});

it('says why the lanes could not be read, and tries again', async () => {
  await page({}, { fails: true });
  expect(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' })).toBeTruthy();
});

describe('the robots of a large site', () => {
  const [robot] = OVERVIEW.robots;
  const large = { ...OVERVIEW, page: 2, total: 1_000, robots: robot ? [robot] : [] };

  it('are searched and shown page by page, which is said', async () => {
    const { toldTo } = await page(past, { overview: large });
    const pages = within(screen.getByRole('navigation', { name: 'Pagination' }));
    expect(pages.getByText(/^Timeline, events and past map: robots 201–201 of 1,?000$/u)).toBeTruthy();
    expect(pages.getByRole('button', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
    fireEvent.click(pages.getByRole('button', { name: 'Page 5' }));
    expect(toldTo('navigation').at(-1)).toMatchObject({ query: { page: '5', robot: '' } });
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search robots by name or serial number' }), {
      target: { value: 'porter 7' },
    });
    expect(toldTo('navigation').at(-1)).toMatchObject({ query: { search: 'porter 7', page: '' } });
  });

  it('are shared with their search and page', async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }));
    await page({ ...past, search: 'porter', page: '2' }, { overview: large });
    fireEvent.click(screen.getByRole('button', { name: 'Share this moment' }));
    vi.unstubAllGlobals();
    expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/search=porter&page=2/u));
  });

  it('need neither where there are few, and a search that finds nothing says so', async () => {
    await page(past);
    expect(screen.queryByRole('searchbox')).toBeNull();
    cleanup();
    await page({ ...past, search: 'nobody' }, { overview: { ...OVERVIEW, robots: [], total: 0 } });
    expect(screen.getByText('No robot matches the search')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('nobody');
  });
});

it('speaks Chinese', async () => {
  await page(past, { language: 'zhCN' });
  expect(screen.getByRole('button', { name: '回到实时' })).toBeTruthy();
  expect(screen.getByText('此处不可下发指令')).toBeTruthy();
});

it('exports what the lanes show, up to a day', async () => {
  const { screen: actor, after } = await page(past);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Export 5 h/u }).disabled).toBe(false);
  await after(() => actor.send({ type: 'view.set', from: NOW - 30 * HOUR, until: NOW }));
  expect(screen.getByRole('button', { name: /^Export (30 h|1 d)/u }).getAttribute('aria-disabled')).toBe('true');
});

it('says why a time that has not come cannot be exported', async () => {
  const { screen: actor, after } = await page(past);
  await after(() => actor.send({ type: 'view.set', from: NOW + HOUR, until: NOW + 2 * HOUR }));
  const reason = (): string | null | undefined => {
    const button = screen.getByRole('button', { name: /^Export / });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    return document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent;
  };
  expect(reason()).toMatch(/^There is nothing to export in this period/u);
  await after(() => actor.send({ type: 'view.set', from: NOW - 30 * HOUR, until: NOW }));
  expect(reason()).toMatch(/at most 24 hours/u);
});

describe('the lanes', () => {
  const view = { from: 0, until: 100 * 60_000 };
  it('show bars within the view, gaps apart, and nothing after now', () => {
    const bars = [[10 * 60_000, 60 * 60_000, 'working']] as MonitoringOverview['robots'][number]['bars'];
    const shown = stretchesOf({ bars, hours: [] }, [[5 * 60_000, 200 * 60_000]], view, 50 * 60_000);
    expect(shown).toEqual([
      { left: 0, width: 5, state: 'gap', share: 1 },
      { left: 10, width: 40, state: 'working', share: 1 },
    ]);
  });
  it('show runs that reach into the view, and name those that began before it inside of it', () => {
    const run = eventOf('run', -100 * 60_000, { bizType: 'cruise', until: 100 * 60_000 });
    const open = eventOf('open', 50 * 60_000, { bizType: 'delivery' });
    const bars = runBars(
      [run, open, eventOf('alarm', 0), eventOf('old', -9, { ...run, until: -5 })],
      view,
      75 * 60_000,
    );
    expect(bars).toEqual([
      { event: run, left: -100, width: 200, textLeft: 50 },
      { event: open, left: 50, width: 25, textLeft: 0 },
    ]);
    expect(runBars([run], { from: 0, until: 25 * HOUR }, HOUR)).toEqual([]);
  });
  it('show what is planned for the robot, also a run that was not started', () => {
    const run = { taskId: 't', serialNumber: 'A', name: 'Lobby', from: 50 * 60_000, until: 60 * 60_000 };
    const planned = { ...run, look: 'planned' as const };
    const missed = { ...run, until: null, look: 'missed' as const };
    expect(plannedBars([planned, missed, { ...planned, serialNumber: 'B' }], 'A', view)).toEqual([
      { run: planned, left: 50, width: 10 },
      { run: missed, left: 50, width: 0 },
    ]);
  });
  it('open the record of a run by a click, and the timetable for what is planned', async () => {
    const planned = [
      {
        taskId: 't',
        serialNumber: 'A',
        name: 'Night',
        from: NOW + 60_000,
        until: NOW + 120_000,
        look: 'planned' as const,
      },
    ];
    const { screen: actor, press, toldTo } = await page({ range: '1h' }, { planned });
    await press(screen.getByTitle(/^Planned: Night/u));
    expect(toldTo('navigation').at(-1)).toEqual({ type: 'navigation.go', to: '/schedules/calendar' });
    await press(screen.getByTitle(/^Route run: Lobby round/u));
    expect(toldTo('navigation').at(-1)).toEqual({
      type: 'navigation.go',
      to: '/activities/cruise-record?drive=run',
    });
    expect(actor.getSnapshot().context.at).toBeNull();
  });
  it('say that what is planned is not known', async () => {
    await page({}, { planned: null });
    expect(screen.getByText("Couldn't load planned runs")).toBeTruthy();
  });
  it('show the shares of hours for long times', () => {
    const hours: [number, number[]][] = [[0, [HOUR / 2, HOUR / 4, HOUR / 8, 0, 0, 0]]];
    expect(stretchesOf({ bars: [], hours }, [[0, HOUR]], { from: 0, until: 2 * HOUR }, HOUR)).toEqual([
      { left: 0, width: 50, state: 'working', share: 0.5 },
    ]);
  });
  it('have gaps where nothing was recorded, but not for what is not written yet', () => {
    expect(gapsIn([[10, 20]], { from: 0, until: 30 }, 30 + 3 * 60_000)).toEqual([
      [0, 10],
      [20, 30],
    ]);
    expect(gapsIn([[0, 20]], { from: 0, until: 30 }, 30)).toEqual([]);
  });
  it('have a ruler of at most nine times, and the activity of a day', () => {
    expect(ticksOf(view, 0)).toEqual([0, 15, 30, 45, 60, 75, 90].map((minutes) => minutes * 60_000));
    expect(ticksOf({ from: 0, until: 60_000 }, 0)).toEqual([0, 10, 20, 30, 40, 50, 60].map((s) => s * 1_000));
    const lane = { ...OVERVIEW.robots[0]!, bars: [[0, 50, 'working']] as [number, number, 'working'][] };
    expect(activityOf([lane], { from: 0, until: 100 }, 2).map(({ share }) => share)).toEqual([1, 0]);
  });
});

it('says what the colours of the lanes mean, and times with seconds where runs have their names', async () => {
  const { screen: actor, after } = await page();
  for (const text of [
    'Working',
    'Standby',
    'Charging',
    'Alarm',
    'Stopped',
    'Offline',
    'Not recorded',
    'Operator',
    'Manual driving',
    'Planned',
  ])
    expect(screen.getAllByText(text, { selector: 'li' })).toHaveLength(1);
  const run = () => screen.getByTitle(/^Route run: Lobby round, /u).title;
  expect(run()).toMatch(/, \d\d:\d\d, /u);
  await after(() => actor.send({ type: 'view.set', from: NOW - 2 * HOUR - 60_000, until: NOW - 2 * HOUR + 60_000 }));
  expect(run()).toMatch(/, \d\d:\d\d:\d\d, /u);
  expect(screen.getByRole('slider', { name: 'Moment' }).textContent).toMatch(/^(?:\d\d:\d\d:[0-5]0)+$/u);
});

it('draws what people commanded on the lane of its robot, beside its runs', async () => {
  const ask = (id: string, kind: EventRecord['kind'], at: number, until: number | null) =>
    eventOf(id, at, { bizType: 'manual', kind, until, state: 'finished', title: 'Gym' });
  const events = [
    ask('go', 'goTo', NOW - HOUR, NOW - HOUR / 2),
    ask('on', 'charge', NOW - HOUR / 2, null),
    ask('by hand', 'drive', NOW - HOUR, NOW),
    ask('run', 'cruise', NOW - HOUR, NOW),
    ask('before', 'goTo', NOW - 5 * HOUR, NOW - 4 * HOUR),
  ];
  const view = { from: NOW - 2 * HOUR, until: NOW };
  expect(commandBars(events, view, NOW).map(({ event, left, width }) => [event.id, left, width])).toEqual([
    ['go', 50, 25],
    ['on', 75, 25],
  ]);
  expect(commandBars(events, { from: NOW - 25 * HOUR, until: NOW }, NOW)).toEqual([]);
  await page({}, { early: events.slice(0, 1) });
  expect(screen.getByTitle(/^Go to: Gym, \d\d:\d\d, Finished$/u).dataset['record']).toBeTruthy();
});
