/** Redaction rules of the timetable (machines/recording/redaction.ts). */
import type { PageInput } from '../app/events.ts';
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { type RedactionRule, defineRedaction } from '../recording/redaction.ts';
import { SCHEDULE_SITE, SCHEDULED_TASK, TIMETABLE } from './scheduleRedaction.ts';
import type { SchedulesContext, SchedulesEvent } from './schedules.setup.ts';

const ACT = {
  what: true,
  serialNumber: true,
  taskId: true,
  state: true,
  plannedAt: true,
  startsAt: true,
  isForced: true,
  executeTime: true,
  checkboxRespeatDays: true,
  task: SCHEDULED_TASK,
} as const satisfies RedactionRule;
const OFFER = {
  what: true,
  serialNumber: true,
  name: true,
  executeTime: true,
  runs: true,
  isUnderWay: true,
  plannedAt: true,
  startsAt: true,
  undo: ACT,
} as const satisfies RedactionRule;

export const schedulesRedaction = defineRedaction<SchedulesContext, SchedulesEvent, PageInput>()({
  context: {
    query: 'query',
    sites: { '*': SCHEDULE_SITE },
    data: TIMETABLE,
    failure: 'failure',
    switched: true,
    queue: { '*': { act: ACT, offer: OFFER } },
    offer: OFFER,
    change: { mode: true, date: true, time: true, tried: true },
    move: true,
    moveAct: ACT,
    sent: true,
    hovered: true,
    allConflicts: true,
    leaveTo: 'path',
    history: { of: true, robots: true },
    loadingHistory: true,
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'schedules.show': { query: 'query' },
    'view.choose': { view: true },
    'site.choose': { siteId: true },
    'week.move': { by: true },
    'run.open': { key: true },
    'task.switch': { taskId: true, state: true },
    'task.delete': { taskId: true },
    'task.copy': { taskId: true },
    'run.move': { taskId: true, plannedAt: true, startsAt: true },
    'change.open': { mode: true, date: true, time: true },
    'run.hover': { key: true },
    'move.grab': { taskId: true, plannedAt: true, by: true, isWhole: true },
    'move.to': { startsAt: true, isWhole: true },
    'change.send': { taskId: true, plannedAt: true },
  },
  outputs: {
    loadSites: { sites: { '*': SCHEDULE_SITE } },
    loadTimetable: { timetable: TIMETABLE },
    loadBatteryHistory: { robots: true },
  },
  defaults: { history: null, loadingHistory: '' },
  telemetry: ['move.to'],
});
