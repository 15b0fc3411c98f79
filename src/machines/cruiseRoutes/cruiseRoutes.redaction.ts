/**
 * Redaction rules of the cruise routes: names and positions of routes and points are kept, robot speech is not; of
 * people only ids.
 */
import type { PageInput } from '../app/events.ts';
import { draftRedaction } from '../factories/draftEditor.redaction.ts';
import { MAP, PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { type RedactionRule, defineRedaction } from '../recording/redaction.ts';
import type { RoutesContext, RoutesEvent } from './cruiseRoutes.setup.ts';
import type { EditorInput, RouteEditorContext } from './routeEditor.context.ts';
import type { RouteEvent } from './routeEditor.setup.ts';

const {
  points: { '*': POINT },
  ...REST
} = MAP;
const FLOOR = { ...REST, pointCount: true, createdAt: true } as const satisfies RedactionRule;
const CHOICE = {
  pathId: true,
  pathName: true,
  mapId: true,
  mapName: true,
  floor: true,
  isDefault: true,
  missing: true,
  stopCount: true,
} as const satisfies RedactionRule;
const STOP = { key: true, areaId: true, stayTime: true, angle: true, takePhoto: true } as const satisfies RedactionRule;
const DRAFT = { pathName: true, stops: { '*': STOP } } as const satisfies RedactionRule;
const STEP = {
  from: { pathName: true },
  to: { pathName: true },
  at: true,
  out: { '*': STOP },
  in: { '*': STOP },
} as const satisfies RedactionRule;
const ROUTE = {
  id: true,
  pathId: true,
  pathName: true,
  mapId: true,
  mapName: true,
  floor: true,
  isDefault: true,
  missing: true,
  createTime: true,
  userId: true,
  revision: true,
  mapAreaVOList: { '*': { areaId: true, name: true, isMissing: true, stayTime: true, angle: true, takePhoto: true } },
} as const satisfies RedactionRule;
const KEPT = { revision: true, at: true, draft: DRAFT } as const satisfies RedactionRule;
const PLAN = { of: true, legs: true } as const satisfies RedactionRule;
const FOUND = {
  routes: { '*': CHOICE },
  floors: { '*': FLOOR },
  mapId: true,
  mayEdit: true,
  mayOperate: true,
} as const satisfies RedactionRule;
const INPUT = {
  userId: true,
  language: true,
  serialNumber: true,
  route: true,
  from: true,
  mapId: true,
  mayEdit: true,
  routes: { '*': CHOICE },
} as const satisfies RedactionRule;

export const cruiseRoutesRedaction = defineRedaction<RoutesContext, RoutesEvent, PageInput>()({
  context: {
    ...FOUND,
    query: 'query',
    userId: true,
    language: true,
    serialNumber: true,
    isRead: true,
    failure: 'failure',
    pendingAction: { act: true, route: CHOICE },
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'route.open': { pathId: true },
    'route.new': { mapId: true },
    'route.duplicate': { pathId: true },
    'route.makeDefault': { pathId: true },
    'route.delete': { pathId: true },
  },
  outputs: { loadRoutes: FOUND, editor: { to: true, path: 'path', serialNumber: true } },
});

export const routeEditorRedaction = defineRedaction<RouteEditorContext, RouteEvent, EditorInput>()({
  context: {
    ...INPUT,
    map: REST,
    points: { '*': POINT },
    takesPhotos: true,
    pathId: true,
    revision: true,
    createdAt: true,
    base: DRAFT,
    draft: DRAFT,
    past: { '*': STEP },
    future: { '*': STEP },
    mark: true,
    made: true,
    selected: true,
    pressed: true,
    typed: { key: true, field: true },
    insertAt: true,
    replacing: true,
    picking: true,
    dragged: true,
    tried: true,
    loops: true,
    plan: PLAN,
    planning: true,
    preview: true,
    unanswered: { serialNumber: true, mapId: true, pathId: true, revision: true, draft: DRAFT, attempt: true },
    ...draftRedaction(KEPT),
    theirs: ROUTE,
    leaving: { to: true },
  },
  input: INPUT,
  events: {
    'point.pick': { areaId: true },
    'stop.change': { key: true },
    'field.type': { key: true, field: true },
    'stop.remove': { key: true },
    'stop.move': { key: true, by: true },
    'stop.select': { key: true },
    'mapStop.press': { areaId: true, number: true },
    'stop.insert': { at: true },
    'stop.replace': { key: true },
    'stop.grab': { key: true },
    'stop.drag': { to: true },
    'loop.set': { loops: true },
    'map.choose': { mapId: true },
    'preview.start': { at: true },
    'preview.speed': { speed: true, at: true },
    'leave.ask': { to: 'path' },
    'page.asked': { route: true, from: true },
    'page.robot': { serialNumber: true },
    'page.language': { language: true },
  },
  outputs: {
    loadRoute: { map: MAP, route: ROUTE, kept: KEPT, seed: true },
    saveRoute: ROUTE,
    planRoute: { legs: true },
  },
  telemetry: ['stop.drag'],
  defaults: { pressed: null, typed: null },
});
