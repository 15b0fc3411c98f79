/** Historical monitoring: positions, states and events of a site's robots in the past. */
import * as v from 'valibot';
import { endpoint, signedIn } from '../endpoint.ts';
import { eventRecord } from '../entities/eventRecord.ts';
import { monitoringOverview } from '../entities/monitoring.ts';
import { siteId, time } from '../entities/values.ts';
import {
  MONITORING_EVENTS_MAX,
  OVERVIEW_BARS_MAX_MS,
  TRACKS_ROBOTS_MAX,
  TRACKS_WINDOW_MAX_MS,
} from '../rules/monitoringLimits.ts';

/** `from` inclusive, `until` exclusive, ms. */
const span = v.object({ siteId, from: time, until: time });

export const monitoring = {
  tracks: endpoint('/monitoring/get-tracks', {
    summary: `Returns the tracks of the caller's robots of a site as one binary file (contract/wire/trackReply.ts): at most ${TRACKS_WINDOW_MAX_MS / 3_600_000} hour of ${TRACKS_ROBOTS_MAX} robots. The positions are on the maps that the robots were on.`,
    access: signedIn,
    kind: 'read',
    binary: true,
    request: span,
    response: v.file(),
  }),
  overview: endpoint('/monitoring/get-overview', {
    summary: `Returns what the caller's robots of a site did, by state: as bars for up to ${OVERVIEW_BARS_MAX_MS / 3_600_000} hours, as shares of each hour beyond that; with the times in which nothing was recorded, and the number of robots that the caller may not see.`,
    access: signedIn,
    kind: 'read',
    request: span,
    response: monitoringOverview,
  }),
  events: endpoint('/monitoring/get-events', {
    summary: `Returns the newest ${MONITORING_EVENTS_MAX} events of the caller's robots of a site that fall into a time or reach into it, oldest first.`,
    access: signedIn,
    kind: 'read',
    request: span,
    response: v.object({ isMore: v.boolean(), rows: v.array(eventRecord) }),
  }),
};
