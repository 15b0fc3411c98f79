/** Tiles of the video wall, and the wall, on a simulated clock: cameras, connections and layouts are the test's. */
import { type ActorRefFrom, type AnyEventObject, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import type { Command } from '../../contract/entities/command.ts';
import type { VideoLayout } from '../../contract/entities/videoLayout.ts';
import type { Robot } from '../../contract/entities/robot.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import type { PageInput } from '../../src/machines/app/events.ts';
import {
  type ActionInput,
  robotActionsMachine,
  type Photo,
  type RobotActionsInput,
} from '../../src/machines/robotActions/robotActions.machine.ts';
import { videoMachine } from '../../src/machines/robotData/video.machine.ts';
import type { VideoReport, WatchInput } from '../../src/machines/robotData/video.setup.ts';
import {
  type CaptureInput,
  type VideoRecordingEvent,
  videoRecordingMachine,
} from '../../src/machines/videoRecording/videoRecording.machine.ts';
import { videoTileMachine } from '../../src/machines/videoWall/videoTile.machine.ts';
import type {
  StillAnnouncement,
  StillInput,
  StillResult,
  TileFacts,
  TileInput,
  TileReport,
} from '../../src/machines/videoWall/videoTile.setup.ts';
import { videoWallMachine } from '../../src/machines/videoWall/videoWall.machine.ts';
import {
  type KeptWall,
  type LayoutsResult,
  type LayoutsToLoad,
  type LayoutToSave,
  tileId,
} from '../../src/machines/videoWall/videoWall.setup.ts';
import { sampleDetail } from './robotSample.ts';
import { settle } from './settle.ts';
import { startUnderApp } from './startWithSiblings.ts';

interface OfRobot {
  serialNumber: string;
}

/** What the tiles of a test do: by serial number. */
export function tileWorld() {
  const watching = new Map<string, WatchInput>();
  const reports = new Map<string, (event: VideoReport) => void>();
  const follows = new Map<string, (event: TileReport) => void>();
  const world = {
    /** Robots whose cameras are open, with the quality at the start. */
    watching,
    viewings: 0,
    qualities: [] as string[],
    kept: 0,
    /** Robots whose kept pictures were removed. */
    dropped: [] as string[],
    /** Robots to which a connection is open. */
    links: new Set<string>(),
    /** Still pictures that robots were asked for, and the answer to the last one. */
    stills: [] as StillInput[],
    still: (_: StillResult): void => {},
    failStill: (_: Error): void => {},
    /** How the server takes the announcement of a still picture; rejects if it cannot be reached. */
    announced: 0,
    announcement: async (): Promise<StillAnnouncement> => ({ refusal: null }),
    /** Whether a tile may ask at once. */
    hasTurns: true,
    giveTurn: (): void => {},
    canKeep: true,
    facts: { abilities: sampleDetail().abilities, rights: ['read', 'stop', 'operate'] } as TileFacts,
    refusal: null as ErrorName | null,
    viewers: ['Chen Yu', 'Zhao Min'] as readonly string[],
    asked: [] as string[],
    /** How the server answers actions; null: not at all. */
    answer: null as Command | null,
    recording: null as ((event: VideoRecordingEvent) => void) | null,
    savedMs: 42_000,
    /** Why no recording can be completed now. */
    savingFails: null as ErrorName | null,
    /** A recording is announced only after this. */
    recordingAnnounced: Promise.resolve(),
    camera: (serialNumber: string, event: VideoReport) => reports.get(serialNumber)?.(event),
    robot: (serialNumber: string, event: TileReport) => follows.get(serialNumber)?.(event),
  };
  const logic = videoTileMachine.provide({
    actions: { dropStill: (_, { serialNumber }) => void world.dropped.push(serialNumber) },
    actors: {
      follow: fromCallback<AnyEventObject, OfRobot>(({ input: { serialNumber }, sendBack }) => {
        follows.set(serialNumber, sendBack);
        return () => void follows.delete(serialNumber);
      }),
      followLink: fromCallback<AnyEventObject, OfRobot>(({ input: { serialNumber }, sendBack }) => {
        world.links.add(serialNumber);
        sendBack({ type: 'mqttLink.opened' });
        return () => void world.links.delete(serialNumber);
      }),
      announceStill: fromPromise<StillAnnouncement, StillInput>(async () => {
        world.announced += 1;
        return world.announcement();
      }),
      fetchStill: fromPromise<StillResult, StillInput>(async ({ input, signal }) => {
        world.stills.push(input);
        return new Promise((resolve, reject) => {
          world.still = resolve;
          world.failStill = reject;
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        });
      }),
      takeStillTurn: fromCallback(({ sendBack }) => {
        world.giveTurn = () => sendBack({ type: 'turn.came' });
        if (world.hasTurns) world.giveTurn();
      }),
      watchTab: fromCallback(() => {}),
      loadFacts: fromPromise<TileFacts, OfRobot>(async () => {
        if (world.refusal) throw new ApiError(world.refusal);
        return world.facts;
      }),
      keepStill: fromPromise<{ at: number }, OfRobot>(async () => {
        if (!world.canKeep) throw new Error('no frame');
        world.kept += 1;
        return { at: 1_000 * world.kept };
      }),
      readViewers: fromPromise<{ names: readonly string[] }, OfRobot>(async () => ({ names: world.viewers })),
      video: videoMachine.provide({
        actors: {
          watch: fromCallback<AnyEventObject, WatchInput>(({ input, sendBack, receive }) => {
            world.viewings += 1;
            watching.set(input.serialNumber, input);
            reports.set(input.serialNumber, sendBack);
            receive(
              (event) => void (event.type === 'quality.choose' && world.qualities.push(String(event['quality']))),
            );
            return () => void watching.delete(input.serialNumber);
          }),
        },
      }),
      videoRecording: videoRecordingMachine.provide({
        actors: {
          open: fromPromise(async () => {
            await world.recordingAnnounced;
            return { fileId: 'v1' };
          }),
          capture: fromCallback<AnyEventObject, CaptureInput>(({ sendBack, receive }) => {
            world.recording = sendBack;
            receive(() => sendBack({ type: 'capture.ended', isBroken: false }));
          }),
          sendParts: fromPromise(async () => ({ parts: 1, at: 8_000 })),
          finish: fromPromise(async () => {
            if (world.savingFails) throw new ApiError(world.savingFails);
            return { durationMs: world.savedMs };
          }),
        },
      }),
      robotActions: robotActionsMachine.provide({
        actors: {
          ask: fromCallback<AnyEventObject, ActionInput>(({ input, sendBack }) => {
            world.asked.push(input.request.kind);
            if (world.answer) sendBack({ type: 'ask.answered', local: input.local, command: world.answer });
          }),
          loadPhoto: fromPromise<Photo, { fileId: string }>(async ({ input: { fileId } }) => ({
            fileId,
            url: '/photo',
          })),
          loadPhrases: fromPromise<{ phrases: readonly string[] }, RobotActionsInput>(async () => ({ phrases: [] })),
        },
        actions: { keepPhrases: () => {} },
      }),
    },
  });
  return { world, logic };
}

export const TILE: TileInput = {
  serialNumber: 'SN',
  userId: 'me',
  slot: 1,
  quality: '720p',
  isLive: true,
  isLimited: false,
  isAway: false,
  isPicked: false,
  stillSeconds: 60,
};

/** @param prepare changes the world before the tile starts */
export async function startVideoTile(
  input: Partial<TileInput> = {},
  prepare: (world: ReturnType<typeof tileWorld>['world']) => void = () => {},
) {
  const { world, logic } = tileWorld();
  prepare(world);
  const clock = new SimulatedClock();
  const started = startUnderApp(logic, { as: 'screen', input: { ...TILE, ...input }, clock });
  await settle();
  return {
    ...started,
    world,
    camera: (event: VideoReport) => world.camera('SN', event),
    seen: (isOnline = true, at = 5_000) =>
      world.robot('SN', { type: 'robot.seen', isOnline, held: false, paused: false, at }),
    after: async (ms: number) => {
      clock.increment(ms);
      await settle();
    },
  };
}

export const layoutOf = (change: Partial<VideoLayout> = {}): VideoLayout => ({
  id: 'layout-1',
  name: 'Night',
  grid: 4,
  quality: '720p',
  stillSeconds: 60,
  isShared: false,
  tiles: [],
  isOwn: true,
  owner: 'Lin Wei',
  ...change,
});

export const wallInput = (change: Partial<PageInput> = {}): PageInput => ({
  page: 'videoWall',
  params: {},
  query: {},
  user: null,
  serialNumber: '',
  language: 'enUS',
  ...change,
});

/** The server's layouts, and what was kept in this browser. */
export function wallWorld(layouts: VideoLayout[] = [], kept: KeptWall | null = null) {
  const tiles = tileWorld();
  const cloud = {
    layouts,
    kept,
    cameras: [] as readonly string[],
    /** The robots that were asked for first. */
    firsts: [] as string[],
    saves: [] as LayoutToSave[],
    no: null as ErrorName | null,
    /** Whether closing the tab asks. */
    guarded: 0,
  };
  const logic = videoWallMachine.provide({
    actors: {
      videoTile: tiles.logic,
      loadLayouts: fromPromise<LayoutsResult, LayoutsToLoad>(async ({ input: { first } }) => {
        cloud.firsts.push(first);
        if (cloud.no) throw new ApiError(cloud.no);
        return { layouts: cloud.layouts, kept: cloud.kept, cameras: cloud.cameras };
      }),
      saveLayout: fromPromise<VideoLayout, LayoutToSave>(async ({ input }) => {
        if (cloud.no) throw new ApiError(cloud.no);
        cloud.saves.push(input);
        const { wall, ...named } = input;
        return layoutOf({
          ...named,
          ...wall,
          tiles: [...wall.tiles],
          id: input.layoutId || `saved-${cloud.saves.length}`,
        });
      }),
      deleteLayout: fromPromise<{ layoutId: string }, { layoutId: string }>(async ({ input }) => input),
      guardTab: fromCallback(() => {
        cloud.guarded += 1;
        return () => void (cloud.guarded -= 1);
      }),
    },
    actions: {
      keepWall: (_, { kept: left }) => void (cloud.kept = left),
    },
  });
  return { cloud, world: tiles.world, logic };
}

export async function startVideoWall({
  layouts = [],
  kept = null,
  refusal = null,
  cameras = [],
  isPhone = false,
  ...input
}: Partial<PageInput> & {
  layouts?: VideoLayout[];
  kept?: KeptWall | null;
  refusal?: ErrorName | null;
  cameras?: readonly string[];
  /** Known before the layouts are loaded. */
  isPhone?: boolean;
} = {}) {
  const { cloud, world, logic } = wallWorld(layouts, kept);
  cloud.no = refusal;
  cloud.cameras = cameras;
  const clock = new SimulatedClock();
  const started = startUnderApp(logic, { as: 'screen', input: wallInput(input), clock });
  const { actor } = started;
  if (isPhone) actor.send({ type: 'phone.changed', isPhone });
  await settle();
  return {
    ...started,
    cloud,
    world,
    wall: () => actor.getSnapshot().context,
    /** The robots on the wall by place. */
    places: () =>
      Object.fromEntries(actor.getSnapshot().context.wall.tiles.map((tile) => [tile.slot, tile.serialNumber])),
    tile: (serialNumber: string) =>
      (actor.getSnapshot().children as Record<string, unknown>)[tileId(serialNumber)] as
        ActorRefFrom<typeof videoTileMachine> | undefined,
    after: async (ms: number) => {
      clock.increment(ms);
      await settle();
    },
  };
}

/** A fleet's context for pages that show robots. */
export const fleetOf = (robots: readonly Robot[], current = '') => ({
  robots: Object.fromEntries(robots.map((robot) => [robot.serialNumber, robot])),
  order: robots.map(({ serialNumber }) => serialNumber),
  sites: [],
  current,
});
