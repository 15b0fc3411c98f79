/** Types, effects, guards and actions of the historical monitoring. */
import type { ExportEvent } from '../factories/longJob.ts';
import { assign, raise, sendTo, setup } from 'xstate';
import type { EventRecord } from '../../../contract/entities/eventRecord.ts';
import type { IndoorMap, Site } from '../../../contract/entities/map.ts';
import type { MonitoringOverview } from '../../../contract/entities/monitoring.ts';
import { type MonitoringRange, TRACK_EXPORT_MAX_MS } from '../../../contract/rules/monitoringLimits.ts';
import { type MapCamera, type PageEvent, type PageInput, type Query, systemActor } from '../app/events.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import { listCursorMachine } from '../factories/listCursor.machine.ts';
import { noticeActions } from '../factories/noticeActions.ts';
import type { Failure } from '../failure.ts';
import { type EventGroup, readMonitoringQuery, writeMonitoringQuery } from './monitoringQuery.ts';
import { needsPhotos, type PhotosRequest, type RobotPhotos, soloOf } from './robotPhotos.ts';
import { type RobotsShown, robotsShown, showsOthers } from './robotsShown.ts';
import {
  type Clip,
  contains,
  lengthOf,
  liveView,
  markedClip,
  panned,
  skipTo,
  SKIPS_FROM,
  spanFor,
  type Speed,
  type TimeSpan,
  viewFor,
  viewWith,
  WINDOW_MS,
  windowStart,
  WRITTEN_AFTER_MS,
  zoomed,
} from './timeView.ts';

export interface Places {
  sites: readonly Site[];
  maps: readonly IndoorMap[];
  /** Of the current robot; '' without. */
  siteId: string;
  /** Server clock, ms. */
  now: number;
}
/** A scheduled run that has not begun, or was not started. */
export interface PlannedRun {
  taskId: string;
  serialNumber: string;
  /** Of the route, or what is disinfected. */
  name: string;
  from: number;
  /** null if it will not run, or did not. */
  until: number | null;
  /** `doubtful`: something may prevent it; `skipped`: it will not run; `missed`: it was not started. */
  look: 'planned' | 'doubtful' | 'skipped' | 'missed';
}
export interface OverviewResult {
  overview: MonitoringOverview;
  /** null if the timetable could not be read; empty beyond a day. */
  planned: readonly PlannedRun[] | null;
  /** Oldest first. */
  events: readonly EventRecord[];
  isMore: boolean;
}
export interface SpanRequest extends TimeSpan, RobotsShown {
  siteId: string;
}
export interface OverviewRequest extends SpanRequest {
  /** Of the site. */
  timeZone: string;
}

export interface TracksRequest extends SpanRequest {
  /** Nothing that was loaded before is of use. */
  isFirst: boolean;
}

export interface ExportRequest extends TimeSpan {
  siteId: string;
  /** Of the site. */
  timeZone: string;
  /** Serial numbers, comma-separated; '' for all robots of the site that match `search`. */
  robots: string;
  search: string;
}

export interface MonitoringContext {
  query: Query;
  sites: readonly Site[];
  maps: readonly IndoorMap[];
  placesFailure: Failure | null;
  siteId: string;
  /** Server clock as last known, ms. */
  now: number;
  /** The moment shown, ms; null for live. */
  at: number | null;
  /** Server clock at which `at` was right; while it plays, the moment moves on from there. */
  wallAt: number;
  speed: Speed;
  /** What the lanes show. */
  view: TimeSpan;
  overview: MonitoringOverview | null;
  /** The time of `overview`. */
  span: TimeSpan | null;
  planned: readonly PlannedRun[] | null;
  events: readonly EventRecord[];
  isMore: boolean;
  overviewFailure: Failure | null;
  /** Starts of the windows whose tracks are loaded. */
  windows: readonly number[];
  tracksFailure: Failure | null;
  /** Start of the window whose reading began last; null after one was read. */
  askedWindow: number | null;
  /** Ends of the clip, ms. */
  clip: Clip;
  /** The last idle time that playing skipped. */
  skipped: TimeSpan | null;
  camera: MapCamera | null;
  /** Of the robot that is shown alone, around the moment; null before they are loaded. */
  photos: RobotPhotos | null;
  photosFailure: Failure | null;
}
export type MonitoringEvent =
  | PageEvent
  /** `now` is the server's clock in all of these, ms. */
  | { type: 'moment.seek'; at: number; now: number }
  | { type: 'moment.step'; ms: number; now: number }
  | { type: 'play.toggle'; now: number }
  | { type: 'speed.set'; speed: Speed; now: number }
  | { type: 'clock.ticked'; now: number }
  | { type: 'live.back' }
  | { type: 'clip.mark'; edge: 'from' | 'until'; now: number }
  | { type: 'clip.clear' }
  | { type: 'range.set'; range: MonitoringRange }
  | { type: 'view.zoom'; factor: number; at: number }
  | { type: 'view.pan'; ms: number }
  | { type: 'view.set'; from: number; until: number }
  | { type: 'site.choose'; siteId: string }
  | { type: 'map.choose'; mapId: string }
  | { type: 'robot.solo'; serialNumber: string }
  /** The part of the robots' names that is typed. */
  | { type: 'search.set'; search: string }
  | { type: 'page.choose'; page: number }
  | { type: 'group.choose'; group: EventGroup }
  | { type: 'map.moved'; camera: MapCamera | null }
  | ExportEvent
  | { type: 'places.retry' }
  | { type: 'overview.retry' }
  | { type: 'tracks.retry' }
  | { type: 'photos.retry' }
  /** Raised by this machine itself. */
  | { type: 'view.changed' }
  | { type: 'moment.moved' }
  /** What is loaded is of other robots. */
  | { type: 'robots.changed' };
type Known = { context: MonitoringContext };

/** The lanes are read again at this interval, ms. */
export const RENEW_MS = 60_000;
/** The URL follows when the moment rests for this long, and tracks are read when a drag rests, ms. */
const URL_MS = 700;
const REST_MS = 120;
/** Tracks that could not be read are read again after this pause, ms: playing waits for them. */
export const TRACKS_RETRY_MS = 5_000;
const MAX_WINDOWS = 24;
/** At 1x, ms. */
const SAME_MOMENT_MS = 1_000;

/** The moment at a server time. */
export const momentAt = (
  { at, wallAt, speed }: Pick<MonitoringContext, 'at' | 'wallAt' | 'speed'>,
  now: number,
): number => (at ?? now) + Math.max(0, now - wallAt) * speed;
const missingWindow = ({ at, windows, siteId }: MonitoringContext): number | null => {
  if (at === null || siteId === '') return null;
  const start = windowStart(at);
  return windows.includes(start) ? null : start;
};
/** Whether the query has the moment that is shown, up to what the play moved on meanwhile. */
const isMomentOf = ({ at, speed }: MonitoringContext, query: Query): boolean => {
  const asked = readMonitoringQuery(query).at;
  return asked === null ? at === null : at !== null && Math.abs(at - asked) <= SAME_MOMENT_MS * speed;
};
const knownUntil = (now: number): number => now - WRITTEN_AFTER_MS;
/** Applies a query: the moment, the range and the site of the URL. */
const fromQuery = (context: MonitoringContext, query: Query): Partial<MonitoringContext> => {
  const { at, range, siteId } = readMonitoringQuery(query);
  const before = readMonitoringQuery(context.query);
  const view =
    range !== before.range || (at === null) !== (context.at === null)
      ? viewFor(range, at, context.now)
      : at === null
        ? context.view
        : viewWith(context.view, at);
  return {
    query,
    view,
    siteId: siteId || context.siteId,
    ...(isMomentOf(context, query) ? {} : { at, wallAt: context.now }),
  };
};

const NOT_LOADED = {
  span: null,
  windows: [],
  tracksFailure: null,
  askedWindow: null,
  overviewFailure: null,
} satisfies Partial<MonitoringContext>;

export const monitoring = setup({
  types: {
    context: {} as MonitoringContext,
    input: {} as PageInput,
    events: {} as MonitoringEvent,
    tags: {} as 'waiting' | 'playing' | 'past' | 'loadingOverview' | 'loadingTracks' | 'loadingPhotos' | 'exporting',
    children: {} as { robotCursor: 'listCursor' },
  },
  actors: {
    loadPlaces: promiseEffect<Places>('loadPlaces'),
    loadOverview: promiseEffect<OverviewResult, OverviewRequest>('loadOverview'),
    /** Loads the tracks of a window into the store that the map reads; resolves when they are there. */
    loadTracks: promiseEffect<{ from: number }, TracksRequest>('loadTracks'),
    loadPhotos: promiseEffect<RobotPhotos, PhotosRequest>('loadPhotos'),
    exportTracks: promiseEffect<void, ExportRequest>('exportTracks'),
    /** Sends `clock.ticked` four times a second. */
    ticker: callbackEffect('ticker'),
    listCursor: listCursorMachine,
  },
  guards: {
    isPast: ({ context }: Known) => context.at !== null,
    showsOthers: ({ context }: Known, { query }: { query: Query }) => showsOthers(context, query),
    isQueryOfNow: ({ context }: Known, { query }: { query: Query }) => {
      const { range, siteId } = readMonitoringQuery(query);
      const before = readMonitoringQuery(context.query);
      return isMomentOf(context, query) && range === before.range && (siteId === '' || siteId === context.siteId);
    },
    isMomentOfNow: ({ context }: Known, { query }: { query: Query }) => isMomentOf(context, query),
    isPastQuery: (_: Known, { query }: { query: Query }) => readMonitoringQuery(query).at !== null,
    needsOverview: ({ context: { span, view, siteId, overview } }: Known) =>
      siteId !== '' && (!overview || !span || !contains(span, view)),
    /** While a span is read, playing must not begin the reading again with each tick. */
    hasLeftSpan: ({ context: { span, view } }: Known) => !span || !contains(span, view),
    needsTracks: ({ context }: Known) => missingWindow(context) !== null,
    needsOtherTracks: ({ context }: Known) => ![null, context.askedWindow].includes(missingWindow(context)),
    needsPhotos: ({ context }: Known) => needsPhotos(context),
    showsRobot: ({ context }: Known) => soloOf(context) !== '',
    isAtEnd: ({ context }: Known, { now }: { now: number }) => momentAt(context, now) >= knownUntil(now),
    canExport: ({ context }: Known) => exportFault(exportSpan(context)) === null,
    needsOverviewAgain: ({ context }: Known) => context.siteId !== '',
    /** Later moments are the present. */
    isBefore: (_: Known, { at, now }: { at: number; now: number }) => at < now - 1_000,
    isBack: (_: Known, { ms }: { ms: number }) => ms < 0,
  },
  actions: {
    assignPlaces: assign(({ context }, { sites, maps, siteId, now }: Places) => {
      const asked = readMonitoringQuery(context.query);
      const site = [asked.siteId, siteId].find((id) => sites.some((one) => one.id === id)) ?? sites[0]?.id ?? '';
      return {
        sites,
        maps,
        now,
        siteId: site,
        placesFailure: null,
        wallAt: now,
        view: viewFor(asked.range, asked.at, now),
        camera: context.camera ?? asked.camera,
      };
    }),
    /** What is loaded of other robots is read again; their lanes stay until then. */
    forgetRobots: assign(({ context }, { query }: { query: Query }) => {
      const { siteId } = readMonitoringQuery(query);
      const isOtherSite = siteId !== '' && siteId !== context.siteId;
      return { ...NOT_LOADED, ...(isOtherSite ? { overview: null, planned: [], events: [] } : {}) };
    }),
    assignQuery: assign((_, { query }: { query: Query }) => ({ query })),
    assignFromQuery: assign(({ context }, { query }: { query: Query }) => fromQuery(context, query)),
    assignOverview: assign(({ context: { view, at, now } }, { overview, planned, events, isMore }: OverviewResult) => ({
      overview,
      planned,
      events,
      isMore,
      overviewFailure: null,
      now: Math.max(now, overview.time),
      ...(at === null ? { view: liveView(view, Math.max(now, overview.time)) } : {}),
    })),
    assignSpan: assign(({ context: { view, now } }) => ({ span: spanFor(view, now) })),
    seek: assign(({ context: { view } }, { at, now }: { at: number; now: number }) => {
      const moment = Math.max(0, Math.min(at, knownUntil(now)));
      return { at: moment, wallAt: now, now, view: viewWith(view, moment), skipped: null };
    }),
    step: assign(({ context }, { ms, now }: { ms: number; now: number }) => {
      const moment = Math.max(0, Math.min(momentAt(context, now) + ms, knownUntil(now)));
      return { at: moment, wallAt: now, now, view: viewWith(context.view, moment), skipped: null };
    }),
    /** Moves on with the clock; idle times are skipped at high speed, and playing waits for tracks. */
    advance: assign(({ context }, { now }: { now: number }) => {
      if (missingWindow(context) !== null) return { wallAt: now, now };
      const moment = Math.min(momentAt(context, now), knownUntil(now));
      const { robot } = readMonitoringQuery(context.query);
      const next = context.speed >= SKIPS_FROM ? skipTo(context.overview, robot, moment) : null;
      const at = next === null ? moment : Math.min(next, knownUntil(now));
      return {
        at,
        wallAt: now,
        now,
        view: viewWith(context.view, at),
        skipped: next === null ? context.skipped : { from: moment, until: at },
      };
    }),
    /** Fixes the moment at which playing paused. */
    settle: assign(({ context }, { now }: { now: number }) => ({
      at: Math.min(momentAt(context, now), knownUntil(now)),
      wallAt: now,
      now,
    })),
    startClock: assign((_, { now }: { now: number }) => ({ wallAt: now, now, skipped: null })),
    goLive: assign(({ context: { view, now } }) => ({
      at: null,
      skipped: null,
      view: liveView(view, now),
    })),
    assignView: assign((_, { view }: { view: TimeSpan }) => ({ view })),
    zoomView: assign(({ context: { view } }, { factor, at }: { factor: number; at: number }) => ({
      view: zoomed(view, factor, at),
    })),
    panView: assign(({ context: { view } }, { ms }: { ms: number }) => ({ view: panned(view, ms) })),
    assignSite: assign((_, { siteId }: { siteId: string }) => ({
      siteId,
      ...NOT_LOADED,
      overview: null,
      planned: [],
      events: [],
    })),
    addWindow: assign(({ context: { windows } }, { from }: { from: number }) => ({
      windows: [...windows.filter((one) => one !== from), from].slice(-MAX_WINDOWS),
      tracksFailure: null,
      askedWindow: null,
    })),
    dropWindows: assign({ windows: [] }),
    dropPhotos: assign({ photos: null, photosFailure: null }),
    markClip: assign(({ context: { clip, at, now } }, { edge }: { edge: 'from' | 'until' }) => ({
      clip: markedClip(clip, edge, at ?? now),
    })),
    patchQuery: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      // With the moment, which the URL gets only when it rests.
      ({ context: { at } }, { query, push = false }: { query: Query; push?: boolean }) => ({
        type: 'navigation.query' as const,
        query: { ...writeMonitoringQuery({ at }), ...query },
        push,
      }),
    ),
    patchMoment: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      ({ context: { at } }) => ({ type: 'navigation.query' as const, query: writeMonitoringQuery({ at }) }),
    ),
    ...noticeActions<MonitoringContext, MonitoringEvent>(),
    viewChanged: raise({ type: 'view.changed' as const }),
    robotsChanged: raise({ type: 'robots.changed' as const }),
    momentMoved: raise({ type: 'moment.moved' as const }),
  },
  delays: { renew: RENEW_MS, url: URL_MS, rest: REST_MS, retry: TRACKS_RETRY_MS },
});

/** The clip, or else the past part of what the lanes show; whole seconds. */
export function exportSpan({ clip, view, now }: Pick<MonitoringContext, 'clip' | 'view' | 'now'>): TimeSpan {
  const { from, until } =
    clip.from !== null && clip.until !== null ? { from: clip.from, until: clip.until } : { ...view };
  const second = (at: number): number => Math.round(at / 1_000) * 1_000;
  return { from: second(Math.max(0, from)), until: second(Math.min(until, now)) };
}
/** Why a time cannot be exported; null if it can. `empty` is also what has not happened yet. */
export const exportFault = (span: TimeSpan): 'empty' | 'tooLong' | null => {
  if (lengthOf(span) <= 0) return 'empty';
  return lengthOf(span) > TRACK_EXPORT_MAX_MS ? 'tooLong' : null;
};

export const zoneOf = ({ sites, siteId }: Pick<MonitoringContext, 'sites' | 'siteId'>): string =>
  sites.find(({ id }) => id === siteId)?.timeZone ?? 'UTC';

export const nextWindow = (context: MonitoringContext): TracksRequest => {
  const start = missingWindow(context) ?? windowStart(context.at ?? context.now);
  return {
    ...{ siteId: context.siteId, from: start, until: start + WINDOW_MS },
    ...robotsShown(context.query),
    isFirst: context.windows.length === 0,
  };
};
