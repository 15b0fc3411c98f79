/** The exception plan: the form with the runs it touches, the cost on its button, the list, what is over. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import type { Timetable, TimetableRun } from '../../../../contract/entities/schedule.ts';
import type { ExceptionRequest } from '../../../../src/machines/scheduleExceptions/exceptionForm.ts';
import { scheduleExceptionsMachine } from '../../../../src/machines/scheduleExceptions/scheduleExceptions.machine.ts';
import type { SaveOutcome, StopMap } from '../../../../src/machines/scheduleExceptions/scheduleExceptions.setup.ts';
import type { ScheduleSite } from '../../../../src/machines/schedules/timetableReading.ts';
import { ScheduleExceptionsPage } from '../../../../src/ui/pages/scheduleExceptions/ScheduleExceptionsPage.tsx';
import { sampleException, sampleRun, sampleTimetable, SCHEDULE_NOW, ZONE } from '../../../fakes/scheduleSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { renderPage } from '../../renderPage.tsx';

afterEach(cleanup);

const skipped = sampleRun({ verdict: 'notAtAll', endsAt: null, notes: [{ type: 'exception', params: {} }] });

async function show(timetable: Partial<Timetable> = {}, width = 1_440) {
  const saves: (readonly ExceptionRequest[])[] = [];
  const deletions: string[] = [];
  const rendered = await renderPage(
    ScheduleExceptionsPage,
    scheduleExceptionsMachine.provide({
      delays: { previewDelay: 0 },
      actors: {
        loadSites: fromPromise<{ sites: ScheduleSite[] }>(async () => ({
          sites: [{ siteId: 'h1', name: 'Harbour Hotel', timeZone: ZONE, robots: 2 }],
        })),
        loadTimetable: fromPromise<{ timetable: Timetable }, { siteId: string; timeZone: string; from: string }>(
          async () => ({
            timetable: sampleTimetable(timetable),
          }),
        ),
        loadStops: fromPromise<{ maps: readonly StopMap[] }, { serialNumber: string; pathIds: readonly string[] }>(
          async () => ({ maps: [] }),
        ),
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
      },
    }),
    { now: () => SCHEDULE_NOW, width },
  );
  await settle();
  return { ...rendered, saves, deletions };
}
const elapsed = async () => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  await settle();
};

it('opens a form by N, says what it costs, and saves it', async () => {
  const { after, press, saves } = await show();
  await after(() => fireEvent.keyDown(window, { key: 'n' }));
  const form = screen.getByRole('form', { name: 'New exception' });
  await after(() => fireEvent.change(within(form).getByLabelText('Date'), { target: { value: '2026-11-22' } }));
  await after(elapsed);
  expect(within(form).getByText('Touches 1 run')).toBeTruthy();
  await press(within(form).getByRole('button', { name: 'Save, 1 run falls out' }));
  expect(saves).toMatchObject([[{ serialNumber: 'S2-1', startTime: '2026-11-22 09:00' }]]);
  expect(screen.queryByRole('form')).toBeNull();
});

it('moves the band by the arrow keys', async () => {
  const { after } = await show();
  await after(() => fireEvent.keyDown(window, { key: 'n' }));
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
  expect(screen.getByText(/15:00 – 23:25 was deleted\. 1 run comes back\./u)).toBeTruthy();
  await press(screen.getByRole('button', { name: 'Undo' }));
  expect(saves).toHaveLength(1);
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
  await press(screen.getByRole('button', { name: 'Add exception' }));
  expect(screen.getByRole('form', { name: 'New exception' })).toBeTruthy();
});
