/** The page of one scheduled task: the form with its faults, what the task will do, keys, answers of robots. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { IndoorMap } from '../../../../contract/entities/map.ts';
import type { ScheduledTask } from '../../../../contract/entities/schedule.ts';
import type {
  LoadedPath,
  LoadedPlaces,
  Preview,
  PreviewRequest,
  RobotAnswer,
  SaveRequest,
  SaveResult,
  StartRequest,
} from '../../../../src/machines/scheduledTask/scheduledTask.context.ts';
import { scheduledTaskMachine } from '../../../../src/machines/scheduledTask/scheduledTask.machine.ts';
import { ScheduledTaskPage } from '../../../../src/ui/pages/scheduledTask/ScheduledTaskPage.tsx';
import { failure } from '../../../../src/machines/failure.ts';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import { sampleFloor } from '../../../fakes/disinfectionSample.ts';
import { atTime, sampleRun, sampleTask, SCHEDULE_NOW } from '../../../fakes/scheduleSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { taskActors } from '../../../fakes/taskActors.ts';
import { renderPage } from '../../renderPage.tsx';

afterEach(cleanup);

// Only the name and the place of a point are read.
const FLOOR = {
  ...sampleFloor,
  points: [
    { areaId: 'desk', name: 'Reception desk', worldX: 2, worldY: 2 },
    { areaId: 'bar', name: 'Bar', worldX: 6, worldY: 2 },
    { areaId: 'pool', name: 'Pool', worldX: 10, worldY: 2 },
  ],
} as unknown as IndoorMap;
const PREVIEW: Preview = {
  metres: 112,
  seconds: 387,
  totalSeconds: 1_560,
  battery: 13,
  perWeek: 6,
  cells: null,
  runs: [
    sampleRun({
      verdict: 'inDoubt',
      notes: [{ type: 'battery', params: { percent: 9 } }],
      fixAt: atTime('2026-11-21', '22:30'),
    }),
  ],
};

async function show({ task = null }: { readonly task?: ScheduledTask | null } = {}) {
  const saves: SaveRequest[] = [];
  const restored: string[] = [];
  const rendered = await renderPage(
    ScheduledTaskPage,
    scheduledTaskMachine.provide({
      delays: { previewDelay: 0 },
      actors: {
        ...taskActors(task),
        // The map is not drawn here: it stays on its way.
        loadPath: fromPromise<LoadedPath, { serialNumber: string; mapId: string; pathId: string; taskId: string }>(
          () => new Promise(() => undefined),
        ),
        loadPreview: fromPromise<Preview, { requests: readonly PreviewRequest[] }>(async () => PREVIEW),
        saveTask: fromPromise<SaveResult, SaveRequest>(async ({ input }) => {
          saves.push(input);
          return {
            task: sampleTask(),
            answers: [{ serialNumber: input.serialNumber, did: 'saved', failure: null }],
          };
        }),
        loadPlaces: fromPromise<LoadedPlaces, { serialNumber: string; mapId: string }>(async () => ({
          floors: [],
          map: FLOOR,
        })),
        deleteTask: fromPromise<unknown, { serialNumber: string; taskId: string }>(async () => null),
        restoreTask: fromPromise<unknown, { serialNumber: string; taskId: string }>(async ({ input }) => {
          restored.push(input.taskId);
        }),
        startRuns: fromPromise<{ answers: readonly RobotAnswer[] }, StartRequest>(async () => ({
          answers: [{ serialNumber: 'S2-1', did: 'started', failure: failure(ERRORS.notAllowed) }],
        })),
        guardTab: fromCallback(() => undefined),
      },
      actions: { keepDraft: () => undefined },
    }),
    {
      query: task ? { id: task.id } : {},
      serialNumber: 'S2-1',
      now: () => SCHEDULE_NOW,
    },
  );
  await settle();
  return { ...rendered, saves, restored };
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('names what is missing after Save, and saves what is filled in', async () => {
  const { press, after, saves } = await show();
  await press(screen.getByRole('button', { name: /Save task/u }));
  expect(screen.getByText('Enter a time.')).toBeTruthy();
  await after(() => type('Time', '22:40'));
  await after(() => type('Route', 'p1'));
  expect(screen.queryByText('Enter a time.')).toBeNull();
  await after(() => fireEvent.keyDown(window, { key: 's', ctrlKey: true }));
  expect(saves).toMatchObject([{ serialNumber: 'S2-1', task: { executeTime: '22:40', pathId: 'p1' } }]);
});

it('shows the figures and the next runs, and takes the fix of a conflict', async () => {
  const { press, after } = await show();
  await after(() => type('Time', '22:40'));
  await after(() => type('Route', 'p1'));
  await after(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    await settle();
  });
  expect(screen.getByText('112 m')).toBeTruthy();
  expect(screen.getByText('6 a week')).toBeTruthy();
  expect(screen.getByText('74 → 61%')).toBeTruthy();
  await press(screen.getByRole('button', { name: 'Start at 22:30' }));
  expect((screen.getByLabelText('Time') as HTMLInputElement).value).toBe('22:30');
});

it('lists what each robot answered to a start', async () => {
  const { press, after } = await show();
  await press(screen.getByRole('radio', { name: 'Now' }));
  await after(() => type('Route', 'p1'));
  await press(screen.getByRole('button', { name: /Start East patrol/u }));
  expect(screen.getByRole('status', { name: 'Robot responses' }).textContent).toContain('East patrol');
});

it('only shows the task of somebody else', async () => {
  await show({ task: sampleTask({ id: 't2', serialNumber: 'S2-2' }) });
  expect(screen.getByText('Only administrators of the robot can change this task.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Save task/u })).toBeNull();
});

it('plans a disinfection: points in their order with minutes and dose, and waits for an empty room', async () => {
  const { press, after, saves } = await show();
  await press(screen.getByRole('radio', { name: 'Disinfect places' }));
  expect(screen.queryByLabelText('Route')).toBeNull();
  expect(screen.queryByLabelText('Announcement while driving')).toBeNull();
  await after(() => type('Time', '05:30'));
  await press(screen.getByRole('button', { name: /Save task/u }));
  expect(screen.getByText('Choose where to disinfect.')).toBeTruthy();
  const [point] = FLOOR.points;
  await press(screen.getByRole('checkbox', { name: point?.name ?? '' }));
  await after(() => type(`Minutes at ${point?.name}`, '61'));
  expect(screen.getByText('Enter 1 to 60 minutes for each point.')).toBeTruthy();
  await after(() => type(`Minutes at ${point?.name}`, '4'));
  await after(() => type(`Dose at ${point?.name}`, '12'));
  expect((screen.getByRole('checkbox', { name: 'Wait until the room is empty' }) as HTMLInputElement).checked).toBe(
    true,
  );
  await press(screen.getByRole('button', { name: /Save task/u }));
  expect(saves).toMatchObject([
    {
      task: {
        kind: 'disinfection',
        disinfection: {
          target: { kind: 'points', points: [{ areaId: point?.areaId, minutes: 4, dose: 12 }] },
          waitUntilEmpty: true,
        },
      },
    },
  ]);
});

it('reorders the places of a disinfection by buttons, Alt and arrows, and dragging, and saves that order', async () => {
  const { press, after, saves } = await show();
  await press(screen.getByRole('radio', { name: 'Disinfect places' }));
  await after(() => type('Time', '05:30'));
  await press(screen.getByRole('checkbox', { name: 'Pool' }));
  expect(screen.queryByRole('list', { name: 'Order of visits' })).toBeNull();
  for (const name of ['Reception desk', 'Bar']) await press(screen.getByRole('checkbox', { name }));
  const order = (): string[] =>
    within(screen.getByRole('list', { name: 'Order of visits' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => /^\d(?:Bar|Pool|Reception desk)/u.exec(textContent ?? '')?.[0] ?? '');
  expect(order()).toEqual(['1Pool', '2Reception desk', '3Bar']);

  const up = screen.getByRole('button', { name: 'Move Bar up' });
  await press(up);
  expect(order()).toEqual(['1Pool', '2Bar', '3Reception desk']);
  expect(screen.getByText('Bar is now number 2 of 3.')).toBeTruthy();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Bar up');
  await after(() => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowUp', altKey: true }));
  expect(order()).toEqual(['1Bar', '2Pool', '3Reception desk']);
  // At the end it stays; without Alt, the arrows do nothing.
  await after(() => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowUp', altKey: true }));
  await after(() => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown' }));
  await press(screen.getByRole('button', { name: 'Move Reception desk down' }));
  expect(order()).toEqual(['1Bar', '2Pool', '3Reception desk']);
  // What is typed elsewhere keeps the focus.
  const minutes = screen.getByLabelText('Minutes at Pool');
  minutes.focus();
  await after(() => type('Minutes at Pool', '7'));
  expect(document.activeElement).toBe(minutes);

  const rows = within(screen.getByRole('list', { name: 'Order of visits' })).getAllByRole('listitem');
  for (const row of rows)
    row.getBoundingClientRect = () =>
      new DOMRect(0, 40 * [...(row.parentElement?.children ?? [])].indexOf(row), 200, 40);
  expect(rows).toHaveLength(3);
  const pointer = (type: string, clientY: number) =>
    window.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientY, bubbles: true }));
  await after(() => fireEvent.pointerDown(screen.getByTitle('Move Bar'), { pointerId: 1, button: 0 }));
  await after(() => pointer('pointermove', 110));
  expect(order()).toEqual(['1Pool', '2Reception desk', '3Bar']);
  await after(() => fireEvent.keyDown(window, { key: 'Escape' }));
  expect(order()).toEqual(['1Bar', '2Pool', '3Reception desk']);
  await after(() => fireEvent.pointerDown(screen.getByTitle('Move Bar'), { pointerId: 1, button: 0 }));
  await after(() => pointer('pointermove', 70));
  await after(() => pointer('pointerup', 70));
  await after(() => pointer('pointermove', 110));
  expect(order()).toEqual(['1Pool', '2Bar', '3Reception desk']);

  await press(screen.getByRole('button', { name: /Save task/u }));
  expect(saves[0]?.task.disinfection?.target).toMatchObject({
    points: [{ areaId: 'pool', minutes: 7 }, { areaId: 'bar' }, { areaId: 'desk' }],
  });
});

it('keeps the kind of a saved task, deletes it, and takes that back', async () => {
  const { press, restored } = await show({ task: sampleTask() });
  expect(screen.queryByRole('radio', { name: 'Disinfect places' })).toBeNull();
  await press(screen.getByRole('button', { name: 'Delete task' }));
  expect(screen.getByText('Lobby round at 22:00 was deleted. 3 runs are canceled.')).toBeTruthy();
  await press(screen.getByRole('button', { name: 'Undo' }));
  expect(restored).toEqual(['t1']);
});
