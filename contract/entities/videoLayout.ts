/** A saved layout of the video wall: which robots are shown where, and how. */
import * as v from 'valibot';
import { VIDEO_LAYOUT_NAME_MAX } from '../rules/limits.ts';
import { STILL_SECONDS, WALL_GRIDS } from '../rules/videoWall.ts';
import { handlerChecked, idOf } from './idOf.ts';
import { VIDEO_QUALITIES } from './robotConstants.ts';
import { flag, id, serialNumber } from './values.ts';

export const videoLayoutId = idOf('videoLayout', id);
export const videoLayoutName = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(VIDEO_LAYOUT_NAME_MAX));

const tile = {
  /** Place on the wall, from 1. */
  slot: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9)),
  /** null: the quality of the wall. */
  quality: v.nullable(v.picklist(VIDEO_QUALITIES)),
  /** Whether it stays live where the wall shows still pictures. */
  live: flag,
};
/** Robots of several sites can be on one wall, so the handler checks each of them. */
export const savedTile = v.object({ ...tile, serialNumber: handlerChecked(serialNumber) });
export type SavedTile = v.InferOutput<typeof savedTile>;

const settings = {
  name: videoLayoutName,
  grid: v.picklist(WALL_GRIDS),
  quality: v.picklist(VIDEO_QUALITIES),
  /** Interval of still pictures. */
  stillSeconds: v.picklist(STILL_SECONDS),
  /** Whether people who may see one of its robots can open it. */
  isShared: flag,
};
export const videoLayoutSettings = settings;

export const videoLayout = v.object({
  id: videoLayoutId,
  ...settings,
  /** `serialNumber` is null for a robot that the reader may not see. */
  tiles: v.array(v.object({ ...tile, serialNumber: v.nullable(serialNumber) })),
  isOwn: flag,
  /** Name of its owner. */
  owner: v.string(),
});
export type VideoLayout = v.InferOutput<typeof videoLayout>;
