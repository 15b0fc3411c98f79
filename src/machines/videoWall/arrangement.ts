/** What the video wall shows, and the changes that people make to it. Pure. */
import type { VideoLayout } from '../../../contract/entities/videoLayout.ts';
import type { VideoQuality } from '../../../contract/entities/robotConstants.ts';
import { LIVE_BELOW, type StillSeconds, type WallGrid } from '../../../contract/rules/videoWall.ts';

export interface PlacedTile {
  /** From 1. Tiles beyond the grid stay for a larger one. */
  slot: number;
  serialNumber: string;
  /** null: the quality of the wall. */
  quality: VideoQuality | null;
  /** Stays live where the wall shows still pictures. */
  live: boolean;
}
export interface Arrangement {
  grid: WallGrid;
  quality: VideoQuality;
  stillSeconds: StillSeconds;
  /** By slot. */
  tiles: readonly PlacedTile[];
}

export const EMPTY_WALL: Arrangement = { grid: 4, quality: '720p', stillSeconds: 60, tiles: [] };

const bySlot = (tiles: readonly PlacedTile[]): PlacedTile[] => [...tiles].sort((a, b) => a.slot - b.slot);

export const shownTiles = ({ grid, tiles }: Arrangement): PlacedTile[] => tiles.filter(({ slot }) => slot <= grid);
export const tileAt = ({ tiles }: Arrangement, slot: number): PlacedTile | undefined =>
  tiles.find((tile) => tile.slot === slot);
/** 0 if the robot is not among the tiles that are shown. */
export const slotOf = (wall: Arrangement, serialNumber: string): number =>
  shownTiles(wall).find((tile) => tile.serialNumber === serialNumber)?.slot ?? 0;
/** The first empty place; 0 on a full wall. */
export const freeSlot = (wall: Arrangement): number =>
  Array.from({ length: wall.grid }, (_, index) => index + 1).find((slot) => !tileAt(wall, slot)) ?? 0;

/** Puts a robot into a place. One that is on the wall already changes places with the robot that is there. */
export function place(wall: Arrangement, slot: number, serialNumber: string): Arrangement {
  if (slot < 1 || slot > wall.grid) return wall;
  const before = slotOf(wall, serialNumber);
  if (before > 0) return swap(wall, before, slot);
  const others = wall.tiles.filter((tile) => tile.slot !== slot && tile.serialNumber !== serialNumber);
  const live = others.filter((tile) => tile.slot <= wall.grid).length < LIVE_BELOW - 1;
  return { ...wall, tiles: bySlot([...others, { slot, serialNumber, quality: null, live }]) };
}

export function swap(wall: Arrangement, from: number, to: number): Arrangement {
  if (from === to || !tileAt(wall, from) || to < 1 || to > wall.grid) return wall;
  const moved = (slot: number): number => (slot === from ? to : slot === to ? from : slot);
  return { ...wall, tiles: bySlot(wall.tiles.map((tile) => ({ ...tile, slot: moved(tile.slot) }))) };
}

export const clear = (wall: Arrangement, slot: number): Arrangement =>
  tileAt(wall, slot) ? { ...wall, tiles: wall.tiles.filter((tile) => tile.slot !== slot) } : wall;

export const changeTile = (
  wall: Arrangement,
  slot: number,
  change: Partial<Pick<PlacedTile, 'quality' | 'live'>>,
): Arrangement => ({
  ...wall,
  tiles: wall.tiles.map((tile) => (tile.slot === slot ? { ...tile, ...change } : tile)),
});

/** Without the tiles of robots that the reader may not see. */
export const arrangementOf = ({ grid, quality, stillSeconds, tiles }: VideoLayout): Arrangement => ({
  grid,
  quality,
  stillSeconds,
  tiles: bySlot(
    tiles.flatMap((tile) => (tile.serialNumber === null ? [] : [{ ...tile, serialNumber: tile.serialNumber }])),
  ),
});
/** Places of a layout whose robots the reader may not see. */
export const foreignSlots = ({ tiles }: VideoLayout): number[] =>
  tiles.flatMap(({ slot, serialNumber }) => (serialNumber === null ? slot : []));

const text = ({ grid, quality, stillSeconds, tiles }: Arrangement): string =>
  JSON.stringify([
    grid,
    quality,
    stillSeconds,
    bySlot(tiles).map((tile) => [tile.slot, tile.serialNumber, tile.quality, tile.live]),
  ]);
export const isSameWall = (one: Arrangement, other: Arrangement): boolean => text(one) === text(other);

export type Step = 'left' | 'right' | 'up' | 'down';
/** The place beside another one; the same at the edge. */
export function slotBeside(grid: WallGrid, slot: number, step: Step): number {
  const across = Math.sqrt(grid);
  const [row, column] = [Math.floor((slot - 1) / across), (slot - 1) % across];
  const [down, right] = { left: [0, -1], right: [0, 1], up: [-1, 0], down: [1, 0] }[step] as [number, number];
  const [nextRow, nextColumn] = [row + down, column + right];
  return nextRow < 0 || nextRow >= across || nextColumn < 0 || nextColumn >= across
    ? slot
    : nextRow * across + nextColumn + 1;
}
