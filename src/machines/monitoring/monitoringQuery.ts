/** URL query of the historical monitoring: moment, range, site, floor, robots, kinds of events, view of the map. */
import {
  MONITORING_RANGES,
  MONITORING_SEARCH_MAX,
  type MonitoringRange,
} from '../../../contract/rules/monitoringLimits.ts';
import type { MapCamera, Query } from '../app/events.ts';

export const EVENT_GROUPS = ['all', 'alarms', 'runs', 'links', 'people'] as const;
export type EventGroup = (typeof EVENT_GROUPS)[number];

export interface MonitoringQuery {
  /** ms; null for live. */
  at: number | null;
  range: MonitoringRange;
  /** '' for the site of the fleet's current robot, or the first. */
  siteId: string;
  /** '' for the floor with most robots. */
  mapId: string;
  /** The robot whose lane is shown alone; '' for all. */
  robot: string;
  /** Part of the names of the robots that are shown, as typed; '' for all. */
  search: string;
  /** Of the robots, from 1. */
  page: number;
  group: EventGroup;
  camera: MapCamera | null;
}

const USUAL_RANGE = '6h';
const isRange = (text: string): text is MonitoringRange => Object.hasOwn(MONITORING_RANGES, text);
/** Digits of a scale or of metres in the URL. */
const SCALE_DIGITS = 2;

export function readMonitoringQuery(query: Query): MonitoringQuery {
  const {
    at = '',
    range = '',
    site = '',
    map = '',
    robot = '',
    events = '',
    view = '',
    search = '',
    page = '',
  } = query;
  const moment = /^\d{1,15}$/u.test(at) ? Number(at) : null;
  const [scale, cx, cy] = view.split(',').map(Number);
  const isView = [scale, cx, cy].every((one) => one !== undefined && Number.isFinite(one)) && (scale ?? 0) > 0;
  return {
    at: moment,
    range: isRange(range) ? range : USUAL_RANGE,
    siteId: site,
    mapId: map,
    robot,
    search: search.slice(0, MONITORING_SEARCH_MAX),
    page: /^[1-9]\d{0,5}$/u.test(page) ? Number(page) : 1,
    group: EVENT_GROUPS.find((one) => one === events) ?? 'all',
    camera: isView && map !== '' ? { mapId: map, scale: scale ?? 1, cx: cx ?? 0, cy: cy ?? 0 } : null,
  };
}

/** A patch of the URL's query. */
export function writeMonitoringQuery(change: Partial<MonitoringQuery>): Query {
  const { at, range, siteId, mapId, robot, search, page, group, camera } = change;
  return {
    ...(at === undefined ? {} : { at: at === null ? '' : String(Math.round(at)) }),
    ...(range === undefined ? {} : { range: range === USUAL_RANGE ? '' : range }),
    ...(siteId === undefined ? {} : { site: siteId }),
    ...(mapId === undefined ? {} : { map: mapId }),
    ...(robot === undefined ? {} : { robot }),
    ...(search === undefined ? {} : { search }),
    ...(page === undefined ? {} : { page: page === 1 ? '' : String(page) }),
    ...(group === undefined ? {} : { events: group === 'all' ? '' : group }),
    ...(camera === undefined
      ? {}
      : { view: camera ? [camera.scale, camera.cx, camera.cy].map((one) => one.toFixed(SCALE_DIGITS)).join(',') : '' }),
  };
}
