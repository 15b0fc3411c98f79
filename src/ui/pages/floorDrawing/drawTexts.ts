/** Locale keys and number texts of drawing a floor. */
import type { DrawnRoom, WallKind } from '../../../../contract/entities/floorDrawing.ts';
import type { DrawingFault } from '../../../../contract/rules/drawFloor/faults.ts';
import type { DrawTool } from '../../../machines/floorDrawing/floorDrawing.setup.ts';
import type { Key } from '../../hooks/localeTexts.ts';

export const TOOL_KEYS: Readonly<Record<DrawTool, Key>> = {
  select: 'shared.select',
  pan: 'shared.pan',
  wall: 'floorDrawing.tool.wall',
  room: 'shared.room',
  door: 'floorDrawing.tool.door',
  erase: 'floorDrawing.tool.erase',
};
export const TOOL_HELP: Readonly<Record<DrawTool, Key>> = {
  select: 'floorDrawing.help.select',
  pan: 'floorDrawing.help.pan',
  wall: 'floorDrawing.help.wall',
  room: 'floorDrawing.help.room',
  door: 'floorDrawing.help.door',
  erase: 'floorDrawing.help.erase',
};
export const WALL_KEYS: Readonly<Record<WallKind, Key>> = {
  inner: 'floorDrawing.wallKind.inner',
  outer: 'floorDrawing.wallKind.outer',
  window: 'floorDrawing.wallKind.window',
};
export const ROOM_KEYS: Readonly<Record<DrawnRoom['kind'], Key>> = {
  guest: 'floorDrawing.roomKind.guest',
  corridor: 'floorDrawing.roomKind.corridor',
  lobby: 'floorDrawing.roomKind.lobby',
  lift: 'shared.elevator',
  stair: 'floorDrawing.roomKind.stair',
  core: 'floorDrawing.roomKind.core',
  meeting: 'floorDrawing.roomKind.meeting',
  restaurant: 'floorDrawing.roomKind.restaurant',
  kitchen: 'floorDrawing.roomKind.kitchen',
  gym: 'floorDrawing.roomKind.gym',
  linen: 'floorDrawing.roomKind.linen',
  dock: 'floorDrawing.roomKind.dock',
  office: 'floorDrawing.roomKind.office',
  ward: 'floorDrawing.roomKind.ward',
  clinic: 'floorDrawing.roomKind.clinic',
  pharmacy: 'floorDrawing.roomKind.pharmacy',
  lab: 'floorDrawing.roomKind.lab',
};
export const FAULT_KEYS: Readonly<Record<DrawingFault['kind'], Key>> = {
  idTwice: 'floorDrawing.fault.idTwice',
  wallOutside: 'floorDrawing.fault.wallOutside',
  wallTooShort: 'floorDrawing.fault.wallTooShort',
  doorWithoutWall: 'floorDrawing.fault.doorWithoutWall',
  doorWidth: 'floorDrawing.fault.doorWidth',
  doorOffWall: 'floorDrawing.fault.doorOffWall',
  doorsOverlap: 'floorDrawing.fault.doorsOverlap',
  roomOutside: 'floorDrawing.fault.roomOutside',
  roomEmpty: 'floorDrawing.fault.roomEmpty',
};

/** Metres with at most two decimals. */
export const metresOf = (metres: number): string => String(Math.round(metres * 100) / 100);
