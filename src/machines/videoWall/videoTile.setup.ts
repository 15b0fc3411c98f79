/** Types, effects and guards of one tile of the video wall. The chart is videoTile.machine.ts. */
import { assign, sendParent, sendTo, setup } from 'xstate';
import type { RobotAbilities } from '../../../contract/entities/robot.ts';
import type { VideoQuality } from '../../../contract/entities/robotConstants.ts';
import type { DeviceReport } from '../../../contract/rules/deviceReport.ts';
import type { Right } from '../../../contract/rules/rights.ts';
import { shownQuality, type QualityControl } from '../../../contract/rules/videoQuality.ts';
import type { StillSeconds } from '../../../contract/rules/videoWall.ts';
import { STILL_PICTURES } from '../../../contract/wire/actions.ts';
import type { RtcDown } from '../../../contract/wire/rtc.ts';
import { errorNotice, systemActor } from '../app/events.ts';
import { holdKey } from '../connection/holdKey.ts';
import { callbackEffect, effect, promiseEffect } from '../effectStubs.ts';
import type { Failure } from '../failure.ts';
import { robotActionsMachine } from '../robotActions/robotActions.machine.ts';
import { stopMachine } from '../robotData/stop.machine.ts';
import type { TabReport } from '../robotData/teleop.setup.ts';
import { videoMachine } from '../robotData/video.machine.ts';
import type { VideoState } from '../robotData/video.selectors.ts';
import { REFUSED_MS, type VideoFigures } from '../robotData/video.setup.ts';
import { videoRecordingMachine } from '../videoRecording/videoRecording.machine.ts';

/** Set by the wall. */
export interface TileSettings {
  slot: number;
  quality: VideoQuality;
  isLive: boolean;
  /** It would be live, but the bit rates of the wall are at their limit. */
  isLimited: boolean;
  stillSeconds: StillSeconds;
  /** It is not shown, and runs only until its recording is saved. */
  isAway: boolean;
  /** Its controls show what the robot reports of its devices. */
  isPicked: boolean;
}
export interface TileInput extends TileSettings {
  serialNumber: string;
  userId: string;
}
export interface TileFacts {
  abilities: RobotAbilities;
  rights: readonly Right[];
}
export interface StillInput {
  serialNumber: string;
  quality: VideoQuality;
}
/** When the picture was asked for, ms: it is not older. Or why the robot sends none. */
export type StillResult = { at: number } | { refusal: Extract<RtcDown, { type: 'refused' }>['reason'] };
/** Why the server does not let the picture be asked for; null if it does. */
export interface StillAnnouncement {
  refusal: 'notAllowed' | null;
}
/** What the wall counts of a tile. */
export type TilePicture = 'live' | 'still' | 'none';
/** A photo or recording that was taken from this tile. */
export interface Taken {
  fileId: string;
  kind: 'photo' | 'video';
  /** Server time, ms. */
  at: number;
  /** Address of a photo for an `<img>`, once it is loaded. */
  url: string | null;
  /** Of a saved recording. */
  durationMs: number | null;
  /** A recording that goes on. */
  isGoingOn: boolean;
}
export interface TileContext extends TileInput, QualityControl {
  /** null until they are loaded. */
  facts: TileFacts | null;
  isOnline: boolean;
  /** Server time of the last update of the robot, or when the tab was seen again, ms. */
  now: number;
  videoState: VideoState;
  /** Since when the camera is being opened, ms; null while it is not. */
  openingSince: number | null;
  figures: VideoFigures | null;
  /** When the picture that is kept was taken, ms. */
  stillAt: number | null;
  /** Why the last still picture could not be taken. */
  problem: VideoState | null;
  /** Attempts in a row at the first picture for which the camera took too long. */
  lateTries: number;
  /** A recording runs that needs the picture. */
  isRecording: boolean;
  /** A recording that needs the picture no more is being saved. */
  isSaving: boolean;
  /** Names of the people who watch a robot that accepts no more. */
  viewers: readonly string[];
  /** The newest first. */
  taken: readonly Taken[];
}
/** With the time, because the fleet feed's last one is old when a hidden tab is seen again. Server clock, ms. */
type TileTabReport = TabReport & { at: number };
export type TileReport =
  | TileTabReport
  | { type: 'mqttLink.opened' }
  /** The tile may have a still picture sent. */
  | { type: 'turn.came' }
  | { type: 'mqttLink.closed' }
  | { type: 'signal.heard'; signal: RtcDown }
  | { type: 'devices.heard'; devices: DeviceReport }
  /** The fleet no longer has the robot: access was withdrawn. */
  | { type: 'robot.lost' }
  | { type: 'robot.seen'; isOnline: boolean; held: boolean; paused: boolean; at: number };
export type TileRequest =
  | { type: 'tile.set'; settings: TileSettings }
  | { type: 'tile.retry' }
  /** The wall's answer to its question: the recording ends, whatever the tile shows then. */
  | { type: 'tile.endRecording' }
  | { type: 'stop.press'; at: number };
/** Raised by the tile, from the snapshots of its children, and when its hidden tab is seen again. */
type VideoNews =
  | { type: 'video.changed'; state: VideoState }
  | { type: 'video.measured'; figures: VideoFigures }
  | { type: 'recording.changed'; isRecording: boolean; isSaving: boolean }
  | { type: 'tab.returned' }
  /** The robot's data was refused: nothing of it may be shown or asked for. */
  | { type: 'access.refused' };
export type TileEvent = TileReport | TileRequest | VideoNews;

/** A live picture is kept at this interval, for the time when the robot cannot be reached. */
export const KEEP_MS = 10_000;
/** Longest time for a still picture. */
export const CAPTURE_MS = 15_000;
const FACTS_RETRY_MS = 10_000;
/** A tile without any picture, whose camera only took too long, waits this long at first, then twice as long each time. */
const FIRST_RETRY_MS = 10_000;
const LATE_RETRY_MAX_MS = 60_000;
/** A robot with too many viewers is asked again after this, as a live picture is. */
const FULL_RETRY_MS = REFUSED_MS;
/** States of the video that end the attempt to take a still picture. */
const IN_VAIN: ReadonlySet<VideoState> = new Set([
  'offline',
  'noCamera',
  'tooManyViewers',
  'accessEnded',
  'failed',
  'resting',
]);

/** States of the video in which nothing is open to the robot. */
const WITHOUT_LINK: ReadonlySet<VideoState> = new Set(['off', 'waiting']);

export const tile = setup({
  types: {
    context: {} as TileContext,
    input: {} as TileInput,
    events: {} as TileEvent,
    tags: {} as 'live' | 'still' | 'capturing' | 'forbidden',
    children: {} as {
      video: 'video';
      stop: 'stop';
      robotActions: 'robotActions';
      videoRecording: 'videoRecording';
    },
  },
  actors: {
    holdKey,
    /** What the fleet feed says of the robot; reports TileReport. */
    follow: callbackEffect<{ serialNumber: string }>('follow'),
    /** This tab's connection for the robot: signalling, and the robot's state; reports TileReport. */
    followLink: callbackEffect<{ serialNumber: string }>('followLink'),
    watchTab: callbackEffect('watchTab'),
    video: videoMachine,
    stop: stopMachine,
    robotActions: robotActionsMachine,
    videoRecording: videoRecordingMachine,
    loadFacts: promiseEffect<TileFacts, { serialNumber: string }>('loadFacts'),
    /** Keeps the picture that is on the screen in the live store. */
    keepStill: promiseEffect<{ at: number }, { serialNumber: string }>('keepStill'),
    /**
     * Reports to the server that a picture will be asked for. Before its turn comes, because the robot needs a moment to hear
     * of the grant.
     */
    announceStill: promiseEffect<StillAnnouncement, StillInput>('announceStill'),
    /** Waits until few enough other tiles have a picture sent; reports `turn.came`, and gives the turn back when it ends. */
    takeStillTurn: callbackEffect('takeStillTurn'),
    /** Has the robot send one picture over the account's own connection, and keeps it in the live store. */
    fetchStill: promiseEffect<StillResult, StillInput>('fetchStill'),
    readViewers: promiseEffect<{ names: readonly string[] }, { serialNumber: string }>('readViewers'),
  },
  actions: {
    assignStill: assign((_, { at }: { at: number }) => ({ stillAt: at, problem: null, lateTries: 0 })),
    /** Why the robot sent no picture. */
    assignRefusal: assign(({ context }, { state }: { state: VideoState }) =>
      problemOf({ ...context, videoState: state }),
    ),
    /** A robot whose picture did not come is asked again soon, also when there is an older one. */
    assignMiss: assign(({ context }) => ({ ...problemOf(context), lateTries: context.lateTries + 1 })),
    /** Removes the kept picture from the live store. */
    dropStill: effect<{ serialNumber: string }>('dropStill'),
    assignFacts: assign((_, facts: TileFacts) => ({ facts })),
    assignViewers: assign((_, { names }: { names: readonly string[] }) => ({ viewers: names })),
    /** Nobody sees the tile's own words about its recording. */
    notifyRecordingFailure: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { failure }: { failure: Failure }) => ({ type: 'notice.show' as const, notice: errorNotice(failure) }),
    ),
    /** The wall adds up the bit rates of its tiles. */
    notifyRate: sendParent(({ context }: { context: TileContext }, { kilobits }: { kilobits: number }) => ({
      type: 'tile.rate',
      serialNumber: context.serialNumber,
      kilobits,
    })),
    /** The wall counts what its tiles really show. */
    notifyPicture: sendParent(({ context }: { context: TileContext }, { picture }: { picture: TilePicture }) => ({
      type: 'tile.shown',
      serialNumber: context.serialNumber,
      picture,
    })),
    /** The wall asks before it ends a recording, and keeps the tile until the recording is saved. */
    notifyRecording: sendParent(({ context: { serialNumber, isRecording, isSaving } }: { context: TileContext }) => ({
      type: 'tile.recording',
      serialNumber,
      isOn: isRecording,
      isSaving,
    })),
  },
  guards: {
    isLive: ({ context }) => context.isLive,
    isStill: ({ context }) => !context.isLive,
    isPlaying: ({ context }) => pictureOf(context) === 'live',
    isStillShown: ({ context }) => pictureOf(context) === 'still',
    isNowBarred: ({ event }) => event.type === 'video.changed' && event.state === 'accessEnded',
    isFlowing: ({ context }) => context.videoState === 'live',
    isNowFlowing: ({ event }) => event.type === 'video.changed' && event.state === 'live',
    isOffline: ({ context }) => !context.isOnline,
    sendsStills: ({ context: { facts } }) => sendsStills(facts),
    /** A camera whose pictures come over a media connection only; one that is missing says so there. */
    hasViewingOnly: ({ context: { facts } }) => facts !== null && !sendsStills(facts),
    /** Still pictures come over the account's own connection, so their tiles need none to the robot. */
    needsLink: ({ context: { facts, isLive, isPicked, videoState } }) =>
      isLive ||
      isPicked ||
      !WITHOUT_LINK.has(videoState) ||
      (facts !== null && facts.abilities.video && !sendsStills(facts)),
    isInVain: ({ event }) => event.type === 'video.changed' && IN_VAIN.has(event.state),
    isFull: ({ event }) => event.type === 'video.changed' && event.state === 'tooManyViewers',
    isBack: ({ context, event }) => event.type === 'robot.seen' && event.isOnline && !context.isOnline,
    isDue: ({ context: { stillAt, stillSeconds, now } }) => stillAt === null || now - stillAt >= stillSeconds * 1_000,
    isOtherInterval: ({ context, event }) =>
      event.type === 'tile.set' && event.settings.stillSeconds !== context.stillSeconds,
  },
  delays: {
    keepDelay: KEEP_MS,
    captureDelay: CAPTURE_MS,
    factsDelay: FACTS_RETRY_MS,
    stillDelay: ({ context: { stillSeconds, lateTries, problem } }) => {
      if (problem === 'tooManyViewers') return Math.min(FULL_RETRY_MS, stillSeconds * 1_000);
      const lateMs = lateTries === 0 ? Infinity : Math.min(FIRST_RETRY_MS * 2 ** (lateTries - 1), LATE_RETRY_MAX_MS);
      return Math.min(lateMs, stillSeconds * 1_000);
    },
  },
});

const sendsStills = (facts: TileFacts | null): boolean =>
  facts !== null && facts.abilities.video && facts.abilities.actions.includes(STILL_PICTURES);

export const stillInput = ({ context }: { context: TileContext }): StillInput => ({
  serialNumber: context.serialNumber,
  quality: shownQuality(context),
});
const REFUSED = {
  noCamera: 'noCamera',
  tooManyViewers: 'tooManyViewers',
  notAllowed: 'accessEnded',
  failed: 'failed',
} as const satisfies Record<Extract<RtcDown, { type: 'refused' }>['reason'], VideoState>;
/** A refused still picture, in the words of the video. */
export const refusedState = (result: StillResult): VideoState | null =>
  'refusal' in result ? REFUSED[result.refusal] : null;

/** Why there is no still picture. */
export function problemOf({
  videoState,
  stillAt,
  lateTries,
}: Pick<TileContext, 'videoState' | 'stillAt' | 'lateTries'>): Pick<TileContext, 'problem' | 'lateTries'> {
  const isOnlyLate = stillAt === null && !IN_VAIN.has(videoState);
  return { problem: videoState === 'resting' ? null : videoState, lateTries: isOnlyLate ? lateTries + 1 : 0 };
}

/** What is on the screen now. A picture that is frozen, or the last one of an offline robot, is none. */
function pictureOf({ facts, isLive, isOnline, videoState, stillAt, problem }: TileContext): TilePicture {
  if (facts && !facts.abilities.video) return 'none';
  if (isLive) return videoState === 'live' ? 'live' : 'none';
  const isBarred = !isOnline || problem === 'noCamera' || problem === 'accessEnded';
  return stillAt === null || isBarred ? 'none' : 'still';
}

const TAKEN_KEPT = 6;

/** The list with this photo or recording, which may be on it already. */
export function withTaken(list: readonly Taken[], found: Taken): readonly Taken[] {
  const known = list.find(({ fileId }) => fileId === found.fileId);
  if (!known) return [found, ...list].slice(0, TAKEN_KEPT);
  const { isGoingOn } = found;
  const next = { ...known, isGoingOn, url: found.url ?? known.url, durationMs: found.durationMs ?? known.durationMs };
  const isSame = next.url === known.url && next.durationMs === known.durationMs && isGoingOn === known.isGoingOn;
  return isSame ? list : list.map((one) => (one === known ? next : one));
}
