/** What the page of one robot is made of: what it loads, what it is told, its effects. The chart is robotData.machine.ts. */
import { setup } from 'xstate';
import type { Command } from '../../../contract/entities/command.ts';
import type { Lease } from '../../../contract/entities/lease.ts';
import type { IndoorMap, Site } from '../../../contract/entities/map.ts';
import type { RobotDetail, RobotLive } from '../../../contract/entities/robot.ts';
import type { ReportedState } from '../../../contract/rules/reportedState.ts';
import type { Right } from '../../../contract/rules/rights.ts';
import type { RobotFacts } from '../../../contract/rules/robotCan.ts';
import type { RtcDown } from '../../../contract/wire/actions.ts';
import type { MapCamera, PageEvent, PageInput } from '../app/events.ts';
import { holdKey } from '../connection/holdKey.ts';
import type { Failure } from '../failure.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import { listCursorMachine } from '../factories/listCursor.machine.ts';
import { driveFollowingMachine } from '../cruiseDrive/driveFollowing.machine.ts';
import { commandsMachine } from './commands.machine.ts';
import { driveMachine } from './drive.machine.ts';
import type { EchoReport, TabReport } from './drive.setup.ts';
import { leaseMachine } from './lease.machine.ts';
import { isHeldBy } from './leaseOrder.ts';
import { resumersMachine } from './resumers.machine.ts';
import { stopMachine } from './stop.machine.ts';
import { videoMachine } from './video.machine.ts';

/** Everything the page shows of a robot, read in one round of calls. */
export interface LoadedRobot {
  detail: RobotDetail;
  rights: readonly Right[];
  lease: Lease;
  ledger: readonly Command[];
  /** The robot's site; null when it has none that we know. */
  site: Site | null;
  /** The maps of that site, with plans and points. */
  maps: readonly IndoorMap[];
  /** When it was first heard of since its start, the server's clock; null when that is not known. */
  runningSince: number | null;
}
/** What the map shows, and on a phone whether it or the picture is the large one. */
export interface RobotView {
  /** The floor a person chose; null: the robot's own. */
  mapId: string | null;
  following: boolean;
  trails: boolean;
  points: boolean;
  large: 'picture' | 'map';
  /** null: the whole floor, or as following has it. */
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
export interface RobotDataContext {
  serialNumber: string;
  userId: string;
  loaded: LoadedRobot | null;
  live: RobotLive | null;
  /** The newest known; the child `lease` starts from it. */
  lease: Lease | null;
  /** Entries heard before the page was read. */
  ledger: readonly Command[];
  /** This tab's name at the broker for this robot; null while the link is closed. */
  clientId: string | null;
  /** The server's clock at the last news, ms. */
  now: number;
  failure: Failure | null;
  /** Whether Escape reaches the page now: no window over it takes the key, nobody types. */
  escapeReaches: boolean;
  view: RobotView;
}

export type RobotReport =
  | { type: 'link.opened'; clientId: string }
  | { type: 'link.closed' }
  /** The cloud's picture, each beat: `now` moves on even when the robot says nothing. */
  | { type: 'picture.heard'; live: RobotLive | null; now: number }
  | { type: 'state.heard'; state: ReportedState; now: number }
  | EchoReport
  | { type: 'lease.heard'; lease: Lease }
  | { type: 'ledger.heard'; commands: readonly Command[] }
  | { type: 'signal.heard'; signal: RtcDown }
  | { type: 'escape.pressed'; at: number }
  | { type: 'escape.reaches'; reaches: boolean }
  | TabReport;
export type RobotWish =
  | { type: 'stop.press'; at: number }
  | { type: 'page.retry' }
  | { type: 'view.change'; change: Partial<RobotView> }
  /** Another robot's page, as a step that Back undoes. */
  | { type: 'robot.open'; serialNumber: string };
/** Said by the chart to itself: in whose hand the robot is. */
type HandNews = { type: 'hand.mine' } | { type: 'hand.others' } | { type: 'hand.none' };
/** What the children's snapshots say that concerns the others. */
type ChildNews =
  | { type: 'lease.changed'; lease: Lease | null; mine: boolean }
  | { type: 'stop.changed'; wanted: boolean }
  | { type: 'wheel.refused'; roundTrip: number };

export const robotData = setup({
  types: {
    context: {} as RobotDataContext,
    input: {} as PageInput,
    events: {} as RobotReport | RobotWish | PageEvent | HandNews | ChildNews,
    tags: {} as 'loading' | 'failed' | 'unknown' | 'forbidden' | 'ready' | 'linked' | 'blurred' | 'hidden',
    children: {} as {
      lease: 'lease';
      drive: 'drive';
      stop: 'stop';
      commands: 'commands';
      video: 'video';
      cruise: 'driveFollowing';
      resumers: 'resumers';
      robotCursor: 'listCursor';
    },
  },
  actors: {
    /** Rejects with the first refusal. */
    loadRobot: promiseEffect<LoadedRobot, { serialNumber: string }>('loadRobot'),
    holdKey,
    /** Everything that is heard of a robot, by both links. Reports RobotReport. */
    follow: callbackEffect<{ serialNumber: string }>('follow'),
    /** How this tab is seen; reports TabReport, at once and on every change. */
    watchTab: callbackEffect('watchTab'),
    /** Escape, before everybody else on the page (`first`), or only when nobody else wanted it. */
    escapeKey: callbackEffect<{ first: boolean }>('escapeKey'),
    lease: leaseMachine,
    drive: driveMachine,
    stop: stopMachine,
    commands: commandsMachine,
    resumers: resumersMachine,
    /** The route that it drives, when it does. */
    driveFollowing: driveFollowingMachine,
    video: videoMachine,
    /** Of the map's list of robots. */
    listCursor: listCursorMachine,
  },
  guards: {
    /** A map of the site that is shown. */
    isOwnSite: ({ context: { loaded }, event }) =>
      event.type === 'page.mapChanged' && event.siteId === loaded?.detail.siteId,
  },
});

/** What robotCan asks about, or null while too little is known. */
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
