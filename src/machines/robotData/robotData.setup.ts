/** Loaded data, events and effects of a robot's page. The chart is robotData.machine.ts. */
import { setup } from 'xstate';
import type { Command } from '../../../contract/entities/command.ts';
import type { Lease } from '../../../contract/entities/lease.ts';
import type { IndoorMap, Site } from '../../../contract/entities/map.ts';
import type { RobotDetail, RobotLive } from '../../../contract/entities/robot.ts';
import type { DeviceReport } from '../../../contract/rules/deviceReport.ts';
import type { ReportedState } from '../../../contract/rules/reportedState.ts';
import type { Right } from '../../../contract/rules/rights.ts';
import type { RobotFacts } from '../../../contract/rules/robotCan.ts';
import type { RtcDown } from '../../../contract/wire/rtc.ts';
import type { MapCamera, PageEvent, PageInput } from '../app/events.ts';
import { holdKey } from '../connection/holdKey.ts';
import type { Failure } from '../failure.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import { listCursorMachine } from '../factories/listCursor.machine.ts';
import { robotInfoMachine } from './robotInfo.machine.ts';
import { robotActionsMachine } from '../robotActions/robotActions.machine.ts';
import { routeRunMonitorMachine } from '../routeRun/routeRunMonitor.machine.ts';
import { commandsMachine } from './commands.machine.ts';
import { teleopMachine } from './teleop.machine.ts';
import type { EchoReport, TabReport } from './teleop.setup.ts';
import { compartmentJamsMachine } from './compartmentJams.machine.ts';
import { leaseMachine } from './lease.machine.ts';
import { isHeldBy } from './leaseOrder.ts';
import { resumersMachine } from './resumers.machine.ts';
import { spokenMachine } from './spoken.machine.ts';
import { stopMachine } from './stop.machine.ts';
import { videoRecordingMachine } from '../videoRecording/videoRecording.machine.ts';
import { videoMachine } from './video.machine.ts';
import { watchersMachine } from './watchers.machine.ts';

/** Everything the page shows of a robot, loaded in one round of calls. */
export interface LoadedRobot {
  detail: RobotDetail;
  rights: readonly Right[];
  lease: Lease;
  ledger: readonly Command[];
  /** The robot's site; null when it has none that is known. */
  site: Site | null;
  /** The maps of that site, with floor plans and points. */
  maps: readonly IndoorMap[];
  /** When it was first online since its start, server clock; null when that is not known. */
  runningSince: number | null;
}
/** Of what is loaded, what is sent only over the robot's own link, and what no topic keeps for a later subscriber. */
export type MissedNews = Pick<LoadedRobot, 'lease' | 'ledger'>;
/** The map view, and on a phone whether the map or the video is the large one. */
export interface RobotView {
  /** The floor that the user chose; null: the robot's own. */
  mapId: string | null;
  following: boolean;
  trails: boolean;
  points: boolean;
  large: 'picture' | 'map';
  /** null: the whole floor, or determined by follow mode. */
  camera: MapCamera | null;
}
export const FIRST_VIEW: RobotView = {
  mapId: null,
  following: true,
  trails: true,
  points: true,
  large: 'picture',
  camera: null,
};
/** Pauses before a failed reading is repeated: twice as long after each failure. */
export const FIRST_REREAD_MS = 2_000;
export const MOST_REREAD_MS = 30_000;

export interface RobotDataContext {
  serialNumber: string;
  userId: string;
  loaded: LoadedRobot | null;
  live: RobotLive | null;
  /** The newest known lease; the child `lease` starts from it. */
  lease: Lease | null;
  /** Entries received before the page was loaded. */
  ledger: readonly Command[];
  /** This tab's client id at the broker for this robot; null until the connection has opened for the first time. */
  clientId: string | null;
  /** The server clock at the last update, ms. */
  now: number;
  failure: Failure | null;
  /** Whether the page receives Escape now: no dialog above it takes the key, and no text field has the focus. */
  escapeReaches: boolean;
  /** The link opened while the robot was read: what was sent in between may be in neither. */
  mayHaveMissed: boolean;
  /** The link was lost and restored while the robot was read, or a reading of everything failed. */
  mustReread: boolean;
  /** In a row, since the page was loaded: above zero, lease, ledger and the rest may be outdated. */
  failedReadings: number;
  view: RobotView;
}

export type RobotReport =
  | { type: 'mqttLink.opened'; clientId: string }
  | { type: 'mqttLink.closed' }
  /** The server's live state at every update: `now` advances even when the robot sends nothing. */
  | { type: 'picture.heard'; live: RobotLive | null; now: number }
  | { type: 'state.heard'; state: ReportedState; devices: DeviceReport; now: number }
  | EchoReport
  | { type: 'lease.heard'; lease: Lease }
  | { type: 'ledger.heard'; commands: readonly Command[] }
  | { type: 'signal.heard'; signal: RtcDown }
  | { type: 'escape.pressed'; at: number }
  | { type: 'escape.reaches'; reaches: boolean }
  | TabReport;
export type RobotRequest =
  | { type: 'stop.press'; at: number }
  | { type: 'page.retry' }
  | { type: 'view.change'; change: Partial<RobotView> }
  /** Opens another robot's page as a history entry, so that Back returns here. */
  | { type: 'robot.open'; serialNumber: string };
/** Raised by the chart itself: who has control of the robot. */
type ControlReport = { type: 'control.mine' } | { type: 'control.others' } | { type: 'control.none' };
/** Changes in a child's snapshot that concern the other children. */
type ChildNews =
  | { type: 'lease.changed'; lease: Lease | null; mine: boolean }
  | { type: 'stop.changed'; wanted: boolean }
  | { type: 'teleop.refused'; roundTrip: number };

export const robotData = setup({
  types: {
    context: {} as RobotDataContext,
    input: {} as PageInput,
    events: {} as RobotReport | RobotRequest | PageEvent | ControlReport | ChildNews,
    tags: {} as 'loading' | 'failed' | 'unknown' | 'forbidden' | 'ready' | 'linked' | 'blurred' | 'hidden',
    children: {} as {
      lease: 'lease';
      teleop: 'teleop';
      stop: 'stop';
      commands: 'commands';
      video: 'video';
      routeRunMonitor: 'routeRunMonitor';
      resumers: 'resumers';
      compartmentJams: 'compartmentJams';
      spoken: 'spoken';
      videoRecording: 'videoRecording';
      robotActions: 'robotActions';
      robotInfo: 'robotInfo';
      watchers: 'watchers';
      robotCursor: 'listCursor';
    },
  },
  actors: {
    /** Rejects with the first error. */
    loadRobot: promiseEffect<LoadedRobot, { serialNumber: string }>('loadRobot'),
    loadMissed: promiseEffect<MissedNews, { serialNumber: string }>('loadMissed'),
    holdKey,
    /** All messages of a robot, over both connections. Reports RobotReport. */
    follow: callbackEffect<{ serialNumber: string }>('follow'),
    /** This tab's visibility; reports TabReport, at once and on every change. */
    watchTab: callbackEffect('watchTab'),
    /** Escape, before every other handler on the page (`first`), or only when no other handler used it. */
    escapeKey: callbackEffect<{ first: boolean }>('escapeKey'),
    lease: leaseMachine,
    teleop: teleopMachine,
    stop: stopMachine,
    commands: commandsMachine,
    resumers: resumersMachine,
    compartmentJams: compartmentJamsMachine,
    spoken: spokenMachine,
    robotActions: robotActionsMachine,
    robotInfo: robotInfoMachine,
    watchers: watchersMachine,
    /** The current route run, if any. */
    routeRunMonitor: routeRunMonitorMachine,
    video: videoMachine,
    videoRecording: videoRecordingMachine,
    /** The list cursor of the map's robot list. */
    listCursor: listCursorMachine,
  },
  guards: {
    mayHaveMissed: ({ context }) => context.mayHaveMissed,
    mustReread: ({ context }) => context.mustReread,
    isFirstLink: ({ context }) => context.clientId === null,
    /** A map of the site on the page. */
    isOwnSite: ({ context: { loaded }, event }) =>
      event.type === 'page.mapChanged' && event.siteId === loaded?.detail.siteId,
    isOwnAbilities: ({ context, event }) =>
      event.type === 'page.noticed' &&
      event.notice.type === 'abilitiesChanged' &&
      event.notice.serialNumber === context.serialNumber,
    /** A delivery of the robot, or one that was taken from it. */
    isOwnDelivery: ({ context, event }) =>
      event.type === 'page.noticed' &&
      event.notice.type === 'deliveryChanged' &&
      event.notice.serialNumber === context.serialNumber,
  },
  delays: {
    rereadDelay: ({ context }) => Math.min(FIRST_REREAD_MS * 2 ** (context.failedReadings - 1), MOST_REREAD_MS),
  },
});

export const robotIn = (query: Readonly<Record<string, string>>, fallback: string): string =>
  query['serialNumber'] || fallback;
export const nothingOf = (serialNumber: string): Omit<RobotDataContext, 'userId'> => ({
  serialNumber,
  loaded: null,
  live: null,
  lease: null,
  ledger: [],
  clientId: null,
  now: 0,
  failure: null,
  escapeReaches: false,
  mayHaveMissed: false,
  mustReread: false,
  failedReadings: 0,
  view: FIRST_VIEW,
});

/** The input of robotCan; null while data is missing. */
export function factsOf({ loaded, live, lease, userId, clientId }: RobotDataContext, now: number): RobotFacts | null {
  if (!loaded || !live) return null;
  return {
    live,
    abilities: loaded.detail.abilities,
    rights: loaded.rights,
    leasedByOther: lease?.holder !== null && lease?.holder !== undefined && lease.holder.userId !== userId,
    leasedByMe: isHeldBy(lease, clientId),
    now,
  };
}
