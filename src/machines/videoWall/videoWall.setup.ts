/** Types, effects and guards of the video wall. The chart is videoWall.machine.ts. */
import { assign, raise, sendTo, setup } from 'xstate';
import type { VideoLayout } from '../../../contract/entities/videoLayout.ts';
import type { VideoQuality } from '../../../contract/entities/robotConstants.ts';
import { LIVE_BELOW, type StillSeconds, WALL_KILOBITS_MAX, type WallGrid } from '../../../contract/rules/videoWall.ts';
import { type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import { callbackEffect, effect, promiseEffect } from '../effectStubs.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
import { type Failure, failureOf } from '../failure.ts';
import { type Arrangement, type PlacedTile, shownTiles, slotOf, type Step } from './arrangement.ts';
import { videoTileMachine } from './videoTile.machine.ts';
import type { TilePicture, TileSettings } from './videoTile.setup.ts';

/** What a tab was left with: the next visit continues with it. */
export interface KeptWall {
  layoutId: string;
  wall: Arrangement;
}
export interface LayoutsToLoad {
  userId: string;
  /** The robot that a first wall shows first; '' for none. */
  first: string;
}
export interface LayoutsResult {
  layouts: readonly VideoLayout[];
  kept: KeptWall | null;
  /** Robots with a camera, for the first wall; empty if there is another one. */
  cameras: readonly string[];
}
export interface LayoutToSave {
  layoutId: string;
  name: string;
  isShared: boolean;
  wall: Arrangement;
}
/** A change that waits until somebody agrees that it ends recordings. */
export interface HeldChange {
  change: Partial<VideoWallContext>;
  /** The robots whose recordings it ends. */
  robots: readonly string[];
}
export interface VideoWallContext {
  userId: string;
  /** The page of one robot: its wall is neither saved nor kept. */
  isSingle: boolean;
  wall: Arrangement;
  /** Earlier arrangements, the newest last. */
  past: readonly Arrangement[];
  layouts: readonly VideoLayout[];
  /** What the last visit left, until it is opened. */
  kept: KeptWall | null;
  /** Robots with a camera, until the first wall is opened. */
  cameras: readonly string[];
  /** The layout that was opened; empty for none. */
  layoutId: string;
  layoutsFailure: Failure | null;
  saveFailure: Failure | null;
  /** In the dialog that saves a layout under a name. */
  name: string;
  isShared: boolean;
  /** 0: none. */
  picked: number;
  /** A robot that is put into the place that is chosen next; empty for none. */
  placing: string;
  /** The place under the pointer while a robot is dragged; 0 for none. */
  draggedOver: number;
  isLarge: boolean;
  isFilled: boolean;
  /** Of the picked tile. */
  hasSound: boolean;
  /** Tiles beside each other do not fit: one is live, the others wait. */
  isPhone: boolean;
  /** Robots whose tiles run, in the order of their start. */
  running: readonly string[];
  /** By serial number: kilobits per second. */
  rates: Readonly<Record<string, number>>;
  /** Robots that would be live, but are still pictures because of the bit rates. */
  limited: readonly string[];
  /** Bit rates that tiles had when they were limited, also of those that are live again; until the wall is changed. */
  limitedRates: Readonly<Record<string, number>>;
  /** How often a tile that had become live again was limited again, since the last change of the wall. */
  relapses: number;
  /** What the running tiles show, by serial number. */
  pictures: Readonly<Record<string, TilePicture>>;
  /** Robots that are recorded from their tiles. */
  recording: readonly string[];
  /** Robots whose recordings are being saved: their tiles run on until then, wherever they are on the wall. */
  saving: readonly string[];
  held: HeldChange | null;
  /** The page that is opened if its reader agrees that this ends the recordings. */
  leaveTo: string;
}
export type VideoWallRequest =
  | { type: 'grid.choose'; grid: WallGrid }
  | { type: 'quality.choose'; quality: VideoQuality }
  | { type: 'stills.choose'; seconds: StillSeconds }
  | { type: 'tile.pick'; slot: number }
  /** To the tile beside it; with `swaps` the picked robot moves there. */
  | { type: 'tile.step'; step: Step; swaps: boolean }
  | { type: 'tile.place'; slot: number; serialNumber: string }
  | { type: 'tile.clear'; slot: number }
  | { type: 'tile.quality'; slot: number; quality: VideoQuality | null }
  | { type: 'tile.live'; slot: number; live: boolean }
  /** A digit places the robot that was chosen, or picks a tile. */
  | { type: 'digit.press'; digit: number }
  | { type: 'large.toggle' }
  | { type: 'fill.toggle' }
  | { type: 'sound.toggle' }
  | { type: 'escape.press' }
  | { type: 'undo.press' }
  | { type: 'drag.over'; slot: number }
  | { type: 'robot.place'; serialNumber: string }
  | { type: 'phone.changed'; isPhone: boolean }
  | { type: 'layouts.retry' }
  | { type: 'layout.open'; layoutId: string }
  | { type: 'layout.empty' }
  | { type: 'layout.save' }
  | { type: 'layout.saveAs' }
  | { type: 'layout.name'; name: string }
  | { type: 'layout.share'; isShared: boolean }
  | { type: 'layout.submit' }
  | { type: 'layout.delete' }
  | { type: 'help.open' }
  | { type: 'dialog.close' };
export type VideoWallEvent =
  | VideoWallRequest
  | PageEvent
  /** Of a tile: its bit rate, measured once a second. */
  | { type: 'tile.rate'; serialNumber: string; kilobits: number }
  | { type: 'tile.shown'; serialNumber: string; picture: TilePicture }
  | { type: 'tile.recording'; serialNumber: string; isOn: boolean; isSaving: boolean };

/** The bit rates are above the limit for this long before a tile becomes a still picture, ms. */
export const OVER_MS = 3_000;
/** A limited tile becomes live again after this pause at first; each time that this was in vain doubles it, ms. */
export const RETURN_MS = 30_000;
const RETURN_MAX_MS = 480_000;
/** Without limited tiles, as after every change of the wall: limits are found out again. */
export const UNLIMITED = { limited: [], limitedRates: {}, relapses: 0 } as const;
export const PAST_KEPT = 30;
/** The `id` of a robot's tile. */
export const tileId = (serialNumber: string): string => `tile-${serialNumber}`;

export const totalOf = (rates: VideoWallContext['rates']): number =>
  Object.values(rates).reduce((sum, kilobits) => sum + kilobits, 0);

/** Own layouts first. */
const byName = (a: VideoLayout, b: VideoLayout): number =>
  a.isOwn === b.isOwn ? (a.name < b.name ? -1 : 1) : a.isOwn ? -1 : 1;

/** Total bit rate with a tile that becomes live again: below the limit, because rates vary. */
const RETURN_BELOW_KILOBITS = 0.9 * WALL_KILOBITS_MAX;

type Facts = Pick<VideoWallContext, 'wall' | 'picked' | 'isLarge' | 'isPhone' | 'limited' | 'recording'>;
const isLargest = ({ isLarge, picked }: Facts, { slot }: PlacedTile): boolean => isLarge && slot === picked;
const wantsLive = (facts: Facts, tile: PlacedTile): boolean =>
  facts.isPhone
    ? tile.slot === facts.picked
    : isLargest(facts, tile) || tile.live || shownTiles(facts.wall).length < LIVE_BELOW;

/** A phone runs the tile that it shows, and those that are recorded. */
export const runningTiles = ({ wall, isPhone, picked, recording }: Omit<Facts, 'limited' | 'isLarge'>): PlacedTile[] =>
  shownTiles(wall).filter(({ slot, serialNumber }) => !isPhone || slot === picked || recording.includes(serialNumber));
/**
 * What the wall sets on a tile. A phone has one live picture, in the low quality. A tile that is recorded stays live
 * until the recording ends, and the bit rates of the wall never limit the large tile.
 */
export function settingsOf(facts: Facts, tile: PlacedTile): TileSettings {
  const { wall, limited, isPhone, recording, picked } = facts;
  const isRecorded = recording.includes(tile.serialNumber);
  const isLimited = !isRecorded && !isLargest(facts, tile) && limited.includes(tile.serialNumber);
  return {
    slot: tile.slot,
    quality: isPhone ? '360p' : (tile.quality ?? wall.quality),
    isLive: isRecorded || (wantsLive(facts, tile) && !isLimited),
    isLimited,
    stillSeconds: wall.stillSeconds,
    isAway: false,
    isPicked: picked === tile.slot,
  };
}
/** The live tile that becomes a still picture: the last one, but neither the picked one nor one that is recorded. */
export const nextLimited = (facts: Facts): string | undefined =>
  shownTiles(facts.wall)
    .filter(({ slot, serialNumber }) => slot !== facts.picked && !facts.recording.includes(serialNumber))
    .filter((tile) => settingsOf(facts, tile).isLive)
    .at(-1)?.serialNumber;
/** The limited tile that becomes live again: the one limited last whose bit rate fits. */
export const nextReturning = ({
  limited,
  limitedRates,
  rates,
}: Pick<VideoWallContext, 'limited' | 'limitedRates' | 'rates'>): string | undefined =>
  limited.findLast((robot) => totalOf(rates) + (limitedRates[robot] ?? 0) <= RETURN_BELOW_KILOBITS);
/** A tile that is not shown any more, but saves its recording. */
export const settingsAway = ({ wall }: Facts, serialNumber: string): TileSettings => ({
  slot: slotOf(wall, serialNumber),
  quality: '360p',
  isLive: false,
  isLimited: false,
  stillSeconds: wall.stillSeconds,
  isAway: true,
  isPicked: false,
});
/** Robots whose recordings would end with the change. */
export const endedBy = (context: VideoWallContext, change: Partial<VideoWallContext>): readonly string[] => {
  const running = runningTiles({ ...context, ...change }).map(({ serialNumber }) => serialNumber);
  return context.recording.filter((serialNumber) => !running.includes(serialNumber));
};

export const videoWall = setup({
  types: {
    context: {} as VideoWallContext,
    input: {} as PageInput,
    events: {} as VideoWallEvent,
    tags: {} as 'loading' | 'saving' | 'naming' | 'help' | 'unsaved',
    children: {} as { confirm: 'confirm'; endRecording: 'confirm' },
  },
  actors: {
    videoTile: videoTileMachine,
    confirm: confirmMachine,
    /** Makes the browser ask before the tab is closed while something is recorded. */
    guardTab: callbackEffect('guardTab'),
    loadLayouts: promiseEffect<LayoutsResult, LayoutsToLoad>('loadLayouts'),
    saveLayout: promiseEffect<VideoLayout, LayoutToSave>('saveLayout'),
    deleteLayout: promiseEffect<{ layoutId: string }, { layoutId: string }>('deleteLayout'),
  },
  actions: {
    assignLoaded: assign((_, { layouts, kept, cameras }: LayoutsResult) => ({
      layouts,
      kept,
      cameras,
      layoutsFailure: null,
    })),
    assignLayouts: assign((_, { layouts }: LayoutsResult) => ({ layouts })),
    assignLayoutsFailure: assign((_, { error }: { error: unknown }) => ({ layoutsFailure: failureOf(error) })),
    assignSaved: assign(({ context }: { context: VideoWallContext }, saved: VideoLayout) => ({
      layouts: [...context.layouts.filter(({ id }) => id !== saved.id), saved].sort(byName),
      layoutId: saved.id,
    })),
    assignDeleted: assign(({ context }: { context: VideoWallContext }, { layoutId }: { layoutId: string }) => ({
      layouts: context.layouts.filter(({ id }) => id !== layoutId),
      layoutId: '',
    })),
    assignSaveFailure: assign((_, { error }: { error: unknown }) => ({ saveFailure: failureOf(error) })),
    clearSaveFailure: assign({ saveFailure: null }),
    closeDialog: raise({ type: 'dialog.close' as const }),
    leave: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      ({ context: { leaveTo } }: { context: VideoWallContext }) => ({ type: 'navigation.leave' as const, to: leaveTo }),
    ),
    /** Keeps what is shown for the next visit. */
    keepWall: effect<{ userId: string; kept: KeptWall }>('keepWall'),
  },
  guards: {
    isOver: ({ context: { rates } }) => totalOf(rates) > WALL_KILOBITS_MAX,
    isWithin: ({ context: { rates } }) => totalOf(rates) <= WALL_KILOBITS_MAX,
    isLimited: ({ context: { limited } }) => limited.length > 0,
    isUnlimited: ({ context: { limited } }) => limited.length === 0,
    hasOwnLayout: ({ context: { layouts, layoutId } }) => layouts.some(({ id, isOwn }) => id === layoutId && isOwn),
    hasName: ({ context }) => context.name.trim() !== '',
    isSingle: ({ context }) => context.isSingle,
    isRecording: ({ context }) => context.recording.length > 0,
    isHeld: ({ context }) => context.held !== null,
  },
  delays: {
    overDelay: OVER_MS,
    returnDelay: ({ context: { relapses } }) => Math.min(RETURN_MS * 2 ** relapses, RETURN_MAX_MS),
  },
});
