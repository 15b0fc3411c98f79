/**
 * Redaction rules of route runs (machines/recording/redaction.ts): names of points and routes are kept, names of people
 * are not.
 */
import { PAGE_EVENTS } from '../recording/entityRedaction.ts';
import { type RedactionRule, defineRedaction } from '../recording/redaction.ts';
import type { RouteRunContext, RouteRunEvent, RouteRunInput } from './routeRun.machine.ts';
import type { FollowingContext, FollowingEvent, FollowingInput } from './routeRunMonitor.machine.ts';

export const ROUTE_RUN = {
  id: true,
  serialNumber: true,
  robotName: true,
  pathId: true,
  pathName: true,
  mapId: true,
  mapName: true,
  floor: true,
  cycleType: true,
  state: true,
  phase: true,
  stayUntil: true,
  loop: true,
  rounds: true,
  reason: { type: true },
  startedBy: { userId: true },
  startedAt: true,
  endedAt: true,
  usualMs: true,
  distance: true,
  stops: true,
  arrived: true,
  skipped: true,
  revision: true,
  demo: true,
} as const satisfies RedactionRule;
const TERMS = { abilities: true, rights: true, leasedByOther: true } as const satisfies RedactionRule;

export const routeRunRedaction = defineRedaction<RouteRunContext, RouteRunEvent, RouteRunInput>()({
  context: {
    userId: true,
    route: true,
    robots: true,
    at: true,
    wanted: true,
    serialNumber: true,
    listed: true,
    cycleType: true,
    rounds: true,
    terms: TERMS,
    failure: 'failure',
    followed: true,
    started: ROUTE_RUN,
    left: true,
  },
  input: { userId: true },
  events: {
    ...PAGE_EVENTS,
    'routeRuns.changed': { robots: true, at: true },
    'route.show': { route: true },
    'routeRun.choose': { route: true, serialNumber: true },
    'robots.listed': { serialNumbers: true },
    'robot.pick': { serialNumber: true },
    'cycle.pick': { cycleType: true, rounds: true },
    'routeRun.start': { replaces: true },
    'routeRun.follow': { serialNumber: true },
    'stop.press': { at: true },
    'escape.pressed': { at: true },
    'escape.reaches': { reaches: true },
  },
  outputs: { readTerms: TERMS, startRouteRun: ROUTE_RUN },
  telemetry: ['routeRuns.changed'],
  defaults: { listed: [], rounds: '' },
});

export const routeRunMonitorRedaction = defineRedaction<FollowingContext, FollowingEvent, FollowingInput>()({
  context: {
    serialNumber: true,
    drive: ROUTE_RUN,
    seen: true,
    gone: true,
    failure: 'failure',
    refusal: 'failure',
    skipping: true,
  },
  input: { serialNumber: true, drive: ROUTE_RUN, seen: true },
  events: {
    ...PAGE_EVENTS,
    'routeRun.seen': { drive: true },
    'stop.skip': { stop: true, loop: true },
    'routeRun.end': { words: 'numbers' },
  },
  outputs: { readRouteRun: ROUTE_RUN, skipStop: ROUTE_RUN, endRouteRun: ROUTE_RUN },
  telemetry: ['routeRun.seen'],
});
