/** Redaction rules of the editor of a scheduled task: what is chosen, not what robots say. */
import type { PageInput } from '../app/events.ts';
import { draftRedaction } from '../factories/draftEditor.redaction.ts';
import { MAP, PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { type RedactionRule, defineRedaction } from '../recording/redaction.ts';
import { SCHEDULED_TASK, TIMETABLE_ROBOT, TIMETABLE_RUN } from '../schedules/scheduleRedaction.ts';
import type { ScheduledTaskContext } from './scheduledTask.context.ts';
import type { ScheduledTaskEvent } from './scheduledTask.setup.ts';

const {
  points: { '*': POINT },
  ...FLOOR
} = MAP;
const { line: _line, lowest: _lowest, ...ROBOT } = TIMETABLE_ROBOT;
const SITE = { siteId: true, timeZone: true, robots: { '*': ROBOT } } as const satisfies RedactionRule;
const SETTING = { areaId: true, skip: true, stayTime: true } as const satisfies RedactionRule;
const PLAN = {
  mapId: true,
  kind: true,
  roomIds: true,
  points: true,
  polygon: true,
  mode: true,
  dose: true,
  waitUntilEmpty: true,
} as const satisfies RedactionRule;
const PLACES = { floors: true, map: MAP } as const satisfies RedactionRule;
const DRAFT = {
  kind: true,
  robots: true,
  pathId: true,
  when: true,
  executeTime: true,
  days: true,
  isLoop: true,
  settings: { '*': SETTING },
  plan: PLAN,
  patience: true,
  keep: true,
} as const satisfies RedactionRule;
const KEPT = { revision: true, at: true, draft: DRAFT } as const satisfies RedactionRule;
const STOP = {
  areaId: true,
  name: true,
  isMissing: true,
  stayTime: true,
  setting: SETTING,
} as const satisfies RedactionRule;
const CHOICE = {
  pathId: true,
  pathName: true,
  mapId: true,
  mapName: true,
  floor: true,
  isDefault: true,
  missing: true,
  stopCount: true,
} as const satisfies RedactionRule;
const PREVIEW = {
  metres: true,
  seconds: true,
  totalSeconds: true,
  battery: true,
  perWeek: true,
  runs: { '*': TIMETABLE_RUN },
  cells: true,
} as const satisfies RedactionRule;
const ANSWER = { serialNumber: true, did: true, failure: 'failure' } as const satisfies RedactionRule;

export const scheduledTaskRedaction = defineRedaction<ScheduledTaskContext, ScheduledTaskEvent, PageInput>()({
  context: {
    ...draftRedaction(KEPT),
    query: 'query',
    userId: true,
    language: true,
    taskId: true,
    serialNumber: true,
    sites: { '*': SITE },
    task: SCHEDULED_TASK,
    base: DRAFT,
    draft: DRAFT,
    tried: true,
    typed: { areaId: true },
    opened: true,
    routes: { of: true, paths: { '*': CHOICE } },
    path: { of: true, map: FLOOR, points: { '*': POINT }, stops: { '*': STOP } },
    places: { of: true, ...PLACES },
    plan: { of: true, legs: true },
    preview: PREVIEW,
    loadingRoutes: true,
    loadingPath: true,
    loadingPlaces: true,
    planning: true,
    previewFailure: 'failure',
    pathFailure: 'failure',
    answers: { '*': ANSWER },
    unanswered: true,
    overwrites: true,
    after: true,
    leaveTo: 'path',
    ahead: true,
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'task.change': { change: DRAFT },
    'robot.toggle': { serialNumber: true },
    'day.toggle': { day: true },
    'stop.open': { areaId: true },
    'stop.change': { areaId: true },
    'stop.reset': { areaId: true },
    'field.type': { areaId: true },
    'plan.change': { plan: PLAN },
    'task.save': { after: true },
  },
  outputs: {
    loadTask: { sites: { '*': SITE }, task: SCHEDULED_TASK, kept: KEPT, seed: true, ahead: true },
    loadRoutes: { paths: { '*': CHOICE } },
    loadPath: { map: MAP, stops: { '*': STOP } },
    loadPlaces: PLACES,
    planRoute: { legs: true },
    loadPreview: PREVIEW,
    saveTask: { task: SCHEDULED_TASK, answers: { '*': ANSWER } },
    startRuns: { answers: { '*': ANSWER } },
  },
});
