/** Historical monitoring: positions, states and events of a site's robots in the past. */
import * as v from 'valibot';
import { endpoint, signedIn } from '../endpoint.ts';
import { eventRecord } from '../entities/eventRecord.ts';
import { LANGUAGES } from '../entities/constants.ts';
import { fileExport, fileExportId } from '../entities/fileExport.ts';
import { handlerChecked, idOf } from '../entities/idOf.ts';
import { monitoringOverview } from '../entities/monitoring.ts';
import { serialNumber, siteId, time } from '../entities/values.ts';
import { exportZone } from '../entities/zone.ts';
import { SERIAL_NUMBER_MAX } from '../rules/limits.ts';
import {
  MONITORING_EVENTS_MAX,
  MONITORING_ROBOTS_PER_PAGE,
  MONITORING_SEARCH_MAX,
  OVERVIEW_BARS_MAX_MS,
  TRACK_EXPORT_EVENTS,
  TRACK_EXPORT_MAX_MS,
  TRACK_EXPORT_PICTURE_BYTES,
  TRACK_EXPORT_PICTURES,
  TRACK_EXPORT_ROBOTS,
  TRACKS_WINDOW_MAX_MS,
} from '../rules/monitoringLimits.ts';

/** `from` inclusive, `until` exclusive, ms. */
const span = v.object({ siteId, from: time, until: time });
const search = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(MONITORING_SEARCH_MAX)), '');
/**
 * Which of the site's robots, in the order of their names: those whose name or serial number contains `search`, a page of
 * them. `robot` is on the page that is returned, if it is one of the caller's robots that match; any other is ignored.
 */
const robots = {
  search,
  page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  robot: v.optional(v.union([handlerChecked(serialNumber), v.literal('')]), ''),
};
const pageOfRobots = v.object({ ...span.entries, ...robots });

export const monitoring = {
  tracks: endpoint('/monitoring/get-tracks', {
    summary: `Returns the tracks of the caller's robots of a site as one binary file (contract/wire/trackReply.ts): at most ${TRACKS_WINDOW_MAX_MS / 3_600_000} hour of a page of ${MONITORING_ROBOTS_PER_PAGE} robots. The positions are on the maps that the robots were on.`,
    access: signedIn,
    kind: 'read',
    binary: true,
    request: pageOfRobots,
    response: v.file(),
  }),
  overview: endpoint('/monitoring/get-overview', {
    summary: `Returns what the caller's robots of a site did, by state: as bars for up to ${OVERVIEW_BARS_MAX_MS / 3_600_000} hours, as shares of each hour beyond that; with the times in which nothing was recorded, and the number of robots that the caller may not see. A page has ${MONITORING_ROBOTS_PER_PAGE} robots; \`total\` counts all that match.`,
    access: signedIn,
    kind: 'read',
    request: pageOfRobots,
    response: monitoringOverview,
  }),
  events: endpoint('/monitoring/get-events', {
    summary: `Returns the newest ${MONITORING_EVENTS_MAX} events of a page of the caller's robots of a site that fall into a time or reach into it, oldest first.`,
    access: signedIn,
    kind: 'read',
    request: pageOfRobots,
    response: v.object({ isMore: v.boolean(), rows: v.array(eventRecord) }),
  }),
  export: endpoint('/monitoring/export-tracks', {
    summary: `Begins an export of positions, runs and events of a site's robots as CSV files in a zip, as a job: at most ${TRACK_EXPORT_MAX_MS / 3_600_000} hours, ${TRACK_EXPORT_ROBOTS} robots and ${TRACK_EXPORT_EVENTS} events, with the newest ${TRACK_EXPORT_PICTURES} pictures of alarms, up to ${TRACK_EXPORT_PICTURE_BYTES / 1_048_576} MiB. Without serial numbers, all the caller's robots of the site.`,
    access: signedIn,
    kind: 'write',
    request: v.object({
      ...span.entries,
      /** Comma-separated. */
      serialNumberStr: v.optional(
        idOf(
          'robots',
          v.pipe(
            v.string(),
            v.maxLength(TRACK_EXPORT_ROBOTS * (SERIAL_NUMBER_MAX + 1)),
            v.regex(/^[\w.:,-]*$/u, 'serialNumberStr'),
          ),
        ),
        '',
      ),
      /** Without serial numbers: only those that match. */
      search,
      language: v.optional(v.picklist(LANGUAGES), 'zhCN'),
      timeZone: exportZone,
    }),
    response: fileExport,
  }),
  exportState: endpoint('/monitoring/get-track-export', {
    summary:
      'Returns how far an export of the caller is; its file can be read for 7 days. One that became too large is refused with trackExportTooLarge.',
    access: signedIn,
    kind: 'read',
    request: v.object({ exportId: handlerChecked(fileExportId) }),
    response: fileExport,
  }),
  cancelExport: endpoint('/monitoring/cancel-track-export', {
    summary: 'Cancels an export of the caller. One that has ended stays as it is.',
    access: signedIn,
    kind: 'write',
    request: v.object({ exportId: handlerChecked(fileExportId) }),
    response: v.null(),
  }),
};
