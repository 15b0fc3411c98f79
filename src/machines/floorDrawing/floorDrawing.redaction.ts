/** Redaction rules of drawing a floor: its geometry and the names of rooms are kept; of people nothing. */
import { draftRedaction } from '../factories/draftEditor.redaction.ts';
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { type RedactionRule, defineRedaction } from '../recording/redaction.ts';
import type { PageInput } from '../app/events.ts';
import type { FloorDrawingContext, FloorDrawingEvent } from './floorDrawing.setup.ts';

const DRAWING = { walls: true, doors: true, rooms: true } as const satisfies RedactionRule;
const HEADING = {
  id: true,
  siteId: true,
  siteName: true,
  mapId: true,
  floor: true,
  name: true,
  width: true,
  height: true,
  revision: true,
  publishedRevision: true,
  savedAt: true,
  trace: true,
} as const satisfies RedactionRule;
const FLOOR = { ...HEADING, drawing: DRAWING } as const satisfies RedactionRule;
const KEPT = { revision: true, at: true, drawing: DRAWING } as const satisfies RedactionRule;

export const floorDrawingRedaction = defineRedaction<FloorDrawingContext, FloorDrawingEvent, PageInput>()({
  context: {
    userId: true,
    drawingId: true,
    floor: HEADING,
    base: { revision: true, drawing: DRAWING },
    drawing: DRAWING,
    past: true,
    future: true,
    mark: true,
    changed: true,
    ...draftRedaction(KEPT),
    selected: true,
    typed: { field: true },
    gesture: true,
    cursor: true,
    camera: true,
    wallKind: true,
    showsCells: true,
    made: true,
    theirs: FLOOR,
    leaveTo: 'path',
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'pointer.down': { at: true, px: true, isStraight: true, camera: true, reach: true },
    'pointer.move': { at: true, px: true, isStraight: true, reach: true },
    'cursor.move': { dx: true, dy: true, middle: true },
    'cursor.set': { middle: true },
    'length.key': { key: true },
    'tool.pick': { tool: true },
    'wallKind.choose': { kind: true },
    'part.select': { part: true },
    'wall.change': { kind: true },
    'room.change': { change: { kind: true } },
    'number.set': { field: true, value: true },
    'field.type': { field: true },
    'camera.set': { camera: true },
    'cells.show': { on: true },
  },
  outputs: {
    loadFloor: { floor: FLOOR, seed: true, kept: KEPT },
    saveDrawing: { result: true, revision: true, theirs: FLOOR },
    publishDrawing: FLOOR,
    removeTrace: FLOOR,
  },
  telemetry: ['pointer.move', 'camera.set'],
});
