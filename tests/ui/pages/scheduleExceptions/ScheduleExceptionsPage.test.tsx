/** The exception plan: the form with the runs it touches, the cost on its button, the list, what is over. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMachine, fromPromise } from 'xstate';
import type { Timetable, TimetableRun } from '../../../../contract/entities/schedule.ts';
import { ApiError } from '../../../../contract/wire/errors.ts';
import type { ExceptionRequest } from '../../../../src/machines/scheduleExceptions/exceptionForm.ts';
import { scheduleExceptionsMachine } from '../../../../src/machines/scheduleExceptions/scheduleExceptions.machine.ts';
import type {
  SaveOutcome,
  StopMap,
  StopsRequest,
} from '../../../../src/machines/scheduleExceptions/scheduleExceptions.setup.ts';
import type { ScheduleSite } from '../../../../src/machines/schedules/timetableReading.ts';
import { ScheduleExceptionsPage } from '../../../../src/ui/pages/scheduleExceptions/ScheduleExceptionsPage.tsx';
import { sampleException, sampleRun, sampleTimetable, SCHEDULE_NOW, ZONE } from '../../../fakes/scheduleSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { renderPage } from '../../renderPage.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const skipped = sampleRun({ verdict: 'notAtAll', endsAt: null, notes: [{ type: 'exception', params: {} }] });

const connection = (isLost: boolean) =>
  createMachine({ initial: isLost ? 'lost' : 'open', states: { open: {}, lost: { tags: 'lost' } } });
interface More {
  readonly query?: Record<string, string>;
  readonly isLost?: boolean;
  /** How often the points cannot be read. */
  readonly stopsFail?: number;
  /** The answer of the server, once it comes. */
  readonly answer?: Promise<void>;
}

async function show(
  timetable: Partial<Timetable> = {},
  width = 1_440,
  { query = {}, isLost = false, stopsFail = 0, answer }: More = {},
) {
  let failuresLeft = stopsFail;
  const saves: (readonly ExceptionRequest[])[] = [];
  const deletions: string[] = [];
  const exported: string[] = [];
  const rendered = await renderPage(
    ScheduleExceptionsPage,
    scheduleExceptionsMachine.provide({
      delays: { previewDelay: 0 },
      actors: {
        loadSites: fromPromise<{ sites: ScheduleSite[] }>(async () => ({
          sites: [{ siteId: 'h1', name: 'Harbour Hotel', timeZone: ZONE, robots: 2 }],
        })),
        loadTimetable: fromPromise<{ timetable: Timetable }, { siteId: string; timeZone: string; from: string }>(
          async () => {
            await answer;
            return { timetable: sampleTimetable(timetable) };
          },
        ),
        loadStops: fromPromise<{ maps: readonly StopMap[] }, StopsRequest>(async () => {
          if (failuresLeft-- > 0) throw new ApiError('serverError');
          return { maps: [] };
        }),
        previewExceptions: fromPromise<{ runs: readonly TimetableRun[] }, { requests: readonly ExceptionRequest[] }>(
          async () => ({ runs: [skipped] }),
        ),
        saveExceptions: fromPromise<SaveOutcome, { requests: readonly ExceptionRequest[]; attempt: string }>(
          async ({ input }) => {
            saves.push(input.requests);
            return { saved: 1, refused: [] };
          },
        ),
        deleteException: fromPromise<unknown, { id: string }>(async ({ input }) => deletions.push(input.id)),
        exportExceptions: fromPromise<void, { siteId: string }>(async ({ input }) => void exported.push(input.siteId)),
      },
    }),
    { query, now: () => SCHEDULE_NOW, width, siblings: { connection: connection(isLost) } },
  );
  await settle();
  return { ...rendered, saves, deletions, exported };
}
const elapsed = async () => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  await settle();
};

it('opens a form by N, says what it costs, and saves it', async () => {
  const { after, press, saves } = await show();
  await after(() => fireEvent.keyDown(document.body, { key: 'n' }));
  const form = screen.getByRole('form', { name: 'New exception' });
  await after(() => fireEvent.change(within(form).getByLabelText('Date'), { target: { value: '2026-11-22' } }));
  await after(elapsed);
  expect(within(form).getByText('Affects 1 run')).toBeTruthy();
  await press(within(form).getByRole('button', { name: 'Save and skip 1 run' }));
  expect(saves).toMatchObject([[{ serialNumber: 'S2-1', startTime: '2026-11-22 09:00' }]]);
  expect(screen.queryByRole('form')).toBeNull();
});

it('says that the points could not be loaded, and loads them again', async () => {
  const { after, press } = await show({}, 1_440, { stopsFail: 1 });
  await after(() => fireEvent.keyDown(document.body, { key: 'n' }));
  const points = screen.getByRole('group', { name: 'Skipped points' });
  expect(within(points).getByText("Couldn't load points")).toBeTruthy();
  expect(within(points).getByText('If nothing is selected, whole runs are skipped.')).toBeTruthy();
  await press(within(points).getByRole('button', { name: 'Try again' }));
  expect(screen.queryByText("Couldn't load points")).toBeNull();
  expect(screen.getByRole('form', { name: 'New exception' })).toBeTruthy();
});

it('shows skipped points at which no task stops or that were deleted, and takes them out', async () => {
  const exceptions = [sampleException({ checkboxPoint: 'bar,attic', pointNames: ['Bar', ''] })];
  const { press, saves } = await show({ exceptions }, 1_440, { query: { exception: 'e1' } });
  expect(within(screen.getByRole('table', { name: 'Exceptions' })).getByText('Bar, Deleted point')).toBeTruthy();
  const points = screen.getByRole('group', { name: 'Skipped points' });
  const box = (name: string) => within(points).getByRole('checkbox', { name }) as HTMLInputElement;
  expect([box('Bar').checked, box('Deleted point').checked]).toEqual([true, true]);
  await press(box('Deleted point'));
  expect(box('Deleted point').checked).toBe(false);
  await press(screen.getByRole('button', { name: /^Save/u }));
  expect(saves).toMatchObject([[{ id: 'e1', checkboxPoint: 'bar' }]]);
});

it('moves the band by the arrow keys', async () => {
  const { after } = await show();
  await after(() => fireEvent.keyDown(document.body, { key: 'n' }));
  const band = screen.getByRole('group', { name: /^Exception from 09:00 to 12:00/u });
  await after(() => fireEvent.keyDown(band, { key: 'ArrowDown' }));
  await after(() => fireEvent.keyDown(band, { key: 'ArrowUp', altKey: true, shiftKey: true }));
  expect((screen.getByLabelText('From') as HTMLInputElement).value).toBe('09:05');
  expect((screen.getByLabelText('To') as HTMLInputElement).value).toBe('12:04');
});

it('lists exceptions and offers Undo of a deletion', async () => {
  const { press, deletions, saves } = await show();
  await press(within(screen.getByRole('table', { name: 'Exceptions' })).getByText('Wedding in the lobby'));
  await press(screen.getByRole('button', { name: 'Delete' }));
  expect(deletions).toEqual(['e1']);
  expect(screen.getByText(/15:00 – 23:25 was deleted\. 1 run is planned again\./u)).toBeTruthy();
  await press(screen.getByRole('button', { name: 'Undo' }));
  expect(saves).toHaveLength(1);
});

it('exports the exceptions of the site, if there are any', async () => {
  const { press, exported, toldTo } = await show();
  await press(screen.getByRole('button', { name: 'Export exceptions' }));
  expect(exported).toEqual(['h1']);
  expect(toldTo('notices')).toMatchObject([{ notice: { key: 'scheduleExceptions.export.done' } }]);
  cleanup();
  const empty = await show({ exceptions: [] });
  await empty.press(screen.getByRole('button', { name: 'Export exceptions' }));
  expect(empty.exported).toEqual([]);
});

it('only copies what is over', async () => {
  const { press } = await show({ exceptions: [sampleException({ isPast: true })] });
  await press(within(screen.getByRole('table', { name: 'Exceptions' })).getByText('Wedding in the lobby'));
  expect(screen.getByText(/is over and can't be changed/u)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  await press(screen.getByRole('button', { name: 'Copy' }));
  expect((screen.getByLabelText('Date') as HTMLInputElement).value).toBe('2026-11-22');
});

it('is a form and a list on a phone', async () => {
  const { press } = await show({}, 390);
  expect(screen.queryByText(/Drag over the hours/u)).toBeNull();
  expect(screen.getByText('Affects 1 run')).toBeTruthy();
  await press(screen.getByRole('button', { name: 'Add exception' }));
  expect(screen.getByRole('form', { name: 'New exception' })).toBeTruthy();
});

it('opens the form that was asked for before the plan was loaded', async () => {
  let arrive = (): void => {};
  const answer = new Promise<void>((resolve) => (arrive = resolve));
  const { press, after } = await show({}, 1_440, { answer });
  await press(screen.getByRole('button', { name: 'Add exception' }));
  expect([screen.queryByRole('form'), screen.getByRole('button', { name: 'Add exception' }).ariaBusy]).toEqual([
    null,
    'true',
  ]);
  await after(async () => {
    arrive();
    await settle();
  });
  const form = screen.getByRole('form', { name: 'New exception' });
  expect((within(form).getByLabelText('Date') as HTMLInputElement).value).toBe('2026-11-21');
  expect(document.activeElement).toBe(within(form).getByLabelText('Date'));
});

it('opens a new form from the timetable, unless the user may not add one', async () => {
  await show({}, 1_440, { query: { exception: 'new' } });
  expect(screen.getByRole('form', { name: 'New exception' })).toBeTruthy();
  cleanup();
  const robots = sampleTimetable().robots.map((robot) => ({ ...robot, canChange: false }));
  await show({ robots }, 1_440, { query: { exception: 'new' } });
  expect(screen.queryByRole('form')).toBeNull();
  expect(screen.getByRole('button', { name: 'Add exception' }).getAttribute('aria-disabled')).toBe('true');
});

it('goes through the list by J and K, opens by Enter, closes by Esc, and keeps what was typed', async () => {
  const exceptions = ['2026-11-24', '2026-11-22'].map((date, i) =>
    sampleException({ id: `e${i + 1}`, startTime: `${date} 15:00:00`, endTime: `${date} 16:00:59` }),
  );
  const { after } = await show({ exceptions });
  const press = (key: string) => after(() => fireEvent.keyDown(document.activeElement ?? document.body, { key }));
  await press('j');
  await press('j');
  await press('Enter');
  const dateOf = () => (screen.getByLabelText('Date') as HTMLInputElement).value;
  expect(dateOf()).toBe('2026-11-22');
  await press('k');
  expect(dateOf()).toBe('2026-11-24');
  await after(() => fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'Wedding' } }));
  await press('j');
  expect(dateOf()).toBe('2026-11-24');
  await press('Escape');
  expect(screen.queryByRole('form')).toBeNull();
});

describe('the band', () => {
  /** jsdom has no layout: a day is 100 px wide, and a minute 1 px high. */
  function layOut(): void {
    const days = sampleTimetable().days;
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const date = this instanceof HTMLElement ? this.dataset['date'] : undefined;
      const day = date === undefined ? days : Number(date.slice(8)) - 19;
      return day < days ? new DOMRect(day * 100, 0, 100, 1_440) : new DOMRect();
    });
  }
  const at = (clientX: number, clientY: number, more = {}) => ({ clientX, clientY, button: 0, pointerId: 1, ...more });
  const hours = () => [
    (screen.getByLabelText('From') as HTMLInputElement).value,
    (screen.getByLabelText('To') as HTMLInputElement).value,
  ];

  it('is made by dragging, in steps of five minutes, with Shift of one; Esc drops it', async () => {
    layOut();
    const { after, container } = await show();
    const column = container.querySelector('[data-date="2026-11-23"]')!;
    await after(() => fireEvent.pointerDown(column, at(450, 601)));
    await after(() => fireEvent.pointerMove(column, at(450, 703)));
    expect(hours()).toEqual(['10:00', '11:45']);
    await after(() => fireEvent.pointerMove(column, at(450, 703, { shiftKey: true })));
    expect(hours()).toEqual(['10:00', '11:43']);
    await after(() => fireEvent.keyDown(document.body, { key: 'Escape' }));
    expect(screen.queryByRole('form')).toBeNull();
  });
  it('has ends for touch, while touch on the hours scrolls', async () => {
    layOut();
    const { after, container } = await show({}, 1_440, { query: { exception: 'e1' } });
    const column = container.querySelector('[data-date="2026-11-22"]')!;
    const end = container.querySelector('[data-end="to"]')!;
    await after(() => fireEvent.pointerDown(end, at(350, 1_405, { pointerType: 'touch' })));
    await after(() => fireEvent.pointerMove(column, at(350, 1_200, { pointerType: 'touch' })));
    await after(() => fireEvent.pointerUp(column, at(350, 1_200, { pointerType: 'touch' })));
    expect(hours()).toEqual(['15:00', '20:00']);
    await after(() => fireEvent.pointerDown(column, at(350, 300, { pointerType: 'touch' })));
    await after(() => fireEvent.pointerMove(column, at(350, 500, { pointerType: 'touch' })));
    expect(hours()).toEqual(['15:00', '20:00']);
  });
});

it('leads from a touched run to the timetable', async () => {
  const { after } = await show({}, 1_440, { query: { exception: 'e1' } });
  await after(elapsed);
  const link = screen.getByRole('link', { name: 'Lobby round' });
  expect(link.getAttribute('href')).toBe(
    `/schedules/calendar?site=h1&run=${encodeURIComponent(`t1@${skipped.plannedAt}`)}`,
  );
});

it('shows what it knows without a connection, and saves nothing', async () => {
  const { press, saves } = await show({}, 1_440, { query: { exception: 'e1' }, isLost: true });
  expect(screen.getByText('No connection to the server. Exceptions as of 14:32.')).toBeTruthy();
  await press(screen.getByRole('button', { name: /^Save/u }));
  expect(saves).toEqual([]);
});

it('shows the form instead of the list on a phone', async () => {
  const { press } = await show({}, 390, { query: { exception: 'new' } });
  expect([screen.getAllByRole('form').length, screen.queryByText(/Wedding in the lobby/u)]).toEqual([1, null]);
  await press(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.getByText(/Wedding in the lobby/u)).toBeTruthy();
});
