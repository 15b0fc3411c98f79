/** What a task does otherwise at the stops of its route, also at stops that the route no longer has, and of a start now. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { IndoorMap } from '../../../../contract/entities/map.ts';
import type { ScheduledTask } from '../../../../contract/entities/schedule.ts';
import type {
  LoadedPath,
  Preview,
  PreviewRequest,
  RobotAnswer,
  SaveRequest,
  SaveResult,
  StartRequest,
} from '../../../../src/machines/scheduledTask/scheduledTask.context.ts';
import { scheduledTaskMachine } from '../../../../src/machines/scheduledTask/scheduledTask.machine.ts';
import type { ScheduledTaskRef } from '../../../../src/machines/scheduledTask/scheduledTask.selectors.ts';
import { TaskForm } from '../../../../src/ui/pages/scheduledTask/TaskForm.tsx';
import { sampleTask, SCHEDULE_NOW } from '../../../fakes/scheduleSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { taskActors } from '../../../fakes/taskActors.ts';
import { renderPage } from '../../renderPage.tsx';

afterEach(cleanup);

const stop = (areaId: string, name: string) => ({
  areaId,
  name,
  isMissing: false,
  stayTime: 10,
  speech: '',
  setting: null,
});
const PATH: LoadedPath = {
  // Only the points are read.
  map: {
    id: 'm1',
    points: [{ areaId: 'gym', name: 'Gym', worldX: 1, worldY: 1 }],
  } as unknown as IndoorMap,
  stops: [stop('desk', 'Reception desk'), stop('bar', 'Bar'), stop('pool', 'Pool')],
};
const PREVIEW: Preview = {
  metres: 1,
  seconds: 1,
  totalSeconds: 1,
  battery: 1,
  perWeek: 1,
  cells: null,
  runs: [],
};

async function show(task: ScheduledTask | null) {
  const saves: SaveRequest[] = [];
  const starts: StartRequest[] = [];
  const rendered = await renderPage(
    // The map beside the form is not drawn.
    ({ screen: page }: { readonly screen: ScheduledTaskRef }) => <TaskForm screen={page} />,
    scheduledTaskMachine.provide({
      actors: {
        ...taskActors(task),
        loadPath: fromPromise<LoadedPath, { serialNumber: string; mapId: string; pathId: string; taskId: string }>(
          async () => PATH,
        ),
        loadPreview: fromPromise<Preview, { requests: readonly PreviewRequest[] }>(async () => PREVIEW),
        saveTask: fromPromise<SaveResult, SaveRequest>(async ({ input }) => {
          saves.push(input);
          return { task: sampleTask(), answers: [{ serialNumber: input.serialNumber, did: 'saved', failure: null }] };
        }),
        startRuns: fromPromise<{ answers: readonly RobotAnswer[] }, StartRequest>(async ({ input }) => {
          starts.push(input);
          return { answers: [{ serialNumber: 'S2-1', did: 'started', failure: null }] };
        }),
        guardTab: fromCallback(() => undefined),
      },
      actions: { keepDraft: () => undefined },
    }),
    { query: task ? { id: task.id } : {}, serialNumber: 'S2-1', now: () => SCHEDULE_NOW },
  );
  await settle();
  return { ...rendered, saves, starts };
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const SAVE = { name: /Save task/u };
const withSettings = (...areaIds: string[]) =>
  sampleTask({ pathId: 'p1', pointSettings: JSON.stringify(areaIds.map((areaId) => ({ areaId, stayTime: 30 }))) });

it('leads from a refused save to the settings of stops that are gone, and saves once they are removed', async () => {
  const { press, after, saves } = await show(withSettings('bar', 'gym', 'cellar'));
  await after(() => type('Time', '22:40'));
  await press(screen.getByRole('button', SAVE));
  expect(saves).toEqual([]);
  const gone = screen.getByRole('group', { name: 'Settings of stops no longer on the route' });
  expect(gone.textContent).toContain('The route no longer has these stops. Remove their settings.');
  const rows = within(gone).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual(['GymRemove settings', 'Deleted pointRemove settings']);
  expect(rows[0]?.contains(document.activeElement)).toBe(true);
  for (const row of rows) await press(within(row).getByRole('button', { name: 'Remove settings' }));
  expect(screen.queryByRole('group', { name: 'Settings of stops no longer on the route' })).toBeNull();
  await press(screen.getByRole('button', SAVE));
  expect(saves).toMatchObject([
    { task: { pointSettings: JSON.stringify([{ areaId: 'bar', skip: false, stayTime: 30, speech: null }]) } },
  ]);
});

it('opens the settings of a stop that are wrong', async () => {
  const { press, after, saves } = await show(withSettings('bar'));
  const bar = screen.getAllByRole('listitem').find(({ textContent }) => textContent.includes('Bar')) ?? document.body;
  await press(within(bar).getByRole('button', { name: 'Change' }));
  await after(() => type('Says', 'x'.repeat(500)));
  await press(within(bar).getByRole('button', { name: 'Done' }));
  await press(screen.getByRole('button', SAVE));
  expect(saves).toEqual([]);
  expect(screen.getByLabelText('Says')).toBe(document.activeElement);
});

it('starts now with what is said on the way, and with the settings of the stops', async () => {
  const { press, after, starts } = await show(null);
  await press(screen.getByRole('radio', { name: 'Now' }));
  expect(screen.queryByLabelText('Wait for the robot')).toBeNull();
  await after(() => type('Route', 'p1'));
  await after(() => type('Announcement while driving', 'Coming through'));
  const bar = screen.getAllByRole('listitem').find(({ textContent }) => textContent.includes('Bar')) ?? document.body;
  await press(within(bar).getByRole('button', { name: 'Change' }));
  await press(screen.getByRole('button', { name: 'Skip this stop' }));
  await press(screen.getByRole('button', { name: /Start East patrol/u }));
  expect(starts).toMatchObject([
    {
      pathId: 'p1',
      rounds: 1,
      speech: 'Coming through',
      pointSettings: JSON.stringify([{ areaId: 'bar', skip: true, stayTime: null, speech: null }]),
    },
  ]);
});
