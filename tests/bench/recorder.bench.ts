/**
 * Cost and size of the recorder: its share of the main thread with 1,000 robots that all move every second, the size of
 * an hour's history, the size of a recording of ten minutes of the demo's twelve robots, and the time to open one.
 */
import { SimulatedClock, createActor, fromPromise, type InspectionEvent } from 'xstate';
import type { Robot } from '../../contract/entities/robot.ts';
import type { FleetUpdate } from '../../contract/wire/feed.ts';
import { packed, unpacked } from '../../src/app/recorder/capsuleFile.ts';
import { redactionRules } from '../../src/machines/recording/redactionRules.ts';
import { RECORDING_FORMAT, RECORDING_VERSION } from '../../src/machines/recording/format.ts';
import { createRecorder, RECORDER_LIMITS } from '../../src/machines/recording/recorder.ts';
import { createReplay } from '../../src/machines/recording/replay.ts';
import { appMachine } from '../../src/machines/app/app.machine.ts';
import { createEffectFree } from '../../src/machines/recording/effectFree.ts';
import { fleetMachine, type FleetList } from '../../src/machines/fleet/fleet.machine.ts';
import { loadMachines } from '../../src/machines/all.ts';
import { transitionId } from '../../src/ui/chart/chartOf.ts';
import { userOf } from '../fakes/startSession.ts';
import { settle } from '../fakes/settle.ts';
import { robotOf } from '../ui/robotOf.ts';
import { say } from './figures.ts';

const machines = await loadMachines();

/** A signed-in console with this number of robots, recorded; `beat` is one fleet update. */
async function live(count: number) {
  const time = { now: 1_700_000_000_000, spent: 0 };
  const recorder = createRecorder({ now: () => time.now, leaves: redactionRules, transitionId });
  const robots: Robot[] = Array.from({ length: count }, (_, number) => robotOf({ serialNumber: `W1-${number}` }));
  const inert = createEffectFree(machines, () => {});
  const list = fromPromise<FleetList, { userId: string }>(async () => ({
    serverTime: time.now,
    robots,
    sites: [],
    accessRequests: 0,
  }));
  const quiet = inert(appMachine);
  const machine = quiet.provide({
    actors: {
      loadPresence: fromPromise<void>(async () => {}),
      fleet: (inert(fleetMachine) as typeof fleetMachine).provide({ actors: { load: list } }),
    } as never,
  });
  const root = createActor(machine, {
    clock: new SimulatedClock(),
    systemId: 'app',
    inspect: (seen: InspectionEvent) => {
      const before = performance.now();
      recorder.observe(seen);
      time.spent += performance.now() - before;
    },
    input: {
      navigation: { path: '/home', search: '', knownPages: ['home'] },
      serialNumber: '',
      view: 'all',
      preferences: {
        language: 'enUS',
        theme: 'light',
        sidebarOpen: true,
        panelOpen: true,
        panelNarrow: false,
        viewOrder: [],
        stickSide: 'right',
        size: 'medium',
      },
    } as never,
  } as never);
  root.start();
  const user = userOf();
  (root as { send(event: object): void }).send({
    type: 'app.accessChanged',
    access: { who: 'user', userId: user.id, roles: user.roles, routes: [], robotCount: count },
    user,
  });
  await settle();
  await settle();
  let beats = 0;
  const second = (): void => {
    beats += 1;
    time.now += 1_000;
    const moved = robots.map(({ live: was }, number) => ({
      ...was,
      at: time.now,
      speed: 0.4 + (beats % 5) / 10,
      battery: 40 + ((beats + number) % 600) / 10,
      pose: {
        mapId: 'harbour-1f',
        x: 3 + ((beats * 0.37 + number) % 40),
        y: 2 + ((beats * 0.21 + number) % 20),
        theta: (beats * 0.13) % 6.28,
      },
      path: Array.from({ length: 12 }, (_, step): [number, number] => [
        3 + ((beats * 0.37 + step) % 40),
        2 + ((beats * 0.21 + step * 0.7) % 20),
      ]),
    }));
    const beat: FleetUpdate = { time: time.now, beat: beats, broker: 'ok', robots: moved, heard: {} };
    (root as { send(event: object): void }).send({ type: 'app.feedBeaten', beat });
  };
  return { recorder, second, time, root };
}

{
  const { second, time } = await live(1_000);
  for (let n = 0; n < 30; n += 1) second();
  time.spent = 0;
  const SECONDS = 120;
  for (let n = 0; n < SECONDS; n += 1) second();
  say({
    figure: 'recorder, share of the main thread with 1,000 robots',
    value: (time.spent / (SECONDS * 1_000)) * 100,
    unit: '%',
    bound: 2,
  });
}
{
  const { recorder, second } = await live(1_000);
  let most = 0;
  for (let n = 0; n < 3_600; n += 1) {
    second();
    most = Math.max(most, recorder.size().bytes);
  }
  say({
    figure: 'recorder, most it held in an hour with 1,000 robots',
    value: most / 2 ** 20,
    unit: 'MiB',
    bound: RECORDER_LIMITS.bytes / 2 ** 20,
  });
}
{
  const { recorder, second, time } = await live(12);
  for (let n = 0; n < 600; n += 1) second();
  const file = await packed({
    format: RECORDING_FORMAT,
    version: RECORDING_VERSION,
    build: 'bench',
    sentence: '',
    takenAt: time.now,
    page: '/home',
    language: 'enUS',
    width: 1_440,
    height: 900,
    dark: false,
    ...recorder.recording(),
  });
  say({ figure: 'capsule of ten minutes of a dozen robots', value: file.size / 2 ** 20, unit: 'MiB', bound: 2 });
  const before = performance.now();
  const capsule = await unpacked(file);
  const replay = createReplay(capsule);
  replay.momentAt(replay.length - 1);
  say({ figure: 'time to open it', value: performance.now() - before, unit: 'ms', bound: 1_000 });
}
