/** The video wall on the screen: what a tile says in each state, keys, dragging, layouts, alarms, large view, phone. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { fromCallback, fromPromise, fromTransition, SimulatedClock } from 'xstate';
import type { Call } from '../../../../contract/entities/call.ts';
import type { Robot } from '../../../../contract/entities/robot.ts';
import { callPath } from '../../../../src/machines/app/events.ts';
import { callsMachine } from '../../../../src/machines/calls/calls.machine.ts';
import { connectionMachine } from '../../../../src/machines/connection/connection.machine.ts';
import { RECORDING_RETRY_MS, RECORDING_TRIES } from '../../../../src/machines/videoRecording/videoRecording.machine.ts';
import { selectTileRecording, type VideoTileRef } from '../../../../src/machines/videoWall/videoTile.selectors.ts';
import { tileId } from '../../../../src/machines/videoWall/videoWall.setup.ts';
import { ROBOT_DRAG } from '../../../../src/ui/robots/robotDrag.ts';
import { VideoWallPage } from '../../../../src/ui/pages/videoWall/VideoWallPage.tsx';
import { sampleCase } from '../../../fakes/alarmSample.ts';
import { sampleCall } from '../../../fakes/callSample.ts';
import { sampleCommand } from '../../../fakes/robotSample.ts';
import { fleetOf, layoutOf, wallWorld } from '../../../fakes/startVideoWall.ts';
import { settle } from '../../../fakes/settle.ts';
import { NOW, robotOf } from '../../robotOf.ts';
import { renderPage, type RenderPageOptions } from '../../renderPage.tsx';

afterEach(cleanup);

const tile = (slot: number, serialNumber: string, live = true) => ({ slot, serialNumber, quality: null, live });
const LAYOUT = layoutOf({ tiles: [tile(1, 'A'), tile(2, 'B')] });
const ROBOTS = [
  robotOf({ serialNumber: 'A', robotNickName: 'Porter 1', live: { watching: { viewers: 2, listening: 0 } } }),
  robotOf({ serialNumber: 'B', robotNickName: 'Lobby host' }),
  robotOf({ serialNumber: 'C', robotNickName: 'Mist 1' }),
];

async function show({
  robots = ROBOTS,
  rows = [],
  layouts = [LAYOUT],
  current = '',
  actions = [],
  roles = ['admin'],
  siblings = {},
  ...options
}: RenderPageOptions & {
  robots?: readonly Robot[];
  rows?: readonly object[];
  layouts?: (typeof LAYOUT)[];
  current?: string;
  /** That the robots announce. */
  actions?: string[];
  /** Of the user. */
  roles?: string[];
} = {}) {
  const { cloud, world, logic } = wallWorld(layouts);
  world.facts = { ...world.facts, abilities: { ...world.facts.abilities, actions } };
  const page = await renderPage(VideoWallPage, logic, {
    now: () => NOW,
    live: { stream: () => null, onStream: () => () => {} },
    contexts: {
      fleet: fleetOf(robots, current),
      alarms: { rows, userId: 'me' },
      pendingStops: { entries: {} },
      session: { user: { id: 'me', roles } },
    },
    siblings: {
      connection: connectionMachine.provide({
        actors: {
          link: fromTransition((state: object) => state, {}) as never,
          askCloud: fromPromise(async () => {}),
        },
      }),
      ...siblings,
    },
    ...options,
  });
  await act(settle);
  const camera = (serialNumber: string, event: Parameters<typeof world.camera>[1]) =>
    page.after(() => world.camera(serialNumber, event));
  const flow = (serialNumber: string) => camera(serialNumber, { type: 'picture.flowing', at: NOW });
  const key = (name: string, more: object = {}) => page.after(() => fireEvent.keyDown(window, { key: name, ...more }));
  return { ...page, cloud, world, camera, flow, key };
}
const place = (name: string) => screen.getByRole('region', { name });
const porter = () => place('Tile 1: Porter 1');

describe('a tile', () => {
  it('says what it shows: opening, live with its delay, slow, frozen', async () => {
    const { camera, flow } = await show();
    expect(within(porter()).getByText(/^Opening camera, \d+ s$/u)).toBeTruthy();
    await flow('A');
    expect(within(porter()).getByText('Live')).toBeTruthy();
    expect(within(porter()).getByRole('img', { name: '2 watching' })).toBeTruthy();
    expect(screen.getAllByRole('img', { name: '2 watching' })).toHaveLength(1);
    const figures = { framesPerSecond: 15, kilobitsPerSecond: 900, width: 1280, height: 720, roundTrip: 9, delay: 95 };
    await camera('A', { type: 'picture.measured', figures, at: NOW });
    expect(within(porter()).getByText('Live · 95 ms')).toBeTruthy();
    expect(screen.getByText('0.9 of 20 Mb/s')).toBeTruthy();
    for (let n = 0; n < 5; n += 1)
      await camera('A', { type: 'picture.measured', figures: { ...figures, delay: 640 + n }, at: NOW });
    expect(within(porter()).getByText('360p, slow connection')).toBeTruthy();
    await camera('A', { type: 'picture.frozen', at: NOW });
    expect(within(porter()).getByText(/^Image is .* old$/u)).toBeTruthy();
  });

  it.each([
    ['noCamera', 'Camera is unplugged', 'The robot reports no camera. Check its plug.'],
    ['tooManyViewers', 'Too many viewers', '2 others are watching. Ask Chen Yu, Zhao Min to stop.'],
    ['notAllowed', 'No access', 'A robot administrator can give you access to this robot.'],
  ] as const)('refused because of %s says %s', async (reason, title, text) => {
    const { camera } = await show();
    await camera('A', { type: 'viewing.refused', reason });
    expect(within(porter()).getByText(title)).toBeTruthy();
    expect(within(porter()).getByText(text)).toBeTruthy();
  });

  it('as a still picture has its age and the time until the next one; offline the age of the last one', async () => {
    const still = await show({
      layouts: [layoutOf({ tiles: ['A', 'B', 'C', 'D'].map((robot, index) => tile(index + 1, robot, robot !== 'A')) })],
    });
    still.world.kept = (NOW - 38_000) / 1_000 - 1;
    await still.camera('A', { type: 'picture.flowing', at: NOW - 38_000 });
    expect(within(porter()).getByText('Still · 38 s old')).toBeTruthy();
    expect(within(porter()).getByText('next in 22 s')).toBeTruthy();
    await still.after(() =>
      still.world.robot('A', { type: 'robot.seen', isOnline: false, held: false, paused: false, at: NOW }),
    );
    expect(within(porter()).getByText('Last picture, 38 s old')).toBeTruthy();
  });

  it('has sound while it is live: a still picture has neither the button nor the key', async () => {
    const layout = layoutOf({ grid: 9, tiles: ['A', 'B', 'C', 'D'].map((robot, n) => tile(n + 1, robot, n === 0)) });
    const { flow, key, screen: wall } = await show({ layouts: [layout] });
    await flow('A');
    await key('1');
    expect(within(porter()).getByRole('button', { name: 'Sound on' })).toBeTruthy();
    await key('s');
    expect(within(porter()).getByRole('button', { name: 'Sound off' })).toBeTruthy();
    await key('2');
    await key('s');
    expect(screen.queryByRole('button', { name: /^Sound o/u })).toBeNull();
    expect(wall.getSnapshot().context.hasSound).toBe(false);
  });
});

it('has Stop of the selected robot in reach, as a grid, large and in the filled window', async () => {
  const { key } = await show();
  expect(screen.queryByRole('button', { name: /^Stop/u })).toBeNull();
  await key('2');
  for (const next of ['Enter', 'Escape', 'f']) {
    expect(screen.getAllByRole('button', { name: /^Stop.*Lobby host/u })).toHaveLength(1);
    await key(next);
  }
  expect(screen.getAllByRole('button', { name: /^Stop.*Lobby host/u })).toHaveLength(1);
});

it('calls the robot of the large tile, if it can be called', async () => {
  const { key } = await show();
  await key('2');
  await key('Enter');
  expect(screen.queryByRole('button', { name: /^Call /u })).toBeNull();
  cleanup();

  const started: string[] = [];
  const machine = callsMachine.provide({
    actors: {
      loadCalls: fromPromise(async (): Promise<{ calls: readonly Call[] }> => ({ calls: [] })),
      start: fromPromise<Call, { serialNumber: string }>(async ({ input: { serialNumber } }) => {
        started.push(serialNumber);
        return sampleCall({ serialNumber, robotName: 'Lobby host' });
      }),
      watchCalls: fromCallback(() => () => undefined),
      watchDriving: fromCallback(() => () => undefined),
    },
  });
  const calls = Object.assign(Object.create(machine) as typeof machine, {
    getInitialSnapshot: (scope: Parameters<typeof machine.getInitialSnapshot>[0]) =>
      machine.getInitialSnapshot(scope, { userId: 'me' }),
  });
  const called = await show({ actions: ['calls'], roles: ['operator'], siblings: { calls } });
  await called.key('2');
  await called.key('Enter');
  await called.press(screen.getByRole('button', { name: 'Call Lobby host' }));
  await act(settle);
  expect(started).toEqual(['B']);
  // It rings there: a second press leads to the call.
  await called.press(screen.getByRole('button', { name: 'Back to call' }));
  expect(started).toEqual(['B']);
  expect(called.toldTo('navigation').at(-1)).toEqual({ type: 'navigation.go', to: callPath('B') });
});

it('lists what was taken from the large tile, with the way to the library', async () => {
  const { key, world, flow, press } = await show({ actions: ['takePhoto'] });
  await flow('A');
  await key('1');
  await key('Enter');
  expect(within(place('Taken just now')).queryAllByRole('link')).toEqual([]);
  world.answer = sampleCommand('c1', { kind: 'takePhoto', state: 'finished', fileId: 'p1', endedAt: NOW });
  await key('p');
  await act(settle);
  const photo = within(place('Taken just now')).getByRole('link', { name: /Photo saved$/u });
  expect(photo.getAttribute('href')).toBe('/video/photos?item=p1');
  expect(photo.querySelector('img')?.getAttribute('src')).toBe('/photo');
  await press(screen.getByRole('button', { name: 'Record video' }));
  await act(settle);
  await act(async () => {
    world.recording?.({ type: 'part.captured' });
    await settle();
  });
  expect(within(place('Taken just now')).getByRole('link', { name: /Recording, [\d:]+$/u })).toBeTruthy();
  expect(within(porter()).getAllByRole('timer')).toHaveLength(1);
  await key('2');
  // Without its buttons the tile still says that it is recorded.
  expect(within(porter()).queryByRole('button', { name: 'Stop recording' })).toBeNull();
  expect(within(porter()).getByRole('timer').textContent).toMatch(/\d:\d\d$/u);
  await key('1');
  await press(screen.getByRole('button', { name: 'Stop recording' }));
  await act(settle);
  expect(within(porter()).queryByRole('timer')).toBeNull();
  expect(within(place('Taken just now')).getByRole('link', { name: /Recording saved, 0:42$/u })).toBeTruthy();
});

it('counts in the head what the tiles really show', async () => {
  const { flow, camera } = await show({
    layouts: [layoutOf({ tiles: ['A', 'B', 'C', 'D'].map((robot, index) => tile(index + 1, robot, robot !== 'A')) })],
  });
  expect(screen.getByText('4 without a picture')).toBeTruthy();
  await flow('A');
  await flow('B');
  expect(screen.getByText('1 live, 1 as still pictures, 2 without a picture')).toBeTruthy();
  await flow('C');
  await flow('D');
  expect(screen.getByText('3 live, 1 as still pictures')).toBeTruthy();
  await camera('B', { type: 'picture.frozen', at: NOW });
  await camera('C', { type: 'viewing.refused', reason: 'noCamera' });
  expect(screen.getByText('1 live, 1 as still pictures, 2 without a picture')).toBeTruthy();
});

it('asks before a recording ends, with the name of its robot, and goes on recording after a no', async () => {
  const { key, press, world, flow, screen: actor } = await show();
  await flow('A');
  await key('1');
  await press(screen.getByRole('button', { name: 'Record video' }));
  await act(settle);
  await key('Delete');
  const question = screen.getByRole('alertdialog', { name: 'Stop recording?' });
  expect(within(question).getByText('Recording now: Porter 1')).toBeTruthy();
  await press(within(question).getByRole('button', { name: 'Keep recording' }));
  expect([screen.queryByRole('alertdialog'), world.watching.has('A')]).toEqual([null, true]);
  await key('Delete');
  await press(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Stop recording' }));
  expect(place('Tile 1, empty')).toBeTruthy();
  expect(actor.getSnapshot().context.recording).toEqual([]);
});

describe('keys', () => {
  it('pick, enlarge and leave, swap, remove and undo, and place the current robot', async () => {
    const { key, screen: actor } = await show({ current: 'C' });
    const names = () =>
      screen.getAllByRole('region', { name: /^Tile/u }).map((region) => region.getAttribute('aria-label'));
    await key('1');
    expect(screen.getByRole('button', { name: 'Select Porter 1' }).getAttribute('aria-pressed')).toBe('true');
    await key('ArrowRight', { shiftKey: true });
    expect(names().slice(0, 2)).toEqual(['Tile 1: Lobby host', 'Tile 2: Porter 1']);
    await key('z', { ctrlKey: true });
    expect(names()[0]).toBe('Tile 1: Porter 1');
    await key('1');
    await key('Enter');
    expect(place('Taken just now')).toBeTruthy();
    await key('Escape');
    expect(screen.queryByRole('region', { name: 'Taken just now' })).toBeNull();
    await key('Delete');
    expect(names()[0]).toBe('Tile 1, empty');
    await key('Enter');
    expect(names()[0]).toBe('Tile 1: Mist 1');
    expect(actor.getSnapshot().context.picked).toBe(1);
  });

  it('are listed, do nothing under a dialog or in a text field, and take a photo of a robot that can', async () => {
    const { key, world, press } = await show({});
    await key('?');
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
    await key('1');
    await press(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('button', { name: 'Select Porter 1' }).getAttribute('aria-pressed')).toBe('false');
    await key('1');
    await key('p');
    expect(world.asked).toEqual([]);
  });
});

it('a robot is dragged from the panel to a place, or from one tile to another', async () => {
  const { after } = await show();
  const data = (serialNumber: string) => ({
    dataTransfer: { types: [ROBOT_DRAG], getData: () => serialNumber, setData: () => {}, effectAllowed: '' },
  });
  await after(() => fireEvent.dragOver(porter(), data('C')));
  expect(within(porter()).getByText('Drop to swap with Porter 1')).toBeTruthy();
  await after(() => fireEvent.drop(place('Tile 3, empty'), data('C')));
  expect(place('Tile 3: Mist 1')).toBeTruthy();
  await after(() => fireEvent.drop(place('Tile 1: Porter 1'), data('C')));
  expect([place('Tile 1: Mist 1'), place('Tile 3: Porter 1')]).toHaveLength(2);
  await after(() => fireEvent.dragOver(place('Tile 1: Mist 1'), { dataTransfer: { types: ['text/plain'] } }));
  expect(screen.queryByText(/^Drop/u)).toBeNull();
});

it('a layout is saved under a name, and a name that is taken is said at the field', async () => {
  const { cloud, press, after, key } = await show({ layouts: [] });
  const save = () => screen.getByRole('button', { name: /Save layout/u });
  expect(save().getAttribute('aria-disabled')).toBe('true');
  await after(() => fireEvent.change(screen.getByLabelText('Robot for tile 2'), { target: { value: 'B' } }));
  expect(screen.getByRole('button', { name: 'Unsaved layout (changed)' })).toBeTruthy();
  await press(save());
  const dialog = screen.getByRole('dialog', { name: 'Save layout' });
  await after(() => fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Night' } }));
  cloud.no = 'videoLayoutNameTaken';
  await press(within(dialog).getByRole('button', { name: 'Save' }));
  expect(within(dialog).getByText('You already have a layout with this name. Choose another one.')).toBeTruthy();
  cloud.no = null;
  await press(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Night' })).toBeTruthy();
  await key('2');
  await key('Delete');
  expect(screen.getByRole('button', { name: 'Night (changed)' })).toBeTruthy();
});

it('a shared layout says where a robot is that the reader may not see', async () => {
  const shared = layoutOf({
    id: 'theirs',
    name: 'Lobby',
    isOwn: false,
    owner: 'Chen Yu',
    tiles: [tile(1, 'A'), { slot: 2, serialNumber: null, quality: null, live: true }],
  });
  const { after, screen: actor } = await show({ layouts: [shared] });
  await after(() => actor.send({ type: 'layout.open', layoutId: 'theirs' }));
  expect(porter()).toBeTruthy();
  expect(within(place('Tile 2, empty')).getByText('No access')).toBeTruthy();
  expect(within(place('Tile 3, empty')).queryByText('No access')).toBeNull();
});

it('an alarm outlines its tile with the countdown, and offers a robot that is not on the wall', async () => {
  const { press } = await show({
    rows: [
      sampleCase({ id: '1', serialNumber: 'A', state: 'open', event: 'smoke', levelTwoAt: NOW + 696_000 }),
      sampleCase({ id: '2', serialNumber: 'C', robotName: 'Mist 1', state: 'open', event: 'doorOpen' }),
    ],
  });
  expect(porter().className).toContain('border-st-alarm');
  expect(within(porter()).getByText(/level two in 11:36$/u)).toBeTruthy();
  await press(screen.getByRole('button', { name: 'Door open: Mist 1. Show' }));
  expect(place('Tile 3: Mist 1')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Show$/u })).toBeNull();
});

it('large has Stop, which is sent at once', async () => {
  const { key, press, toldTo } = await show();
  await key('1');
  await key('Enter');
  await press(screen.getByRole('button', { name: /^Stop/u }));
  expect(toldTo('pendingStops')).toContainEqual({ type: 'stop.ask', serialNumber: 'A', at: NOW });
});

it('on a phone one tile is live, with Stop; the others open when they are chosen', async () => {
  const { press, world, flow } = await show({ width: 390 });
  expect([...world.watching.keys()]).toEqual(['A']);
  expect(screen.getByRole('button', { name: /^Stop/u })).toBeTruthy();
  expect(within(place('Tile 2: Lobby host')).getByText('Swipe here to open the camera')).toBeTruthy();
  await press(screen.getByRole('button', { name: 'Tile 2' }));
  expect([...world.watching.keys()]).toEqual(['B']);
  await flow('B');
  await press(screen.getByRole('button', { name: 'Record video' }));
  await act(settle);
  await press(screen.getByRole('button', { name: 'Tile 1' }));
  // A recording goes on, and its number says so.
  expect([...world.watching.keys()].sort()).toEqual(['A', 'B']);
  expect(screen.getByRole('button', { name: 'Tile 2, recording' })).toBeTruthy();
  await press(screen.getByRole('button', { name: 'Tile 2, recording' }));
  await press(screen.getByRole('button', { name: 'Stop recording' }));
  await act(settle);
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
    expect.stringContaining('0:42'),
  );
});

it('on a phone, head and lights are below the picture of a robot that has them', async () => {
  await show({ width: 390 });
  expect(screen.queryByText('Head and lights')).toBeNull();
  cleanup();
  const { toldTo, press } = await show({ width: 390, actions: ['setHead', 'setLights'] });
  await press(screen.getByText('Head and lights'));
  expect(screen.getAllByRole('slider')).toHaveLength(2);
  await press(screen.getByRole('switch', { name: 'Lights' }));
  expect(toldTo('notices')).toEqual([]);
  expect(screen.getByRole('switch', { name: 'Lights' }).getAttribute('aria-busy')).toBe('true');
});

it('on a phone, a recording that was swiped away and cannot be sent is named, and tried again or discarded', async () => {
  const clock = new SimulatedClock();
  const { press, world, flow, screen: wall } = await show({ width: 390, clock });
  await flow('A');
  await press(screen.getByRole('button', { name: 'Record video' }));
  await act(settle);
  await press(screen.getByRole('button', { name: 'Tile 2' }));
  // `setup` knows no ids that are made at run time.
  const tileRef = (wall.getSnapshot().children as Record<string, unknown>)[tileId('A')] as VideoTileRef;
  const recording = selectTileRecording(tileRef.getSnapshot());
  world.savingFails = 'networkFailed';
  await act(async () => {
    recording?.send({ type: 'recording.stop' });
    await settle();
  });
  const title = "The recording of Porter 1 isn't saved yet";
  expect(screen.queryByRole('region', { name: title })).toBeNull();
  await act(async () => {
    for (let tries = 0; tries < RECORDING_TRIES; tries += 1) {
      clock.increment(RECORDING_RETRY_MS);
      await settle();
    }
  });
  expect(within(place(title)).getByRole('alert').textContent).toContain(
    'Discard drops the rest and keeps what has already been uploaded.',
  );
  expect(within(place(title)).getByRole('button', { name: 'Discard' })).toBeTruthy();
  world.savingFails = null;
  await press(within(place(title)).getByRole('button', { name: 'Try again' }));
  await act(settle);
  expect(screen.queryByRole('region', { name: title })).toBeNull();
});

it('speaks Chinese', async () => {
  const { flow } = await show({ language: 'zhCN' });
  await flow('A');
  expect(within(place('画面 1：Porter 1')).getByText('实时')).toBeTruthy();
  expect(screen.getByRole('heading', { name: '实时视频' })).toBeTruthy();
});
