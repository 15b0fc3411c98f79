/** The page of one robot with real child machines and fake effects. */
import { fromCallback, fromPromise, SimulatedClock, type AnyEventObject } from 'xstate';
import type { SpokenLine } from '../../contract/entities/caption.ts';
import type { Command } from '../../contract/entities/command.ts';
import type { Lease } from '../../contract/entities/lease.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import type { PageInput } from '../../src/machines/app/events.ts';
import { commandsMachine } from '../../src/machines/robotData/commands.machine.ts';
import type { AskInput } from '../../src/machines/robotData/commands.setup.ts';
import {
  type ActionInput,
  type Photo,
  type RobotActionsInput,
  robotActionsMachine,
} from '../../src/machines/robotActions/robotActions.machine.ts';
import { teleopMachine } from '../../src/machines/robotData/teleop.machine.ts';
import type { TeleopPulse } from '../../src/machines/robotData/teleop.setup.ts';
import { type HoldingInput, type LeaseCall, leaseMachine } from '../../src/machines/robotData/lease.machine.ts';
import { robotDataMachine } from '../../src/machines/robotData/robotData.machine.ts';
import type { LoadedRobot, MissedNews, RobotReport } from '../../src/machines/robotData/robotData.setup.ts';
import { type RobotInfoInput, robotInfoMachine } from '../../src/machines/robotData/robotInfo.machine.ts';
import { type Watcher, watchersMachine, type WatchersInput } from '../../src/machines/robotData/watchers.machine.ts';
import { compartmentJamsMachine, type Jam } from '../../src/machines/robotData/compartmentJams.machine.ts';
import { type SpokenInput, spokenMachine } from '../../src/machines/robotData/spoken.machine.ts';
import { videoMachine } from '../../src/machines/robotData/video.machine.ts';
import { type CaptureInput, videoRecordingMachine } from '../../src/machines/videoRecording/videoRecording.machine.ts';
import type { PhotoInput, SavedPhoto, WatchInput } from '../../src/machines/robotData/video.setup.ts';
import { startBesideStops, stopsInMemory } from './besideStops.ts';
import { NOW, sampleLease, sampleLive, sampleRobot, SN, sampleInfo } from './robotSample.ts';
import type { RobotInfo } from '../../contract/endpoints/robotSettings.ts';
import { settle } from './settle.ts';

export const ME = 'me~tab1';
export const user: PageInput['user'] = {
  id: 'me',
  nickname: 'Lin Wei',
  roles: ['operator'],
  avatarPath: '',
  email: '',
  phoneNumber: '',
  timeZone: '',
  demo: true,
  checklist: null,
  administrators: [],
};

export const pageInput: PageInput = {
  page: 'robotData',
  params: {},
  query: { serialNumber: SN },
  user,
  serialNumber: '',
  language: 'enUS',
};

/** Keyboard and Escape can be those of a real window. */
export interface Hands {
  keyboard?: typeof NOTHING;
  escapeKey?: ReturnType<typeof fromCallback<AnyEventObject, { first: boolean }>>;
}
const NOTHING = fromCallback(() => {});

/** The page's machine with real child machines and fake effects, not started. */
export function robotPage(clock: SimulatedClock, first: Partial<LoadedRobot> = {}, hands: Hands = {}) {
  const stops = stopsInMemory(clock);
  const world = {
    robot: sampleRobot(first) as LoadedRobot,
    refuses: null as ErrorName | null,
    hangs: false,
    loads: [] as string[],
    /** Readings of what only the link sends. */
    caughtUp: 0,
    /** What such a reading waits for. */
    beforeMissed: null as Promise<void> | null,
    keys: [] as string[],
    pulses: [] as TeleopPulse[],
    asked: [] as AskInput[],
    actions: [] as ActionInput[],
    leaseCalls: [] as LeaseCall[],
    roundTripToServer: 20,
    get stops() {
      return stops.cloud.asked.length;
    },
    get cloudAway() {
      return !stops.cloud.answers;
    },
    set cloudAway(isAway: boolean) {
      stops.cloud.answers = !isAway;
    },
    /** Whether Escape is handled before other listeners; null without a listener. */
    escapeFirst: null as boolean | null,
    released: [] as number[],
    spoken: [] as SpokenLine[],
    jams: [] as readonly Jam[],
    clearedJams: [] as number[],
    watchers: [] as Watcher[],
    info: sampleInfo() as RobotInfo | Error,
    infoReads: 0,
    viewings: 0,
    refusesRecording: null as ErrorName | null,
    refusesParts: null as ErrorName | null,
    /** The browser has recorded a part. */
    part: (): void => {},
  };
  let report: (event: RobotReport) => void = () => {};
  let tab: (event: RobotReport) => void = () => {};
  let escape: (event: RobotReport) => void = () => {};
  const machine = robotDataMachine.provide({
    actors: {
      holdKey: fromCallback<AnyEventObject, { key: string }>(({ input: { key } }) => {
        world.keys.push(key);
        return () => void world.keys.splice(world.keys.indexOf(key), 1);
      }),
      loadRobot: fromPromise<LoadedRobot, { serialNumber: string }>(async ({ input: { serialNumber } }) => {
        world.loads.push(serialNumber);
        if (world.hangs) await new Promise(() => {});
        if (world.refuses) throw new ApiError(world.refuses);
        return world.robot;
      }),
      loadMissed: fromPromise<MissedNews, { serialNumber: string }>(async () => {
        world.caughtUp += 1;
        await world.beforeMissed;
        if (world.refuses) throw new ApiError(world.refuses);
        const { lease, ledger } = world.robot;
        return { lease, ledger };
      }),
      follow: fromCallback<AnyEventObject, { serialNumber: string }>(({ sendBack }) => {
        report = sendBack;
      }),
      watchTab: fromCallback(({ sendBack }) => {
        tab = sendBack;
      }),
      escapeKey:
        hands.escapeKey ??
        fromCallback<AnyEventObject, { first: boolean }>(({ input: { first: isFirst }, sendBack }) => {
          world.escapeFirst = isFirst;
          escape = sendBack;
          return () => {
            world.escapeFirst = null;
          };
        }),
      lease: leaseMachine.provide({
        actors: {
          callLease: fromPromise<Lease, LeaseCall>(async ({ input: call }) => {
            world.leaseCalls.push(call);
            if (call.act === 'release') return sampleLease({ number: call.number });
            const number = call.act === 'renew' ? call.number : call.number + 1;
            return sampleLease({
              number,
              holder: { userId: 'me', name: 'Lin Wei', clientId: call.clientId },
              since: NOW,
              expiresAt: NOW + clock.now() + 15_000,
            });
          }),
          measureRoundTrip: fromPromise<number, { serialNumber: string }>(async () => world.roundTripToServer),
          holding: fromCallback<AnyEventObject, HoldingInput>(({ input: { number }, receive }) => {
            let armed = true;
            receive(() => {
              armed = false;
            });
            return () => {
              if (armed) world.released.push(number);
            };
          }),
        },
      }),
      teleop: teleopMachine.provide({
        actors: { keyboard: hands.keyboard ?? NOTHING, gamepad: NOTHING },
        actions: { sendPulse: (_, pulse) => void world.pulses.push(pulse) },
      }),
      commands: commandsMachine.provide({
        actors: { ask: fromCallback<AnyEventObject, AskInput>(({ input: asked }) => void world.asked.push(asked)) },
      }),
      robotActions: robotActionsMachine.provide({
        actors: {
          ask: fromCallback<AnyEventObject, ActionInput>(({ input: asked }) => void world.actions.push(asked)),
          readCommands: fromPromise<{ commands: readonly Command[] }, { ids: readonly string[] }>(async () => ({
            commands: [],
          })),
          loadPhoto: fromPromise<Photo, { fileId: string }>(async ({ input: { fileId } }) => ({
            fileId,
            url: '/photo',
          })),
          loadPhrases: fromPromise<{ phrases: readonly string[] }, RobotActionsInput>(async () => ({ phrases: [] })),
        },
      }),
      robotInfo: robotInfoMachine.provide({
        actors: {
          readInfo: fromPromise<RobotInfo, RobotInfoInput>(async () => {
            world.infoReads += 1;
            if (world.info instanceof Error) throw world.info;
            return world.info;
          }),
        },
      }),
      watchers: watchersMachine.provide({
        actors: { readWatchers: fromPromise<readonly Watcher[], WatchersInput>(async () => world.watchers) },
      }),
      compartmentJams: compartmentJamsMachine.provide({
        actors: {
          readJams: fromPromise<readonly Jam[], { serialNumber: string }>(async () => world.jams),
          clearJam: fromPromise<void, { serialNumber: string; compartment: number }>(
            async ({ input: { compartment } }) => {
              world.clearedJams.push(compartment);
              world.jams = world.jams.filter((jam) => jam.compartment !== compartment);
            },
          ),
        },
      }),
      spoken: spokenMachine.provide({
        actors: { readSpoken: fromPromise<readonly SpokenLine[], SpokenInput>(async () => world.spoken) },
      }),
      videoRecording: videoRecordingMachine.provide({
        actors: {
          open: fromPromise(async () => {
            if (world.refusesRecording) throw new ApiError(world.refusesRecording);
            return { fileId: 'f1' };
          }),
          capture: fromCallback<AnyEventObject, CaptureInput>(({ sendBack, receive }) => {
            world.part = () => sendBack({ type: 'part.captured' });
            receive(() => sendBack({ type: 'capture.ended', isBroken: false }));
          }),
          sendParts: fromPromise(async () => {
            if (world.refusesParts) throw new ApiError(world.refusesParts);
            return { parts: 1, at: NOW };
          }),
          finish: fromPromise(async () => ({ durationMs: 42_000 })),
        },
      }),
      video: videoMachine.provide({
        actors: {
          watch: fromCallback<AnyEventObject, WatchInput>(() => {
            world.viewings += 1;
            return () => {
              world.viewings -= 1;
            };
          }),
          speak: fromCallback<AnyEventObject, { serialNumber: string }>(() => {}),
          savePhoto: fromPromise<SavedPhoto, PhotoInput>(async ({ input: { keep } }) => ({
            place: keep ? 'library' : 'disk',
          })),
        },
      }),
    },
  });
  return {
    machine,
    world,
    stops,
    report: (event: RobotReport) => report(event),
    tab: (event: RobotReport) => tab(event),
    escape: () => escape({ type: 'escape.pressed', at: NOW }),
  };
}

/** The robot's echo of the newest message, `trip` ms after that was sent. */
export const echoOf = (pulses: readonly TeleopPulse[], lease: number, at: number, trip = 0): RobotReport => ({
  type: 'echo.heard',
  at,
  leftAt: pulses.length === 0 ? null : at - trip,
  echo: { lease, sequence: pulses.at(-1)?.sequence ?? -1, stamp: 0, waited: 0, halted: null, vx: 0, wz: 0 },
});

export function startRobotPage(first: Partial<LoadedRobot> = {}, input: Partial<PageInput> = {}) {
  const clock = new SimulatedClock();
  const { machine, world, stops, report, tab, escape } = robotPage(clock, first);
  const { actor } = startBesideStops(machine, { clock, input: { ...pageInput, ...input }, memory: stops });

  const page = {
    actor,
    clock,
    world,
    report,
    tab,
    escape,
    child: <Name extends 'lease' | 'teleop' | 'stop' | 'commands' | 'video' | 'videoRecording'>(name: Name) => {
      const found = actor.getSnapshot().children[name];
      if (!found) throw new Error(`no ${name} now`);
      return found;
    },
    has: (tag: Parameters<ReturnType<typeof actor.getSnapshot>['hasTag']>[0]) => actor.getSnapshot().hasTag(tag),
    /** Loaded, connected, and the robot's live state received. */
    async ready() {
      report({ type: 'mqttLink.opened', clientId: ME });
      await settle();
      report({ type: 'picture.heard', live: sampleLive(world.robot.detail.live), now: NOW });
      return page;
    },
    echo(lease: number) {
      report(echoOf(world.pulses, lease, clock.now()));
    },
    /** Advances the clock while the robot echoes. */
    echoFor(ms: number, lease: number, trip = 0) {
      for (let gone = 0; gone < ms; gone += 50) {
        clock.increment(50);
        report(echoOf(world.pulses, lease, clock.now(), trip));
      }
    },
    /** The lease is held, the robot echoes, the stick is pushed. */
    async driving() {
      await page.ready();
      page.child('lease').send({ type: 'lease.take' });
      await settle();
      page.echoFor(1_200, 4);
      page.child('teleop').send({ type: 'stick.set', source: 'pad', forward: 1, turn: 0 });
      return page;
    },
  };
  return page;
}
