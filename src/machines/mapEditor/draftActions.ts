/** Edits of the editor's context, each a history step, and applying changes to a reloaded map. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { IndoorMap, MapPoint } from '../../../contract/entities/map.ts';
import type { EditedPoint, PointChange } from '../../../contract/entities/mapEdit.ts';
import { nameKey } from '../../../contract/rules/points.ts';
import {
  adding,
  applied,
  changesOf,
  freeName,
  pasting,
  pointIn,
  sorted,
  type Change,
  type DraftPoint,
  type Patch,
  type Points,
  type Step,
} from './draft.ts';
import { historyOf, kept, redone, undone, type History } from './history.ts';
import type { Choice, MapEditorContext } from './mapEditor.setup.ts';

/** The editable fields of a point, without derived ones. */
export const draftPoint = ({
  areaId,
  name,
  departWord,
  arrivedWord,
  angle,
  stayTime,
  attributes,
  chargeBase,
  worldX,
  worldY,
  elevatorId,
  doorId,
}: MapPoint): DraftPoint => ({
  areaId,
  name,
  departWord,
  arrivedWord,
  angle,
  stayTime,
  attributes,
  chargeBase,
  worldX,
  worldY,
  elevatorId,
  doorId,
});
export const draftPoints = ({ points }: Pick<IndoorMap, 'points'>): Points => sorted(points.map(draftPoint));

const historyIn = ({ points, past, future, mark }: MapEditorContext): History => ({ points, past, future, mark });
/** Deleted points are removed from the selection. */
const withHistory = ({ base, selection }: MapEditorContext, history: History): Partial<MapEditorContext> => ({
  ...history,
  changed: changesOf(base.points, history.points).length,
  selection: selection.every((areaId) => pointIn(history.points, areaId))
    ? selection
    : selection.filter((areaId) => pointIn(history.points, areaId)),
});

export const withPatch = (
  context: MapEditorContext,
  patch: Patch,
  mark: string | null = null,
): Partial<MapEditorContext> => (patch.length === 0 ? {} : withHistory(context, kept(historyIn(context), patch, mark)));
export const withUndo = (context: MapEditorContext): Partial<MapEditorContext> =>
  context.past.length === 0 ? {} : withHistory(context, undone(historyIn(context)));
export const withRedo = (context: MapEditorContext): Partial<MapEditorContext> =>
  context.future.length === 0 ? {} : withHistory(context, redone(historyIn(context)));

export function addPoint(
  context: MapEditorContext,
  { at: [worldX, worldY], name, angle }: { at: Place; name: string; angle: number },
): Partial<MapEditorContext> {
  const { points, seed, made } = context;
  const taken = new Set(points.map((point) => nameKey(point.name)));
  const areaId = `${seed}-${made}`;
  const point: DraftPoint = {
    areaId,
    name: freeName(`${name} 1`, (one) => taken.has(nameKey(one))),
    departWord: '',
    arrivedWord: '',
    angle,
    stayTime: 0,
    attributes: ['none'],
    chargeBase: [],
    worldX,
    worldY,
    elevatorId: null,
    doorId: null,
  };
  return { ...withPatch(context, adding(points, point)), selection: [areaId], made: made + 1 };
}

/** Offset of a paste from its source, metres; each further paste is offset again. */
const PASTED_M = 0.5;
export function pastePoints(context: MapEditorContext): Partial<MapEditorContext> {
  const { points, clipboard, seed, made } = context;
  if (clipboard.length === 0) return {};
  const patch = pasting(points, clipboard, nameKey, (index) => `${seed}-${made + index}`, {
    dx: PASTED_M,
    dy: -PASTED_M,
  });
  const pasted = patch.flatMap(({ to }) => to ?? []);
  return {
    ...withPatch(context, patch),
    selection: patch.map(({ areaId }) => areaId),
    clipboard: pasted,
    made: made + clipboard.length,
  };
}

/** Applies a change to the current point: only the fields that were changed. */
function over({ from, to }: Step, now: DraftPoint | null): DraftPoint | null {
  if (!from || !to || !now) return to;
  const own = Object.entries(to).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(from[field as keyof EditedPoint]),
  );
  return { ...now, ...Object.fromEntries(own) };
}

/**
 * Applies changes based on an older revision to the current points. The save keeps the older base revision, so that the
 * server reports conflicts; for the same reason a deleted point stays in the base.
 */
export function carriedOver(
  now: Points,
  revision: number,
  carry: { revision: number; changes: readonly Change[] } | null,
): Pick<MapEditorContext, 'base' | 'points' | 'past' | 'future' | 'mark' | 'changed'> {
  const changes = carry?.changes ?? [];
  const gone: Patch = changes.flatMap(({ areaId, from }) =>
    from && !pointIn(now, areaId) ? [{ areaId, from: null, to: from }] : [],
  );
  const base = { revision: changes.length > 0 && carry ? carry.revision : revision, points: applied(now, gone) };
  const points = applied(
    base.points,
    changes.map(({ areaId, from, to }) => ({
      areaId,
      from,
      to: over({ areaId, from, to }, pointIn(base.points, areaId)),
    })),
  );
  return { ...historyOf(points), base, changed: changesOf(base.points, points).length };
}

/**
 * After all conflicts were settled: the current points become the base, and own changes stay where the user chose them.
 */
export function settled(
  { base, points, conflicts, choices }: MapEditorContext,
  now: Points,
): Pick<MapEditorContext, 'base' | 'points' | 'past' | 'future' | 'mark' | 'changed'> {
  const inConflict = new Set(conflicts?.rows.map(({ areaId }) => areaId));
  const steps = changesOf(base.points, points).flatMap((change): Step[] => {
    const { areaId, from, to } = change;
    if (!inConflict.has(areaId)) return [{ areaId, from, to: over(change, pointIn(now, areaId)) }];
    return choiceOf(choices, areaId) === 'mine' ? [{ areaId, from, to }] : [];
  });
  const merged = applied(
    now,
    steps.filter(({ areaId, to }) => to !== null || pointIn(now, areaId) !== null),
  );
  return {
    ...historyOf(merged),
    base: { revision: conflicts?.revision ?? base.revision, points: now },
    changed: changesOf(now, merged).length,
  };
}
const choiceOf = (choices: Readonly<Record<string, Choice>>, areaId: string): Choice => choices[areaId] ?? 'theirs';

export const wireChanges = ({ base, points }: Pick<MapEditorContext, 'base' | 'points'>): PointChange[] =>
  changesOf(base.points, points).map(({ areaId, from, to }): PointChange => {
    if (!to) return { op: 'delete', point: areaId };
    const { areaId: _, ...edited } = to;
    return { op: from ? 'change' : 'add', point: areaId, to: edited };
  });
