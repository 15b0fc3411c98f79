/**
 * A route draft and its history. Each history step is the difference between two drafts, so that undo and redo need no
 * copies of whole drafts. A stop has its own key, because a route can visit a point twice.
 */
import type { CruisePath } from '../../../contract/entities/cruisePath.ts';
import { movedTo } from '../movedTo.ts';

export interface DraftStop {
  /** Stable while the draft is edited, also when the stop moves. */
  readonly key: number;
  readonly areaId: string;
  /** Seconds. */
  readonly stayTime: number;
  /** Empty: the point's own speech. */
  readonly speech: string;
  /** Degrees; null: the point's own angle. */
  readonly angle: number | null;
  /** Absent in drafts that were stored before it existed: no photo. */
  readonly takePhoto?: boolean;
}
export interface RouteHead {
  readonly pathName: string;
  readonly startSpeech: string;
  readonly endSpeech: string;
}
export interface RouteDraft extends RouteHead {
  readonly stops: readonly DraftStop[];
}
export const NO_ROUTE: RouteDraft = { pathName: '', startSpeech: '', endSpeech: '', stops: [] };

/**
 * The difference between two drafts: changed texts of the route, and the stops removed (`out`) and inserted (`in`) at
 * `at`.
 */
export interface Patch {
  readonly from: Partial<RouteHead>;
  readonly to: Partial<RouteHead>;
  readonly at: number;
  readonly out: readonly DraftStop[];
  readonly in: readonly DraftStop[];
}
export interface History {
  readonly draft: RouteDraft;
  readonly past: readonly Patch[];
  readonly future: readonly Patch[];
  /**
   * Edits with the same mark merge into one step, such as the keystrokes in a field. null: the next edit is a new step.
   */
  readonly mark: string | null;
}

const HEAD = ['pathName', 'startSpeech', 'endSpeech'] as const;
export const takesPhoto = ({ takePhoto = false }: Pick<DraftStop, 'takePhoto'>): boolean => takePhoto;
const isSameStop = (a: DraftStop | undefined, b: DraftStop | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.key === b.key &&
    a.areaId === b.areaId &&
    a.stayTime === b.stayTime &&
    a.speech === b.speech &&
    a.angle === b.angle &&
    takesPhoto(a) === takesPhoto(b));

/** null if nothing differs. */
export function patchBetween(before: RouteDraft, after: RouteDraft): Patch | null {
  const changed = HEAD.filter((field) => before[field] !== after[field]);
  const [was, is] = [before.stops, after.stops];
  let at = 0;
  while (at < was.length && at < is.length && isSameStop(was[at], is[at])) at += 1;
  let tail = 0;
  while (
    tail < was.length - at &&
    tail < is.length - at &&
    isSameStop(was[was.length - 1 - tail], is[is.length - 1 - tail])
  )
    tail += 1;
  const patch: Patch = {
    from: Object.fromEntries(changed.map((field) => [field, before[field]])),
    to: Object.fromEntries(changed.map((field) => [field, after[field]])),
    at,
    out: was.slice(at, was.length - tail),
    in: is.slice(at, is.length - tail),
  };
  return changed.length === 0 && patch.out.length === 0 && patch.in.length === 0 ? null : patch;
}
export const applied = (draft: RouteDraft, patch: Patch): RouteDraft => ({
  ...draft,
  ...patch.to,
  stops: [...draft.stops.slice(0, patch.at), ...patch.in, ...draft.stops.slice(patch.at + patch.out.length)],
});
const reversed = ({ from, to, at, out, in: into }: Patch): Patch => ({ from: to, to: from, at, out: into, in: out });

export const historyOf = (draft: RouteDraft): History => ({ draft, past: [], future: [], mark: null });
export function kept(history: History, after: RouteDraft, mark: string | null = null): History {
  const { draft, past } = history;
  const step = patchBetween(draft, after);
  if (!step) return history;
  const last = past.at(-1);
  if (mark === null || mark !== history.mark || !last) return { draft: after, past: [...past, step], future: [], mark };
  // Merged edits are one step, and no step if they cancel out.
  const whole = patchBetween(applied(draft, reversed(last)), after);
  return {
    draft: after,
    past: whole ? [...past.slice(0, -1), whole] : past.slice(0, -1),
    future: [],
    mark: whole ? mark : null,
  };
}
export function undone(history: History): History {
  const last = history.past.at(-1);
  return last
    ? {
        draft: applied(history.draft, reversed(last)),
        past: history.past.slice(0, -1),
        future: [last, ...history.future],
        mark: null,
      }
    : history;
}
export function redone(history: History): History {
  const [next, ...later] = history.future;
  return next
    ? { draft: applied(history.draft, next), past: [...history.past, next], future: later, mark: null }
    : history;
}

const plain = ({ stops, pathName, startSpeech, endSpeech }: RouteDraft): string =>
  JSON.stringify([
    pathName,
    startSpeech,
    endSpeech,
    stops.map((stop) => [stop.areaId, stop.stayTime, stop.speech, stop.angle, takesPhoto(stop)]),
  ]);
/** Compares the contents and ignores the keys of the stops. */
export const isSameRoute = (a: RouteDraft, b: RouteDraft): boolean => a === b || plain(a) === plain(b);

/** @param first key of the first stop */
export const draftOf = (
  {
    pathName,
    startSpeech,
    endSpeech,
    mapAreaVOList,
  }: Pick<CruisePath, 'pathName' | 'startSpeech' | 'endSpeech' | 'mapAreaVOList'>,
  first: number,
): RouteDraft => ({
  pathName,
  startSpeech,
  endSpeech,
  stops: mapAreaVOList.map(({ areaId, stayTime, speech, angle, takePhoto }, i) => ({
    key: first + i,
    areaId,
    stayTime,
    speech,
    angle,
    takePhoto,
  })),
});

export const placeOf = ({ stops }: RouteDraft, key: number | null): number =>
  stops.findIndex((stop) => stop.key === key);
export const inserting = (draft: RouteDraft, at: number, stop: DraftStop): RouteDraft => ({
  ...draft,
  stops: [...draft.stops.slice(0, at), stop, ...draft.stops.slice(at)],
});
export const removing = (draft: RouteDraft, key: number): RouteDraft => ({
  ...draft,
  stops: draft.stops.filter((stop) => stop.key !== key),
});
export const changing = (draft: RouteDraft, key: number, change: Partial<Omit<DraftStop, 'key'>>): RouteDraft => ({
  ...draft,
  stops: draft.stops.map((stop) => (stop.key === key ? { ...stop, ...change } : stop)),
});
/** @param to index among the stops afterwards, clamped to the list */
export const moving = (draft: RouteDraft, key: number, to: number): RouteDraft => ({
  ...draft,
  stops: movedTo(draft.stops, placeOf(draft, key), to),
});

/**
 * Applies the same route loaded in another language: unchanged texts take the new language, edited texts stay. If the
 * stops of the two versions differ, everything stays.
 */
export function translated(
  draft: RouteDraft,
  before: RouteDraft,
  now: RouteDraft,
): { draft: RouteDraft; base: RouteDraft } {
  if (before.stops.length !== now.stops.length || before.stops.some(({ areaId }, i) => areaId !== now.stops[i]?.areaId))
    return { draft, base: before };
  const base = { ...now, stops: now.stops.map((stop, i) => ({ ...stop, key: before.stops[i]?.key ?? stop.key })) };
  const head = Object.fromEntries(
    HEAD.map((field) => [field, draft[field] === before[field] ? now[field] : draft[field]]),
  ) as unknown as RouteHead;
  const textOf = (stop: DraftStop): string => {
    const at = placeOf(before, stop.key);
    return at >= 0 && before.stops[at]?.speech === stop.speech ? (base.stops[at]?.speech ?? stop.speech) : stop.speech;
  };
  return { base, draft: { ...head, stops: draft.stops.map((stop) => ({ ...stop, speech: textOf(stop) })) } };
}
