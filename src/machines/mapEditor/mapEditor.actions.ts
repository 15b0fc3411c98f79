/** Actions of the map editor. */
import { assertEvent } from 'xstate';
import type { MapPoint } from '../../../contract/entities/map.ts';
import type { MapVersion } from '../../../contract/entities/mapEdit.ts';
import { tidyAttributes } from '../../../contract/rules/points.ts';
import { attemptOf } from '../factories/draftEditor.ts';
import { textBesides } from '../typedNumber.ts';
import { aligning, changesOf, changing, deleting, moving, placing, pointIn, sorted } from './draft.ts';
import {
  addPoint,
  carriedOver,
  draftPoint,
  draftPoints,
  pastePoints,
  settled,
  withPatch,
  withRedo,
  withUndo,
  wireChanges,
} from './draftActions.ts';
import { mapEditor, type LoadedMap, type MapEditorContext, type SaveInput } from './mapEditor.setup.ts';

/** Initial context, also used when another map is opened. */
export const EMPTY = {
  map: null,
  base: { revision: 0, points: [] },
  points: [],
  past: [],
  future: [],
  mark: null,
  changed: 0,
  carry: null,
  kept: null,
  selection: [],
  typed: null,
  gesture: null,
  measured: null,
  camera: null,
  failure: null,
  faults: [],
  uses: [],
  conflicts: null,
  choices: {},
  leaveTo: '',
  newer: null,
  versions: [],
  versionsTotal: 0,
  looked: null,
  wanted: 0,
  opensVersions: false,
} as const satisfies Partial<MapEditorContext>;

export function withMap(
  context: MapEditorContext,
  { floors, isSiteUnused, map, elevators, entrances, seed, kept }: LoadedMap,
): Partial<MapEditorContext> {
  if (!map) return { ...EMPTY, floors, isSiteUnused, elevators, entrances };
  const { points, ...rest } = map;
  const carry = map.id === context.mapId ? context.carry : null;
  const own = carriedOver(draftPoints({ points }), map.revision, carry);
  return {
    ...own,
    map: rest,
    mapId: map.id,
    floors,
    isSiteUnused,
    elevators,
    entrances,
    seed,
    made: 0,
    carry: null,
    kept: carry ? null : kept,
    selection: context.selection.filter((areaId) => pointIn(own.points, areaId)),
    failure: null,
    newer: null,
  };
}
/**
 * Takes the reloaded map, after a save and after a reconnect. The history is kept unless another user saved in between.
 */
export function withSaved(context: MapEditorContext, loaded: LoadedMap): Partial<MapEditorContext> {
  if (!loaded.map) return withMap(context, loaded);
  const { points, ...map } = loaded.map;
  const now = draftPoints({ points });
  const {
    base: { revision },
    changed,
  } = context;
  if (changed === 0 && map.revision === revision) return { map, floors: loaded.floors, newer: null };
  if (changed === 0 || map.revision !== revision + 1)
    return withMap({ ...context, carry: null }, { ...loaded, kept: null });
  return {
    map,
    floors: loaded.floors,
    base: { revision: map.revision, points: now },
    changed: changesOf(now, context.points).length,
    mark: null,
    newer: null,
  };
}
export const restoreDraft = mapEditor.assign(({ context }) => ({
  ...carriedOver(context.base.points, context.base.revision, context.kept),
  kept: null,
}));
export const carryDraft = mapEditor.assign(({ context: { base, points, changed, mapId } }) => ({
  carry: changed > 0 ? { revision: base.revision, changes: changesOf(base.points, points) } : null,
  gesture: null,
  mapId,
}));
export const chooseMap = mapEditor.assign(({ event }) => {
  assertEvent(event, 'map.choose');
  return { ...EMPTY, mapId: event.mapId };
});
/**
 * The other robot can be at another site with another map: then the draft stays in storage. A map of a site without robots
 * is left only by choosing another robot, not by the fleet settling on its first one.
 */
export const assignRobot = mapEditor.assign(({ context: { serialNumber, mapId, isSiteUnused }, event }) => {
  assertEvent(event, 'page.robotChanged');
  return { serialNumber: event.serialNumber, mapId: isSiteUnused && serialNumber !== '' ? '' : mapId };
});

export const addHere = mapEditor.assign(({ context, event }) => {
  assertEvent(event, 'point.add');
  return addPoint(context, event);
});
export const change = mapEditor.assign(({ context, event }) => {
  assertEvent(event, 'point.change');
  const { areaId, mark } = event;
  const tidy = event.change.attributes ? { attributes: tidyAttributes(event.change.attributes) } : {};
  return withPatch(
    context,
    changing(context.points, [areaId], { ...event.change, ...tidy }),
    mark === null ? null : `${mark} ${areaId}`,
  );
});
export const place = mapEditor.assign(({ context, event }) => {
  assertEvent(event, 'point.place');
  return withPatch(
    context,
    placing(context.points, event.areaId, event.x, event.y),
    event.mark === null ? null : `${event.mark} ${event.areaId}`,
  );
});
export const noteTyped = mapEditor.assign(({ context: { points }, event }) => {
  assertEvent(event, 'field.type');
  const { areaId, field } = event;
  const point = pointIn(points, areaId);
  const text = point && textBesides(point[field], event.text);
  return { typed: text == null ? null : { areaId, field, text } };
});
export const remove = mapEditor.assign(({ context }) =>
  withPatch(context, deleting(context.points, context.selection)),
);
export const align = mapEditor.assign(({ context, event }) => {
  assertEvent(event, 'points.align');
  return withPatch(context, aligning(context.points, context.selection, event.edge));
});
export const nudge = mapEditor.assign(({ context, event }) => {
  assertEvent(event, 'points.nudge');
  return withPatch(
    context,
    moving(context.points, context.selection, event.dx, event.dy),
    `nudge ${context.selection.join(' ')}`,
  );
});
export const copy = mapEditor.assign(({ context: { points, selection } }) => ({
  clipboard: selection.flatMap((areaId) => pointIn(points, areaId) ?? []),
}));
export const paste = mapEditor.assign(({ context }) => pastePoints(context));
export const undo = mapEditor.assign(({ context }) => withUndo(context));
export const redo = mapEditor.assign(({ context }) => withRedo(context));
export const choosePoints = mapEditor.assign(({ context: { selection }, event }) => {
  assertEvent(event, 'points.select');
  if (!event.join) return { selection: event.ids, mark: null };
  const isAll = event.ids.every((id) => selection.includes(id));
  return {
    selection: isAll ? selection.filter((id) => !event.ids.includes(id)) : [...new Set([...selection, ...event.ids])],
    mark: null,
  };
});
export const saveInput = ({ context, event }: { context: MapEditorContext; event: { type: string } }): SaveInput => ({
  serialNumber: context.serialNumber,
  mapId: context.mapId,
  baseRevision: context.base.revision,
  changes: wireChanges(context),
  breakRoutes: 'breakRoutes' in event && event.breakRoutes === true,
  attempt: attemptOf(context),
});
export const restoreInput = ({ context }: { context: MapEditorContext }) => ({
  serialNumber: context.serialNumber,
  mapId: context.mapId,
  revision: context.wanted,
  baseRevision: context.base.revision,
  attempt: attemptOf(context),
});
export const chooseSides = mapEditor.assign(({ context: { choices }, event }) => {
  assertEvent(event, 'conflict.choose');
  return { choices: { ...choices, ...Object.fromEntries(event.ids.map((areaId) => [areaId, event.choice])) } };
});
export function withChoices(context: MapEditorContext, { map }: LoadedMap): Partial<MapEditorContext> {
  if (!map) return {};
  const { points, ...rest } = map;
  return {
    ...settled(context, draftPoints({ points })),
    map: rest,
    conflicts: null,
    choices: {},
    selection: [],
    newer: null,
  };
}
export const assignUpdates = mapEditor.assign(({ event }) => {
  assertEvent(event, 'page.mapChanged');
  return { newer: { revision: event.revision, by: event.by } };
});
export const lookedAt = ({
  version,
  points,
}: {
  version: MapVersion;
  points: readonly MapPoint[];
}): Pick<MapEditorContext, 'looked'> => ({ looked: { version, points: sorted(points.map(draftPoint)) } });
