/** Redaction rules of the exceptions: their times and points, not their remarks. */
import type { PageInput } from '../app/events.ts';
import { MAP, PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { type RedactionRule, defineRedaction } from '../recording/redaction.ts';
import { SCHEDULE_EXCEPTION, SCHEDULE_SITE, TIMETABLE, TIMETABLE_RUN } from '../schedules/scheduleRedaction.ts';
import type { ScheduleExceptionsContext, ScheduleExceptionsEvent } from './scheduleExceptions.setup.ts';

const {
  points: { '*': POINT },
  ...FLOOR
} = MAP;
const FORM = {
  id: true,
  revision: true,
  robots: true,
  dates: true,
  lastDate: true,
  from: true,
  to: true,
  weekly: true,
  points: true,
  keepsDeleted: true,
  stored: true,
} as const satisfies RedactionRule;
const STOP_MAP = { map: FLOOR, points: { '*': POINT } } as const satisfies RedactionRule;

export const scheduleExceptionsRedaction = defineRedaction<
  ScheduleExceptionsContext,
  ScheduleExceptionsEvent,
  PageInput
>()({
  context: {
    query: 'query',
    sites: { '*': SCHEDULE_SITE },
    data: TIMETABLE,
    failure: 'failure',
    wanted: true,
    form: FORM,
    base: FORM,
    tried: true,
    saveFailure: 'failure',
    drag: { end: true, date: true, minute: true, before: FORM },
    stops: { of: true, maps: { '*': STOP_MAP } },
    loadingStops: true,
    mapId: true,
    preview: { runs: { '*': TIMETABLE_RUN } },
    previewFailure: 'failure',
    seed: true,
    attempt: true,
    deleted: SCHEDULE_EXCEPTION,
    deleting: SCHEDULE_EXCEPTION,
    leaveTo: 'path',
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'site.choose': { siteId: true },
    'week.move': { by: true },
    'form.new': { date: true },
    'form.change': { change: FORM },
    'robot.toggle': { serialNumber: true },
    'point.toggle': { areaId: true },
    'map.choose': { mapId: true },
    'exception.open': { id: true },
    'exception.copy': { id: true, date: true },
    'exception.delete': { id: true },
    'band.grab': { end: true, date: true, minute: true },
    'band.drag': { date: true, minute: true },
    'band.shift': { minutes: true, days: true },
  },
  outputs: {
    loadSites: { sites: { '*': SCHEDULE_SITE } },
    loadTimetable: { timetable: TIMETABLE },
    loadStops: { maps: { '*': STOP_MAP } },
    previewExceptions: { runs: { '*': TIMETABLE_RUN } },
    saveExceptions: { saved: true, refused: { '*': { serialNumber: true, startTime: true, failure: 'failure' } } },
  },
  telemetry: ['band.drag'],
});
