/**
 * Redaction rules of the map editor: names and positions of points are kept, robot speech is not; of people only ids.
 */
import { draftRedaction } from '../factories/draftEditor.redaction.ts';
import { MAP, PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { type RedactionRule, defineRedaction } from '../recording/redaction.ts';
import type { PageInput } from '../app/events.ts';
import type { MapEditorContext, MapEditorEvent } from './mapEditor.setup.ts';

const {
  points: { '*': POINT },
  ...REST
} = MAP;
const FLOOR = { ...REST, pointCount: true, createdAt: true } as const satisfies RedactionRule;
const STEP = { areaId: true, kind: true, from: POINT, to: POINT } as const satisfies RedactionRule;
const PATCHES = { '*': { '*': STEP } } as const satisfies RedactionRule;
const VERSION = {
  revision: true,
  at: true,
  by: { userId: true },
  summary: true,
  pointCount: true,
} as const satisfies RedactionRule;
const CONFLICT = { areaId: true, theirs: POINT, base: POINT } as const satisfies RedactionRule;
const KEPT = { revision: true, at: true, changes: { '*': STEP } } as const satisfies RedactionRule;
const USE = { areaId: true, kind: true, id: true } as const satisfies RedactionRule;
const NAMED = { '*': { id: true, mapId: true, name: true } } as const satisfies RedactionRule;
const SAVED = {
  result: true,
  revision: true,
  summary: true,
  conflicts: { '*': CONFLICT },
  faults: true,
  uses: { '*': USE },
} as const satisfies RedactionRule;

export const mapEditorRedaction = defineRedaction<MapEditorContext, MapEditorEvent, PageInput>()({
  context: {
    userId: true,
    language: true,
    serialNumber: true,
    mapId: true,
    floors: { '*': FLOOR },
    isSiteUnused: true,
    map: REST,
    elevators: { '*': { id: true, name: true } },
    entrances: NAMED,
    base: { revision: true, points: { '*': POINT } },
    points: { '*': POINT },
    past: PATCHES,
    future: PATCHES,
    mark: true,
    changed: true,
    ...draftRedaction(KEPT),
    carry: { revision: true, changes: { '*': STEP } },
    selection: true,
    typed: { areaId: true, field: true },
    gesture: true,
    measured: true,
    clipboard: { '*': POINT },
    snap: true,
    camera: true,
    made: true,
    faults: true,
    uses: { '*': USE },
    conflicts: { revision: true, rows: { '*': CONFLICT } },
    choices: true,
    leaveTo: 'path',
    newer: { revision: true, by: { userId: true } },
    versions: { '*': VERSION },
    versionsTotal: true,
    looked: { version: VERSION, points: { '*': POINT } },
    wanted: true,
    opensVersions: true,
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'pointer.down': { at: true, px: true, hit: true, join: true, touch: true, camera: true, name: true, reach: true },
    'pointer.move': { at: true, px: true, reach: true },
    'point.add': { at: true, name: true, angle: true },
    'point.change': { areaId: true, mark: true },
    'point.place': { areaId: true, x: true, y: true, mark: true },
    'field.type': { areaId: true, field: true },
    'points.align': { edge: true },
    'points.nudge': { dx: true, dy: true },
    'tool.pick': { tool: true },
    'points.select': { ids: true, join: true },
    'snap.set': { change: true },
    'camera.set': { camera: true },
    'map.choose': { mapId: true },
    'save.send': { breakRoutes: true },
    'conflict.choose': { ids: true, choice: true },
    'robot.check': { areaId: true, replaces: true },
    'version.look': { revision: true },
    'versions.open': { revision: true },
  },
  outputs: {
    loadMap: {
      floors: { '*': FLOOR },
      map: MAP,
      elevators: NAMED,
      entrances: NAMED,
      mayEdit: true,
      isSiteUnused: true,
      seed: true,
      kept: KEPT,
    },
    savePoints: SAVED,
    restoreVersion: SAVED,
    loadVersions: { total: true, rows: { '*': VERSION } },
    loadVersion: { version: VERSION, points: { '*': POINT } },
  },
  telemetry: ['pointer.move', 'camera.set'],
  defaults: { typed: null, isSiteUnused: false },
});
