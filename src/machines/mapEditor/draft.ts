/**
 * The points of a map while they are edited: a list sorted by id that shares unchanged points with the previous list.
 * An edit is a patch that holds the old and new value of each point, so that the reversed patch undoes it exactly.
 */
import type { EditedPoint } from '../../../contract/entities/mapEdit.ts';
import { differenceOf } from '../../../contract/rules/points.ts';

export type DraftPoint = EditedPoint & { readonly areaId: string };
/** Sorted by areaId, each once. */
export type Points = readonly DraftPoint[];

export interface Step {
  readonly areaId: string;
  /** null: the point did not exist. */
  readonly from: DraftPoint | null;
  /** null: the point was deleted. */
  readonly to: DraftPoint | null;
}
/** Sorted by areaId, each once; never empty in the history. */
export type Patch = readonly Step[];

const before = (a: string, b: string): boolean => a < b;
export const sorted = (points: readonly DraftPoint[]): Points =>
  [...points].sort((a, b) => (before(a.areaId, b.areaId) ? -1 : 1));

export function pointIn(points: Points, areaId: string): DraftPoint | null {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before((points[middle] as DraftPoint).areaId, areaId)) low = middle + 1;
    else high = middle;
  }
  const found = points[low];
  return found?.areaId === areaId ? found : null;
}

/** Applies the patch; returns the same list for an empty one. */
export function applied(points: Points, patch: Patch): Points {
  if (patch.length === 0) return points;
  const next: DraftPoint[] = [];
  let at = 0;
  for (const { areaId, to } of patch) {
    while (at < points.length && before((points[at] as DraftPoint).areaId, areaId))
      next.push(points[at++] as DraftPoint);
    if (points[at]?.areaId === areaId) at += 1;
    if (to) next.push(to);
  }
  for (; at < points.length; at += 1) next.push(points[at] as DraftPoint);
  return next;
}

export const reversed = (patch: Patch): Patch => patch.map(({ areaId, from, to }) => ({ areaId, from: to, to: from }));

/** Merges two successive patches. */
export function joined(first: Patch, second: Patch): Patch {
  const steps = new Map(first.map((step) => [step.areaId, step]));
  for (const step of second) steps.set(step.areaId, { ...step, from: (steps.get(step.areaId) ?? step).from });
  return inOrder([...steps.values()].filter(({ from, to }) => from !== to));
}
const inOrder = (steps: Step[]): Patch => steps.sort((a, b) => (before(a.areaId, b.areaId) ? -1 : 1));

/** Applies `make` to each of the named points that exist. */
function changed(points: Points, ids: readonly string[], make: (point: DraftPoint) => DraftPoint | null): Patch {
  const steps = [...new Set(ids)].flatMap((areaId) => {
    const from = pointIn(points, areaId);
    if (!from) return [];
    const to = make(from);
    return to && JSON.stringify(to) === JSON.stringify(from) ? [] : [{ areaId, from, to }];
  });
  return inOrder(steps);
}

/** Rounds to millimetres, which is finer than pointer input and avoids floating-point residue in sums. */
export const rounded = (metres: number): number => Math.round(metres * 1_000) / 1_000 || 0;

/** The charging bays move along with their point. */
export function shifted(point: DraftPoint, dx: number, dy: number): DraftPoint {
  if (dx === 0 && dy === 0) return point;
  return {
    ...point,
    worldX: rounded(point.worldX + dx),
    worldY: rounded(point.worldY + dy),
    chargeBase: point.chargeBase.map((bay) => ({ ...bay, x: rounded(bay.x + dx), y: rounded(bay.y + dy) })),
  };
}

export const adding = (points: Points, point: DraftPoint): Patch =>
  pointIn(points, point.areaId) ? [] : [{ areaId: point.areaId, from: null, to: point }];
export const moving = (points: Points, ids: readonly string[], dx: number, dy: number): Patch =>
  changed(points, ids, (point) => shifted(point, dx, dy));
export const placing = (points: Points, areaId: string, x: number, y: number): Patch =>
  changed(points, [areaId], (point) => shifted(point, rounded(x) - point.worldX, rounded(y) - point.worldY));
export const changing = (points: Points, ids: readonly string[], change: Partial<EditedPoint>): Patch =>
  changed(points, ids, (point) => ({ ...point, ...change }));
export const deleting = (points: Points, ids: readonly string[]): Patch => changed(points, ids, () => null);

export type Edge = 'left' | 'right' | 'top' | 'bottom' | 'middleX' | 'middleY';
/** Aligns all points to the outermost one, or to the middle of the outermost ones. */
export function aligning(points: Points, ids: readonly string[], edge: Edge): Patch {
  const own = ids.flatMap((areaId) => pointIn(points, areaId) ?? []);
  if (own.length < 2) return [];
  const isX = edge === 'left' || edge === 'right' || edge === 'middleX';
  const along = own.map(({ worldX, worldY }) => (isX ? worldX : worldY));
  const [least, most] = [Math.min(...along), Math.max(...along)];
  const to =
    edge === 'left' || edge === 'bottom' ? least : edge === 'right' || edge === 'top' ? most : (least + most) / 2;
  return changed(points, ids, (point) =>
    isX ? shifted(point, rounded(to) - point.worldX, 0) : shifted(point, 0, rounded(to) - point.worldY),
  );
}

/** The next free name: "Door", "Door 2", "Door 3" … */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  const [, stem = wanted, number] = /^(.*?)\s*(\d{1,6})?$/su.exec(wanted) ?? [];
  if (!isTaken(wanted)) return wanted;
  const gap = /[\u3400-\u9fff]$/u.test(stem) ? '' : ' ';
  for (let next = Number(number ?? 1) + 1; ; next += 1) {
    const name = `${stem}${stem ? gap : ''}${next}`;
    if (!isTaken(name)) return name;
  }
}

/**
 * Pastes copies at an offset, with free names; the attributes charging and loading are not copied, because a map has
 * only one of each.
 */
export function pasting(
  points: Points,
  copied: readonly DraftPoint[],
  nameKey: (name: string) => string,
  newId: (index: number) => string,
  by: { dx: number; dy: number },
): Patch {
  const taken = new Set(points.map(({ name }) => nameKey(name)));
  return inOrder(
    copied.map((point, index) => {
      const name = freeName(point.name, (one) => taken.has(nameKey(one)));
      taken.add(nameKey(name));
      const attributes = point.attributes.filter((one) => one !== 'charging' && one !== 'loading');
      const areaId = newId(index);
      const to = {
        ...shifted(point, by.dx, by.dy),
        areaId,
        name,
        attributes: attributes.length > 0 ? attributes : ['none' as const],
        chargeBase: [],
      };
      return { areaId, from: null, to };
    }),
  );
}

export type ChangeKind = 'added' | 'moved' | 'changed' | 'deleted';
export interface Change extends Step {
  readonly kind: ChangeKind;
}

/** The changes from `base` to `now`; unchanged points are omitted. */
export function changesOf(base: Points, now: Points): readonly Change[] {
  const changes: Change[] = [];
  let [a, b] = [0, 0];
  while (a < base.length || b < now.length) {
    const [old, next] = [base[a], now[b]];
    if (old && old === next) {
      a += 1;
      b += 1;
      continue;
    }
    if (old && (!next || before(old.areaId, next.areaId))) {
      changes.push({ areaId: old.areaId, from: old, to: null, kind: 'deleted' });
      a += 1;
    } else if (next && (!old || before(next.areaId, old.areaId))) {
      changes.push({ areaId: next.areaId, from: null, to: next, kind: 'added' });
      b += 1;
    } else if (old && next) {
      const kind = differenceOf(old, next);
      if (kind !== 'same') changes.push({ areaId: old.areaId, from: old, to: next, kind });
      a += 1;
      b += 1;
    }
  }
  return changes;
}
