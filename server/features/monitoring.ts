/** Historical monitoring: tracks, states and events of the caller's robots of a site. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Handlers } from '../../contract/endpoint.ts';
import type { monitoring } from '../../contract/endpoints/monitoring.ts';
import type { LaneOfRobot } from '../../contract/entities/monitoring.ts';
import {
  EVENT_REACH_MS,
  MONITORING_EVENTS_MAX,
  OVERVIEW_BARS_MAX_MS,
  OVERVIEW_MAX_MS,
  TRACK_EXPORT_MAX_MS,
  TRACK_EXPORT_ROBOTS,
  TRACKS_WINDOW_MAX_MS,
} from '../../contract/rules/monitoringLimits.ts';
import { LANE_STATES } from '../../contract/rules/replayTrack.ts';
import { retentionMs } from '../../contract/rules/retention.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { encodeTrackReply } from '../../contract/wire/trackReply.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import { eventPage } from '../db/repositories/eventRecords.ts';
import { record } from '../db/repositories/audit.ts';
import { chunksOfRobots, trackHoursOf } from '../db/repositories/tracks.ts';
import type { RobotRow } from '../fleet/fleetCache.ts';
import type { RequestContext } from '../requestContext.ts';
import { toEventRecordDto } from './eventPresenter.ts';
import { pageOfRobots } from './monitoredRobots.ts';
import { recordedPeriods } from './recordedPeriods.ts';
import { trackBars } from './trackBars.ts';
import { trackExports } from './trackExports.ts';

/** Robots whose bars may wait for their turn; each request has one waiting at a time. */
const OVERVIEWS_WAITING = 20;

interface Span {
  siteId: string;
  from: number;
  until: number;
}
interface PageOfRobots extends Span {
  search: string;
  page: number;
  robot: string;
}

export function createMonitoringHandlers({
  fleet: { fleetCache },
  now,
  settings,
}: Pick<AppDeps, 'fleet' | 'now' | 'settings'>): Handlers<typeof monitoring, RequestContext> {
  const robotsAt = ({ siteId }: Span, { userId }: RequestContext): { own: RobotRow[]; hidden: number } => {
    const mine = fleetCache.robotsOf(userId);
    const all = [...fleetCache.robots()].filter((robot) => robot.siteId === siteId);
    return {
      own: all.filter(({ serialNumber }) => mine.has(serialNumber)),
      hidden: all.filter(({ serialNumber, retiredAt }) => !mine.has(serialNumber) && !retiredAt).length,
    };
  };
  const pageOf = (asked: PageOfRobots, context: RequestContext) => {
    const { own, hidden } = robotsAt(asked, context);
    return { hidden, ...pageOfRobots(own, asked, context.language) };
  };
  const checkSpan = ({ from, until }: Span, most: number): void => {
    if (until <= from) throw new ApiError('fieldInvalid', { field: 'until' });
    if (until - from > most)
      throw new ApiError('timeSpanTooLong', { field: 'until', words: { hours: most / 3_600_000 } });
  };

  /** Decoding a day of many robots takes seconds: one overview at a time, so that other requests keep their turns. */
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting >= OVERVIEWS_WAITING) throw new ApiError('tooManyRequests', { words: { seconds: 1 } });
    waiting += 1;
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      waiting -= 1;
    }
  };

  return {
    async tracks(span, context) {
      checkSpan(span, TRACKS_WINDOW_MAX_MS);
      const { from, until } = span;
      const own = pageOf(span, context).robots.map(({ serialNumber }) => serialNumber);
      const found = await chunksOfRobots(context.db, own, new Date(from), new Date(until - 1));
      const robots = own.flatMap((serialNumber) => {
        const chunks = found.get(serialNumber);
        return chunks ? [{ serialNumber, chunks }] : [];
      });
      return {
        contentType: 'application/octet-stream',
        fileName: `tracks-${from}.bin`,
        bytes: encodeTrackReply({ periods: await recordedPeriods(context.db, span), robots }),
      };
    },

    async overview(span, context) {
      checkSpan(span, OVERVIEW_MAX_MS);
      const { db, language } = context;
      const { from, until } = span;
      const { robots: own, page, total, hidden } = pageOf(span, context);
      const periods = await recordedPeriods(db, span);
      const isByHour = until - from > OVERVIEW_BARS_MAX_MS;
      const hours = isByHour
        ? await trackHoursOf(
            db,
            own.map(({ serialNumber }) => serialNumber),
            new Date(from),
            new Date(until),
          )
        : undefined;
      const robots: LaneOfRobot[] = [];
      for (const { serialNumber, name, kind } of own) {
        robots.push({
          serialNumber,
          name: nameIn(name, language) || serialNumber,
          kind,
          bars: isByHour
            ? []
            : (await inTurn(() => trackBars(db, serialNumber, periods, { from, until: Math.min(until, now()) }))).map(
                ([begin, end, state]) => [begin, end, state],
              ),
          hours: (hours?.get(serialNumber) ?? []).map(({ hour, shares }) => [
            hour,
            LANE_STATES.map((state) => shares[state]),
          ]),
        });
        await nextTurn();
      }
      return {
        time: now(),
        robots,
        page,
        total,
        periods,
        keptFrom: Math.max(0, now() - retentionMs(settings.retentionDays, 'tracks')),
        hidden,
      };
    },

    async events(span, context) {
      checkSpan(span, OVERVIEW_MAX_MS);
      const { from, until } = span;
      const rows = await eventPage(
        context.db,
        {
          serialNumbers: pageOf(span, context).robots.map(({ serialNumber }) => serialNumber),
          bizType: '',
          startTime: Math.max(1, from - EVENT_REACH_MS),
          endTime: until,
          reachesTo: from,
        },
        { offset: 0, limit: MONITORING_EVENTS_MAX + 1 },
      );
      return {
        isMore: rows.length > MONITORING_EVENTS_MAX,
        rows: rows
          .slice(0, MONITORING_EVENTS_MAX)
          .reverse()
          .map((row) => toEventRecordDto(row, fleetCache, context.language)),
      };
    },

    async export({ siteId, from, until, serialNumberStr, search, language, timeZone }, context) {
      const span = { siteId, from, until };
      checkSpan(span, TRACK_EXPORT_MAX_MS);
      const { db, userId } = context;
      const named = new Set(serialNumberStr.split(',').filter(Boolean));
      const { own: all } = robotsAt(span, context);
      const { robots: own, total } =
        named.size === 0 && search !== ''
          ? pageOfRobots(all, { search, page: 1, robot: '' }, context.language)
          : { robots: all.filter(({ serialNumber }) => named.size === 0 || named.has(serialNumber)), total: 0 };
      if (search !== '' && own.length === 0) throw new ApiError('fieldInvalid', { field: 'search' });
      if (Math.max(total, own.length) > TRACK_EXPORT_ROBOTS)
        throw new ApiError('trackExportRobots', { field: 'serialNumberStr', words: { limit: TRACK_EXPORT_ROBOTS } });
      const serialNumbers = own.map(({ serialNumber }) => serialNumber).join(',');
      const begun = await trackExports.begin(db, now, { userId, ...span, serialNumbers, language, timeZone });
      await record(db, { userId, act: 'monitoring.export', subject: begun.exportId });
      return begun;
    },
    exportState: ({ exportId }, { db, userId }) => trackExports.stateOf(db, userId, exportId),
    cancelExport: ({ exportId }, { db, userId }) => trackExports.cancel(db, now, userId, exportId),
  };
}
