/**
 * Redaction rules of the maps page (machines/recording/redaction.ts): maps as on every page, nothing of the picked
 * files.
 */
import { MAP, PAGE_EVENTS, PAGE_INPUT, SITE } from '../recording/entityRedaction.ts';
import { type RedactionRule, defineRedaction } from '../recording/redaction.ts';
import type { PageInput } from '../app/events.ts';
import { formRules } from '../factories/form.redaction.ts';
import type { FormContext, FormEvent, FormInput } from '../factories/form.ts';
import type { FloorDrawing } from '../../../contract/entities/floorDrawing.ts';
import type { DrawnFloorFields } from './drawnFloor.machine.ts';
import type { DrawnFloorsContext, DrawnFloorsEvent } from './drawnFloors.machine.ts';
import type { LifContext, LifEvent, LifInput } from './lifImport.machine.ts';
import type { ImportContext, ImportEvent, ImportStart } from './mapImport.machine.ts';
import type { MapScansContext, MapScansEvent } from './mapScans.machine.ts';
import type { MapsContext, MapsEvent } from './maps.setup.ts';

const FLOOR = {
  id: true,
  siteId: true,
  floor: true,
  name: true,
  resolution: true,
  origin: true,
  picture: true,
  isDefault: true,
  revision: true,
  pointCount: true,
  createdAt: true,
} as const satisfies RedactionRule;
const ROBOT = { serialNumber: true, name: true, mapNames: true } as const satisfies RedactionRule;
const FOUND = {
  siteId: true,
  sites: { '*': SITE },
  floors: { '*': FLOOR },
  robots: { '*': ROBOT },
  plans: { '*': MAP },
} as const satisfies RedactionRule;
const BELONGINGS = {
  points: true,
  versions: true,
  routes: true,
  robots: true,
  underWay: true,
  deliveries: true,
} as const satisfies RedactionRule;
const FIELDS = { name: true, floor: true, robotNames: true } as const satisfies RedactionRule;

const IMPORT_FIELDS = {
  floor: true,
  name: true,
  distance: true,
  x: true,
  y: true,
  x2: true,
  y2: true,
} as const satisfies RedactionRule;
const KEPT_IMPORT = {
  siteId: true,
  replaced: FLOOR,
  fields: IMPORT_FIELDS,
  robotNames: true,
} as const satisfies RedactionRule;

export const mapsRedaction = defineRedaction<MapsContext, MapsEvent, PageInput>()({
  context: {
    ...FOUND,
    query: 'query',
    serialNumber: true,
    isAdmin: true,
    failure: 'failure',
    chosen: FLOOR,
    fields: FIELDS,
    belongings: BELONGINGS,
    doing: { act: true },
    editFailure: 'failure',
    format: true,
    imported: KEPT_IMPORT,
    scanFileId: true,
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'site.choose': { siteId: true },
    'map.edit': { map: FLOOR },
    'edit.type': { change: FIELDS },
    'map.makeDefault': { map: FLOOR },
    'map.move': { mapId: true, to: true },
    'map.export': { map: FLOOR, format: true },
    'map.import': { map: FLOOR },
    'map.delete': { map: FLOOR },
    'map.importScan': { fileId: true },
    'map.importPoints': { map: FLOOR },
  },
  outputs: {
    loadMaps: FOUND,
    loadBelongings: BELONGINGS,
    recallDialog: { map: FLOOR, fields: FIELDS, imported: KEPT_IMPORT },
  },
  defaults: { isAdmin: false, imported: null, scanFileId: null },
});

const READ = {
  key: true,
  width: true,
  height: true,
  title: true,
  meta: true,
  placing: true,
} as const satisfies RedactionRule;
export const mapImportRedaction = defineRedaction<ImportContext, ImportEvent, ImportStart>()({
  context: {
    siteId: true,
    replaced: FLOOR,
    fileId: true,
    progress: true,
    fault: true,
    read: READ,
    marks: true,
    nextMark: true,
    zoom: true,
    fields: IMPORT_FIELDS,
    robotNames: true,
    leaveOutside: true,
    failure: 'failure',
    saved: FLOOR,
    isRecalled: true,
  },
  input: { siteId: true, replaced: FLOOR, fileId: true, kept: KEPT_IMPORT },
  events: {
    'read.progressed': { done: true },
    'read.done': { read: READ },
    'read.failed': { fault: true },
    'mark.put': { mark: true },
    'nextMark.move': { by: true },
    'picture.zoom': { factor: true },
    'field.type': { change: IMPORT_FIELDS },
    'robot.name': { serialNumber: true, name: true },
    'import.save': { leaveOutside: true },
  },
  outputs: { saveImport: FLOOR },
  defaults: { nextMark: null, zoom: 1, isRecalled: false, fileId: null },
});

const SCAN = {
  id: true,
  serialNumber: true,
  robotName: true,
  state: true,
  progress: true,
  reason: true,
  askedAt: true,
  endedAt: true,
  fileId: true,
} as const satisfies RedactionRule;
const SCANS = { scans: { '*': SCAN }, robots: { '*': ROBOT } } as const satisfies RedactionRule;
export const mapScansRedaction = defineRedaction<MapScansContext, MapScansEvent>()({
  context: {
    ...SCANS,
    siteId: true,
    serialNumber: true,
    replaces: true,
    chosen: SCAN,
    failure: 'failure',
    refusal: 'failure',
  },
  events: {
    'scans.load': { siteId: true },
    'scan.choose': { serialNumber: true },
    'scan.start': { replaces: true },
    'scan.cancel': { scan: SCAN },
  },
  outputs: { loadScans: SCANS },
});

const LAYOUT = { mapId: true, name: true, floor: true, revision: true } as const satisfies RedactionRule;
const TARGET = { frame: true, elevators: true, doors: true, revision: true } as const satisfies RedactionRule;
export const lifImportRedaction = defineRedaction<LifContext, LifEvent, LifInput>()({
  context: {
    map: FLOOR,
    serialNumber: true,
    fault: { kind: true },
    failure: 'failure',
    read: { seed: true, layouts: { '*': LAYOUT } },
    index: true,
    target: TARGET,
    outcome: { same: true, kept: true, detached: true, steps: { '*': { does: true, areaId: true, fault: true } } },
    anew: true,
    summary: true,
  },
  input: { map: FLOOR, serialNumber: true },
  events: { 'layout.choose': { index: true } },
  outputs: {
    readLayouts: { seed: true, layouts: { '*': LAYOUT } },
    loadTarget: TARGET,
    saveLayout: { result: true, revision: true, summary: true },
  },
});

const DRAWING = {
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
} as const satisfies RedactionRule;
const NEW_FIELDS = { siteId: true } as const satisfies RedactionRule;
const DRAWINGS = { sites: true, drawings: { '*': DRAWING } } as const satisfies RedactionRule;
export const drawnFloorsRedaction = defineRedaction<DrawnFloorsContext, DrawnFloorsEvent, { isAdmin: boolean }>()({
  context: { ...DRAWINGS, isAdmin: true, siteId: true, chosen: DRAWING, failure: 'failure' },
  input: { isAdmin: true },
  events: { 'drawing.new': { siteId: true }, 'drawing.delete': { drawing: DRAWING } },
  outputs: { loadDrawings: DRAWINGS, recallDialog: { saved: NEW_FIELDS, draft: NEW_FIELDS } },
});
export const drawnFloorRedaction = defineRedaction<
  FormContext<DrawnFloorFields, FloorDrawing>,
  FormEvent<DrawnFloorFields>,
  FormInput<DrawnFloorFields>
>()({ ...formRules(NEW_FIELDS), outputs: { save: { ...DRAWING, trace: true } } });
