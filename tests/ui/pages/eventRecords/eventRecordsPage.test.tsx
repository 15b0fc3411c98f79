/** The page of event records in jsdom: pictures and table, why there is no picture, details, keys, both languages. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { AlarmCase } from '../../../../contract/entities/alarmCase.ts';
import type { Language } from '../../../../contract/entities/constants.ts';
import type { EventRecord } from '../../../../contract/entities/eventRecord.ts';
import type { Site } from '../../../../contract/entities/map.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import {
  type EventPlan,
  eventRecordsMachine,
  type EventResult,
  type EventsResult,
  type NeighbourRequest,
} from '../../../../src/machines/eventRecords/eventRecords.machine.ts';
import type { CaseStations } from '../../../../src/machines/eventRecords/caseStations.ts';
import type { EventRecordsQuery } from '../../../../src/machines/eventRecords/eventRecordsQuery.ts';
import { EventRecordsPage } from '../../../../src/ui/pages/eventRecords/EventRecordsPage.tsx';
import { sampleCase, takenCase } from '../../../fakes/alarmSample.ts';
import { EVENT_AT as NOW, eventOf } from '../../../fakes/eventSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { robotOf } from '../../robotOf.ts';
import { renderPage } from '../../renderPage.tsx';

const USER = { userId: 'u', roles: ['operator'] };
const ROWS = [
  eventOf('smoke', { pictureId: 'file-1' }),
  eventOf('fall', { kind: 'fall', at: NOW - 60_000, state: 'resolved', by: 'Chen Yu', until: NOW }),
  eventOf('old', { kind: 'noise', at: NOW - 90_000, state: 'taken', pictureId: 'file-2' }),
  eventOf('noise', { kind: 'noise', at: NOW - 86_400_000, state: 'resolved', cause: 'byItself' }),
  eventOf('run', {
    bizType: 'cruise',
    kind: '',
    state: 'finished',
    title: 'Lobby round',
    at: NOW - 120_000,
    place: null,
    value: null,
  }),
];

const NOTE = { id: 1, at: NOW, by: 'Chen Yu', text: 'A kettle in the pantry' };
/** Told after 2 s, if anybody was. */
const stationsOf = ({ bizType, state, sourceId, at, cause }: EventRecord): CaseStations | null =>
  bizType === 'alarm'
    ? {
        toldAt: sourceId === 'noise' ? null : at + 2_000,
        told: sourceId === 'noise' ? 0 : 2,
        isSilenced: sourceId === 'noise' && cause === 'falseAlarm',
        takenAt: state === 'taken' ? at + 93_000 : null,
        resolvedAt: state === 'resolved' ? at + 188_000 : null,
      }
    : null;

async function page(
  query: Record<string, string> = {},
  {
    rows = ROWS,
    language = 'enUS' as Language,
    planFails = false,
    more = 0,
    site = null as Pick<Site, 'id' | 'name' | 'timeZone' | 'floors'> | null,
    cases = [] as readonly AlarmCase[],
    refusesNote = false,
  } = {},
) {
  const dismissed: string[] = [];
  const saved: string[] = [];
  const noted: object[] = [];
  const robot = robotOf({ serialNumber: 'A', relation: 'member', ...(site && { siteId: site.id }) });
  const rendered = await renderPage(
    EventRecordsPage,
    eventRecordsMachine.provide({
      actions: { countOpened: () => {} },
      actors: {
        loadList: fromPromise<EventsResult, EventRecordsQuery>(async ({ input }) => {
          const found = rows.filter(({ bizType }) => input.bizType === '' || bizType === input.bizType);
          return { total: more + found.length, rows: found, pictures: { 'file-1': '/picture-1' } };
        }),
        loadEvent: fromPromise<EventResult, { id: string }>(async ({ input: { id } }) => {
          if (id === 'alarm:foreign') throw new ApiError('robotForeign');
          if (id !== 'alarm:older') throw new ApiError('notFound');
          return { event: eventOf('older', { at: NOW, pictureId: 'file-9' }), pictures: { 'file-9': '/picture-9' } };
        }),
        loadPlan: fromPromise<Omit<EventPlan, 'of' | 'failure'>, { event: EventRecord }>(async ({ input }) => {
          if (planFails) throw new ApiError('networkFailed');
          const notes = input.event.bizType === 'alarm' ? { notes: [NOTE] } : {};
          return { stations: stationsOf(input.event), ...notes, map: null, place: input.event.place };
        }),
        dismissCase: fromPromise<{ caseId: string }, { caseId: string; isTaken: boolean }>(async ({ input }) => {
          dismissed.push(input.caseId);
          return input;
        }),
        reopenCase: fromPromise<{ caseId: string }, { caseId: string }>(async ({ input }) => input),
        addNote: fromPromise<{ text: string }, { caseId: string; text: string }>(async ({ input }) => {
          if (refusesNote) throw new ApiError('caseNotesFull', { words: { limit: 200 } });
          noted.push(input);
          return { text: input.text };
        }),
        savePicture: fromPromise<void, { fileId: string }>(async ({ input }) => void saved.push(input.fileId)),
        loadNeighbour: fromPromise<{ id: string; page: number }, NeighbourRequest>(async ({ input: { query } }) => ({
          id: 'alarm:beyond',
          page: query.page,
        })),
        exportEvents: fromPromise<void, EventRecordsQuery>(async () => {}),
      },
    }),
    {
      query,
      language,
      now: () => NOW,
      contexts: {
        fleet: {
          robots: { A: robot },
          order: ['A'],
          sites: site ? [site] : [],
          view: 'all',
          failure: null,
          current: '',
        },
        session: { user: USER },
        alarms: { rows: cases, userId: USER.userId, acting: '' },
      },
    },
  );
  await rendered.after(settle);
  return { ...rendered, dismissed, saved, noted };
}

it('shows alarms as pictures, day by day, and says why there is none', async () => {
  await page();
  const list = screen.getByRole('group', { name: 'Event records' });
  expect(
    within(list)
      .getByRole('img', { name: /^Smoke, / })
      .getAttribute('src'),
  ).toBe('/picture-1');
  for (const text of ['Open, not taken yet', 'No picture: it has been deleted by now'])
    expect(within(list).getByText(text)).toBeTruthy();
  expect(within(list).getAllByText('No picture: the robot took none')).toHaveLength(2);
  expect(within(list).queryByText('Route run: Lobby round')).toBeNull();
  const days = within(list).getAllByRole('region');
  expect(days.map((day) => within(day).getAllByRole('button').length)).toEqual([3, 1]);
  expect(within(list).getByRole('heading', { name: /^Today 2025-06-15$/u })).toBeTruthy();
  expect(within(list).getByRole('heading', { name: /^Saturday 2025-06-14$/u })).toBeTruthy();
  expect(screen.getByText('4 alarms')).toBeTruthy();
});

it('offers the other kinds of events where there are no alarms', async () => {
  const { press, toldTo } = await page({}, { rows: ROWS.filter(({ bizType }) => bizType === 'cruise') });
  expect(screen.getByText('No alarms yet')).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Type' })).toBeNull();
  await press(screen.getByRole('button', { name: 'Show all kinds of events' }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ query: { look: 'table' } });
});

it('has what people did about an alarm', async () => {
  const taken = await page({ event: 'alarm:old' });
  const stations = (): string[] =>
    within(screen.getByRole('list', { name: 'What was done' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent.replaceAll(/\d\d:\d\d:\d\d/gu, ' time '));
  expect(stations()).toEqual(['Seen time ', 'Told time 2 people', 'Taken time ', 'Resolvednot yet']);
  taken.unmount();
  await page({ event: 'alarm:noise' });
  expect(stations()).toEqual(['Seen time ', 'Toldnobody', 'Takennobody', 'Resolved time ']);
  expect(screen.getByText('Ended by itself')).toBeTruthy();
});

it('says at its field why a note was not added, until it is changed', async () => {
  const alarm = await page({ event: 'alarm:fall' }, { refusesNote: true });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Add a note' });
  await alarm.after(() => fireEvent.change(field, { target: { value: 'All is well' } }));
  await alarm.press(screen.getByRole('button', { name: 'Add' }));
  await alarm.after(settle);
  const fault = screen.getAllByRole('alert').find(({ id }) => field.getAttribute('aria-describedby')?.includes(id));
  expect(fault?.textContent).toContain('notes');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(field.value).toBe('All is well');
  await alarm.after(() => fireEvent.change(field, { target: { value: 'All is well now' } }));
  expect(screen.queryByRole('alert')).toBeNull();
});
it('has what people wrote about an alarm, and takes another note', async () => {
  const alarm = await page({ event: 'alarm:fall' });
  const notes = within(screen.getByRole('region', { name: 'Notes' }));
  expect(notes.getByRole('listitem').textContent).toMatch(/^A kettle in the pantryChen Yu · \d{4}-/u);
  const field = notes.getByRole<HTMLInputElement>('textbox', { name: 'Add a note' });
  await alarm.after(() => fireEvent.change(field, { target: { value: 'All is well' } }));
  await alarm.press(notes.getByRole('button', { name: 'Add' }));
  await alarm.after(settle);
  expect(alarm.noted).toEqual([{ caseId: 'fall', text: 'All is well' }]);
  expect(field.value).toBe('');
  alarm.unmount();
  await page({ event: 'cruise:run', look: 'table' });
  expect(screen.getByRole('region', { name: /Lobby round/u })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Notes' })).toBeNull();
});

it('says that nobody was told because notifications were off', async () => {
  const rows = [eventOf('noise', { kind: 'noise', state: 'resolved', cause: 'falseAlarm' })];
  await page({ event: 'alarm:noise' }, { rows });
  const items = within(screen.getByRole('list', { name: 'What was done' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)[1]).toBe('Toldnotifications off');
});

it('shows the same as a table', async () => {
  await page({ look: 'table' });
  const row = screen.getByRole('row', { name: /Person has fallen/u });
  for (const text of ['Alarm', 'Guard 1', 'Linen', 'Chen Yu', 'Resolved'])
    expect(within(row).getByText(text)).toBeTruthy();
});

it('has the details of an event, with its moment and its case', async () => {
  const { press, toldTo } = await page({ event: 'alarm:smoke' });
  const drawer = screen.getByRole('region', { name: 'Smoke' });
  expect(within(drawer).getByText('61')).toBeTruthy();
  await press(within(drawer).getByRole('button', { name: 'Moment on the timeline' }));
  await press(within(drawer).getByRole('button', { name: 'Alarm case' }));
  expect(toldTo('navigation').map((event) => event['to'])).toEqual([
    `/monitoring?at=${NOW - 5_000}&robot=A`,
    '/alarms/case?id=smoke',
  ]);
});

it('follows the case of an open alarm, and has what the banner offers for it', async () => {
  const found = sampleCase({ id: 'smoke', serialNumber: 'A' });
  const first = await page({ event: 'alarm:smoke' }, { cases: [found] });
  const drawer = () => within(screen.getByRole('region', { name: 'Smoke' }));
  await first.press(drawer().getByRole('button', { name: 'Take it' }));
  expect(first.toldTo('alarms')).toEqual([{ type: 'alarm.take', caseId: 'smoke' }]);
  first.unmount();
  await page({ event: 'alarm:smoke' }, { cases: [takenCase('Lin', { id: 'smoke', serialNumber: 'A' })] });
  expect(drawer().getByText(/^Lin has this case/u)).toBeTruthy();
  expect(drawer().queryByRole('button', { name: 'Take it' })).toBeNull();
});

it('resolves a false alarm by one key, with Undo, and moves by J and K', async () => {
  const { after, dismissed, toldTo, press } = await page({ event: 'alarm:smoke' });
  await after(() => fireEvent.keyDown(document.body, { key: 'j' }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ query: { event: 'alarm:fall' } });
  await after(() => fireEvent.keyDown(document.body, { key: 'x' }));
  expect(dismissed).toEqual(['smoke']);
  expect(screen.getByText('Resolved as a false alarm')).toBeTruthy();
  await press(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.queryByText('Resolved as a false alarm')).toBeNull();
});

it('goes on to the next page with the button of the details, and with J', async () => {
  const { after, press, toldTo } = await page({ event: 'alarm:noise' }, { more: 40 });
  await press(screen.getByRole('button', { name: 'Next entry' }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ query: { event: 'alarm:beyond', page: '2' } });
  const before = toldTo('navigation').length;
  await after(() => fireEvent.keyDown(document.body, { key: 'j' }));
  expect(toldTo('navigation').length).toBe(before + 1);
});

it('copies a link that finds the event later, and downloads a picture that may be seen', async () => {
  const copied: string[] = [];
  const clipboard = { writeText: async (text: string) => void copied.push(text) };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  const { press, saved, unmount } = await page({ event: 'alarm:smoke', days: '7', page: '1' });
  await press(screen.getByRole('button', { name: 'Copy link' }));
  await press(screen.getByRole('button', { name: 'Download' }));
  expect(saved).toEqual(['file-1']);
  unmount();
  // Without an address: it has expired, or may not be seen.
  const second = await page({ event: 'alarm:old' });
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
  second.unmount();
  const { press: pressed } = await page({ event: 'cruise:run' });
  await pressed(screen.getByRole('button', { name: 'Copy link' }));
  Reflect.deleteProperty(navigator, 'clipboard');
  expect(copied.map((text) => Object.fromEntries(new URL(text).searchParams))).toEqual([
    { robots: 'A', from: '2025-06-15', until: '2025-06-15', event: 'alarm:smoke' },
    { type: 'cruise', robots: 'A', from: '2025-06-15', until: '2025-06-15', event: 'cruise:run' },
  ]);
});

it('opens an event of a link that the list does not have', async () => {
  const { dismissed, after } = await page({ event: 'alarm:older' });
  const drawer = screen.getByRole('region', { name: 'Smoke' });
  expect(
    within(drawer)
      .getByRole('img', { name: /^Smoke, / })
      .getAttribute('src'),
  ).toBe('/picture-9');
  expect(within(drawer).queryByRole('button', { name: /Next/u })).toBeNull();
  await after(() => fireEvent.keyDown(document.body, { key: 'x' }));
  expect(dismissed).toEqual(['older']);
});

it.each(['alarm:elsewhere', 'alarm:foreign'])('says that %s of a link does not exist', async (event) => {
  await page({ event });
  expect(screen.getByRole('heading', { name: 'Event not found' })).toBeTruthy();
  expect(screen.getByText(/was deleted, or you don't have access/u)).toBeTruthy();
});

it("has the days and times of the robot's site", async () => {
  const copied: string[] = [];
  const clipboard = { writeText: async (text: string) => void copied.push(text) };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  const site = { id: 'far', name: 'Far', timeZone: 'Pacific/Auckland', floors: [] };
  const { press } = await page({ event: 'alarm:smoke' }, { site });
  await press(screen.getByRole('button', { name: 'Copy link' }));
  Reflect.deleteProperty(navigator, 'clipboard');
  expect(Object.fromEntries(new URL(copied[0] ?? '').searchParams)).toMatchObject({
    from: '2025-06-16',
    until: '2025-06-16',
  });
});

it('is filtered by floor, by a point or room, and by a person', async () => {
  const floors = [
    { mapId: 'map-1', floor: 'F1', name: 'Ground' },
    { mapId: 'map-2', floor: 'F2', name: 'Wards' },
  ];
  const { toldTo, after } = await page(
    { place: 'linen' },
    { rows: [], site: { id: 'site', name: 'Hotel', timeZone: 'UTC', floors } },
  );
  const asked = (): unknown => toldTo('navigation').at(-1);
  expect(screen.getByText('Nothing matches the filters')).toBeTruthy();
  expect(screen.getByText(/newest 10.?000 events that match the other filters were searched/u)).toBeTruthy();
  expect(screen.getByRole('option', { name: 'F2 · Wards' })).toBeTruthy();
  await after(() => fireEvent.change(screen.getByRole('combobox', { name: 'Floor' }), { target: { value: 'map-2' } }));
  expect(asked()).toMatchObject({ query: { map: 'map-2', page: '' } });
  for (const [name, text, query] of [
    ['Point or room', 'lobby', { place: 'lobby', page: '' }],
    ['Person', 'lin', { person: 'lin', page: '' }],
  ] as const) {
    await after(() => fireEvent.change(screen.getByRole('searchbox', { name }), { target: { value: text } }));
    expect(asked()).toMatchObject({ query });
  }
});

it('can show only what is open, of the kinds that somebody resolves', async () => {
  const { press, toldTo } = await page();
  await press(screen.getByRole('button', { name: 'Open only', pressed: false }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ query: { open: 'yes', page: '' } });
});

it('has no such filter for runs, and says when nothing is open', async () => {
  await page({ type: 'cruise', look: 'table' }, { rows: [] });
  expect(screen.queryByRole('button', { name: 'Open only' })).toBeNull();
  cleanup();
  const { press, toldTo } = await page({ open: 'yes' }, { rows: [] });
  expect(screen.getByText('Nothing matches the filters')).toBeTruthy();
  await press(screen.getByRole('button', { name: 'Open only', pressed: true }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ query: { open: '' } });
});

it('offers a longer time when nothing happened', async () => {
  const { press, toldTo } = await page({ days: '7', look: 'table' }, { rows: [] });
  expect(screen.getByText('No events in this period')).toBeTruthy();
  await press(screen.getByRole('button', { name: 'Show 30 days' }));
  expect(toldTo('navigation').at(-1)).toMatchObject({ query: { days: '30' } });
});

it('speaks Chinese', async () => {
  await page({ event: 'alarm:smoke' }, { language: 'zhCN' });
  expect(screen.getByRole('button', { name: '误报（X）' })).toBeTruthy();
  expect(screen.getByText('待处理，尚未接手')).toBeTruthy();
});

it('says why the map of the place is missing', async () => {
  await page({ event: 'alarm:smoke' });
  expect(screen.getByText('The map of this location was deleted')).toBeTruthy();
  const second = await page({ event: 'cruise:run' });
  expect(within(second.container).getByText('Location unknown')).toBeTruthy();
  const third = await page({ event: 'alarm:smoke' }, { planFails: true });
  expect(within(third.container).getByRole('button', { name: 'Try again' })).toBeTruthy();
});
