/** Redaction rules of the video wall and its tiles. Names of layouts are typed, names of viewers are names of people. */
import type { PageInput } from '../app/events.ts';
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { TileContext, TileEvent, TileInput } from './videoTile.setup.ts';
import type { VideoWallContext, VideoWallEvent } from './videoWall.setup.ts';

const LAYOUT = {
  id: true,
  grid: true,
  quality: true,
  stillSeconds: true,
  isShared: true,
  tiles: true,
  isOwn: true,
} as const;

export const videoWallRedaction = defineRedaction<VideoWallContext, VideoWallEvent, PageInput>()({
  context: {
    userId: true,
    isSingle: true,
    wall: true,
    past: true,
    layouts: { '*': LAYOUT },
    layoutId: true,
    layoutsFailure: 'failure',
    saveFailure: 'failure',
    isShared: true,
    picked: true,
    placing: true,
    draggedOver: true,
    isLarge: true,
    isFilled: true,
    hasSound: true,
    isPhone: true,
    running: true,
    rates: true,
    limited: true,
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'grid.choose': { grid: true },
    'quality.choose': { quality: true },
    'stills.choose': { seconds: true },
    'tile.pick': { slot: true },
    'tile.step': { step: true, swaps: true },
    'tile.place': { slot: true, serialNumber: true },
    'tile.clear': { slot: true },
    'tile.quality': { slot: true, quality: true },
    'tile.live': { slot: true, live: true },
    'digit.press': { digit: true },
    'drag.over': { slot: true },
    'robot.place': { serialNumber: true },
    'phone.changed': { isPhone: true },
    'layout.open': { layoutId: true },
    'layout.share': { isShared: true },
    'tile.rate': { serialNumber: true, kilobits: true },
  },
  outputs: {
    loadLayouts: { layouts: { '*': LAYOUT }, kept: true },
    saveLayout: LAYOUT,
    deleteLayout: true,
  },
  telemetry: ['tile.rate'],
});

export const videoTileRedaction = defineRedaction<TileContext, TileEvent, TileInput>()({
  context: {
    serialNumber: true,
    userId: true,
    slot: true,
    quality: true,
    isLive: true,
    isLimited: true,
    stillSeconds: true,
    facts: true,
    isOnline: true,
    now: true,
    videoState: true,
    openingSince: true,
    figures: true,
    slow: true,
    good: true,
    raiseAfter: true,
    isLowered: true,
    stillAt: true,
    problem: true,
  },
  input: {
    serialNumber: true,
    userId: true,
    slot: true,
    quality: true,
    isLive: true,
    isLimited: true,
    stillSeconds: true,
  },
  events: {
    'devices.heard': { devices: true },
    'robot.seen': { isOnline: true, held: true, paused: true, at: true },
    'tile.set': { settings: true },
    'stop.press': { at: true },
    'video.changed': { state: true },
    'video.measured': { figures: true },
  },
  outputs: { loadFacts: true, keepStill: true },
  telemetry: ['devices.heard', 'robot.seen', 'video.measured'],
});
