/** Redaction rules of what needs the user now: no names of people, no phone numbers. */
import type { PageInput } from '../app/events.ts';
import { DELIVERY } from '../deliveries/deliveries.redaction.ts';
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction, type RedactionRule } from '../recording/redaction.ts';
import { TIMETABLE_RUN } from '../schedules/scheduleRedaction.ts';
import type { TodayContext, TodayEvent } from './today.machine.ts';

const BOARD = { time: true, rows: { '*': DELIVERY } } as const satisfies RedactionRule;
const RUN = { timeZone: true, siteId: true, name: true, run: TIMETABLE_RUN } as const satisfies RedactionRule;
const RUNS = {
  time: true,
  rows: { '*': RUN },
  skipped: { '*': RUN },
  underWay: { '*': RUN },
  next: RUN,
} as const satisfies RedactionRule;
const TASK = { deliveryId: true, act: true } as const satisfies RedactionRule;

export const todayRedaction = defineRedaction<TodayContext, TodayEvent, PageInput>()({
  context: {
    board: BOARD,
    failure: 'failure',
    nextRuns: RUNS,
    task: TASK,
    answers: { '*': { act: true, failure: 'failure' } },
  },
  defaults: { nextRuns: null },
  input: PAGE_INPUT,
  events: { ...PAGE_EVENTS, 'page.go': { to: 'path' }, 'case.take': { caseId: true }, 'delivery.act': { task: TASK } },
  outputs: { loadBoard: BOARD, loadRuns: RUNS, act: DELIVERY },
});
