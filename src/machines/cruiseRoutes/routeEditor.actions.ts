/** Actions of the route editor. */
import { assertEvent } from 'xstate';
import type { CruisePath } from '../../../contract/entities/cruisePath.ts';
import { nameKey } from '../../../contract/rules/points.ts';
import { attemptOf } from '../factories/draftEditor.ts';
import { textBesides } from '../typedNumber.ts';
import { freeName } from '../mapEditor/draft.ts';
import {
  changing,
  draftOf,
  historyOf,
  inserting,
  isSameRoute,
  kept,
  moving,
  NO_ROUTE,
  placeOf,
  redone,
  removing,
  translated,
  undone,
  type DraftStop,
  type History,
  type RouteDraft,
} from './draft.ts';
import { type LoadedRoute, type LoadInput, type RouteEditorContext, type SaveInput } from './routeEditor.context.ts';
import { routeEditor } from './routeEditor.setup.ts';
import { routeFaults } from './routeFaults.ts';

type Context = RouteEditorContext;

export const EMPTY = {
  map: null,
  takesPhotos: false,
  points: [],
  pathId: '',
  revision: 0,
  savedBy: '',
  createdAt: 0,
  base: NO_ROUTE,
  draft: NO_ROUTE,
  past: [],
  future: [],
  mark: null,
  made: 0,
  selected: null,
  pressed: null,
  typed: null,
  insertAt: null,
  replacing: null,
  picking: false,
  keyword: '',
  dragged: null,
  tried: false,
  loops: false,
  plan: null,
  planning: '',
  preview: null,
  seed: '',
  attempt: 0,
  unanswered: null,
  failure: null,
  theirs: null,
  kept: null,
  leaving: null,
} as const satisfies Partial<Context>;

const historyIn = ({ draft, past, future, mark }: Context): History => ({ draft, past, future, mark });
/** Clears references to stops that no longer exist, and the preview, which shows the previous draft. */
function withHistory(context: Context, history: History): Partial<Context> {
  const isThere = (key: number | null): boolean => key !== null && placeOf(history.draft, key) >= 0;
  const { selected, replacing, insertAt } = context;
  return {
    ...history,
    selected: isThere(selected) ? selected : null,
    replacing: isThere(replacing) ? replacing : null,
    dragged: null,
    preview: null,
    insertAt: insertAt !== null && insertAt < history.draft.stops.length ? insertAt : null,
  };
}
const edited = (context: Context, draft: RouteDraft, mark: string | null = null): Partial<Context> =>
  withHistory(context, kept(historyIn(context), draft, mark));

export const loadInput = ({
  context: { serialNumber, pathId, route, from, mapId, userId },
}: {
  context: Context;
}): LoadInput => {
  const own = pathId || (route === 'new' ? '' : route);
  return { serialNumber, pathId: own || from, mapId, keptAs: own || `new.${mapId}`, userId };
};
const headOf = ({ pathId, revision, userName, createTime, mapId }: CruisePath): Partial<Context> => ({
  pathId,
  revision,
  savedBy: userName,
  createdAt: createTime,
  mapId,
});

/** Takes the loaded route, at the start and after a reconnect without unsaved changes. */
export function withRoute(
  context: Context,
  { map: { points, ...map }, route, kept: found, takesPhotos, seed }: LoadedRoute,
): Partial<Context> {
  const isNew = context.pathId === '' && context.route === 'new';
  const read = route ? draftOf(route, context.made) : NO_ROUTE;
  const taken = new Set(
    context.routes.filter(({ mapId }) => mapId === map.id).map(({ pathName }) => nameKey(pathName)),
  );
  const draft =
    route && isNew ? { ...read, pathName: freeName(route.pathName, (name) => taken.has(nameKey(name))) } : read;
  const base = isNew ? NO_ROUTE : read;
  return {
    map,
    points,
    takesPhotos,
    mapId: map.id,
    base,
    ...historyOf(draft),
    made: context.made + read.stops.length,
    seed: context.seed || seed,
    failure: null,
    selected: null,
    replacing: null,
    insertAt: null,
    ...(route && !isNew ? headOf(route) : {}),
    kept: found && !isSameRoute(found.draft, draft) ? found : null,
  };
}
/** Takes a reloaded map under the draft: another language, or deleted points. */
export function withMap(
  context: Context,
  { map: { points, ...map }, route, takesPhotos }: LoadedRoute,
): Partial<Context> {
  if (!route || context.pathId === '' || route.revision !== context.revision) return { map, points, takesPhotos };
  return {
    map,
    points,
    takesPhotos,
    ...translated(context.draft, context.base, draftOf(route, context.made)),
    past: [],
    future: [],
    mark: null,
    plan: null,
  };
}
/** Assigns new keys to the stops: the stored ones come from another tab. */
export const restoreDraft = routeEditor.assign(({ context }) => {
  const { kept: found, made } = context;
  if (!found) return {};
  const draft = { ...found.draft, stops: found.draft.stops.map((stop, i) => ({ ...stop, key: made + i })) };
  return {
    ...edited(context, draft),
    kept: null,
    made: made + draft.stops.length,
    revision: context.pathId === '' ? 0 : found.revision,
  };
});

export const rename = routeEditor.assign(({ context, event }) => {
  assertEvent(event, 'route.rename');
  return {
    ...edited(context, { ...context.draft, ...event.change }, Object.keys(event.change).join(' ')),
    failure: null,
  };
});
export const changeStop = routeEditor.assign(({ context, event }) => {
  assertEvent(event, 'stop.change');
  return edited(
    context,
    changing(context.draft, event.key, event.change),
    `${Object.keys(event.change).join(' ')} ${event.key}`,
  );
});
export const assignTyped = routeEditor.assign(({ context: { draft }, event }) => {
  assertEvent(event, 'field.type');
  const { key, field } = event;
  const stop = draft.stops[placeOf(draft, key)];
  const text = stop && textBesides(stop[field], event.text);
  return { typed: text == null ? null : { key, field, text } };
});
export const removeStop = routeEditor.assign(({ context, event }) => {
  assertEvent(event, 'stop.remove');
  return edited(context, removing(context.draft, event.key));
});
export const moveStop = routeEditor.assign(({ context, event }) => {
  assertEvent(event, 'stop.move');
  const at = placeOf(context.draft, event.key);
  return at < 0 ? {} : edited(context, moving(context.draft, event.key, at + event.by));
});
/** Inserts the point at the insertion position, or replaces the point of the stop being replaced. */
export const pickPoint = routeEditor.assign(({ context, event }) => {
  assertEvent(event, 'point.pick');
  const { draft, points, replacing, insertAt, made } = context;
  const point = points.find(({ areaId }) => areaId === event.areaId);
  if (!point) return {};
  if (replacing !== null)
    return {
      ...edited(context, changing(draft, replacing, { areaId: point.areaId, angle: null })),
      replacing: null,
      picking: false,
    };
  const at = insertAt ?? draft.stops.length;
  const stop: DraftStop = { key: made, areaId: point.areaId, stayTime: point.stayTime, speech: '', angle: null };
  return {
    ...edited(context, inserting(draft, at, stop)),
    made: made + 1,
    insertAt: insertAt === null ? null : at + 1,
  };
});
export const insertHere = routeEditor.assign(
  ({
    context: {
      draft: { stops },
    },
    event,
  }) => {
    assertEvent(event, 'stop.insert');
    return { insertAt: event.at !== null && event.at < stops.length ? event.at : null, replacing: null };
  },
);
export const grab = routeEditor.assign(({ context: { draft }, event }) => {
  assertEvent(event, 'stop.grab');
  const to = placeOf(draft, event.key);
  return to < 0 ? {} : { dragged: { key: event.key, to } };
});
export const drag = routeEditor.assign(
  ({
    context: {
      dragged,
      draft: { stops },
    },
    event,
  }) => {
    assertEvent(event, 'stop.drag');
    return dragged ? { dragged: { ...dragged, to: Math.max(0, Math.min(event.to, stops.length - 1)) } } : {};
  },
);
export const drop = routeEditor.assign(({ context }) =>
  context.dragged ? edited(context, moving(context.draft, context.dragged.key, context.dragged.to)) : {},
);
export const undo = routeEditor.assign(({ context }) => withHistory(context, undone(historyIn(context))));
export const redo = routeEditor.assign(({ context }) => withHistory(context, redone(historyIn(context))));
/** An undoable step like any other. */
export const discard = routeEditor.assign(({ context }) => ({
  ...edited(context, context.base),
  tried: false,
  failure: null,
}));

export const saveInput = ({ context }: { context: Context }): SaveInput => {
  const { serialNumber, mapId, pathId, revision, draft } = context;
  return { serialNumber, mapId, pathId, revision: pathId === '' ? null : revision, draft, attempt: attemptOf(context) };
};
/** Makes the saved route the new base; edits before and after the save stay undoable. */
export function withSaved(context: Context, saved: CruisePath, sent: RouteDraft): Partial<Context> {
  const read = draftOf(saved, 0);
  const base: RouteDraft = {
    ...read,
    stops: read.stops.map((stop, i) => ({ ...stop, key: sent.stops[i]?.key ?? context.made + i })),
  };
  const isAsSent = isSameRoute(context.draft, sent);
  return {
    ...headOf(saved),
    base,
    draft: isAsSent ? base : context.draft,
    mark: null,
    attempt: context.attempt + 1,
    unanswered: null,
    failure: null,
    tried: false,
    theirs: null,
    ...(isAsSent && !isSameRoute(base, sent) ? { past: [], future: [] } : {}),
  };
}
export function withTheirs(context: Context, theirs: CruisePath): Partial<Context> {
  const base = draftOf(theirs, context.made);
  return {
    ...headOf(theirs),
    base,
    ...historyOf(base),
    made: context.made + base.stops.length,
    theirs: null,
    failure: null,
    selected: null,
    replacing: null,
    insertAt: null,
  };
}
/** Keeps the own draft, with the other user's version as its base. */
export const overTheirs = ({ made }: Context, theirs: CruisePath): Partial<Context> => ({
  ...headOf(theirs),
  base: draftOf(theirs, made),
  made: made + theirs.mapAreaVOList.length,
  theirs: null,
  failure: null,
});

/** Selects the first stop with a fault that prevents saving. */
export const showFaults = routeEditor.assign(({ context }) => {
  const [fault] = routeFaults(context).filter(({ stop }) => stop !== null);
  return {
    tried: true,
    typed: null,
    ...(fault?.stop != null ? { selected: context.draft.stops[fault.stop]?.key ?? null } : {}),
  };
});
export const hasFaults = (context: Context): boolean => routeFaults(context).length > 0;
