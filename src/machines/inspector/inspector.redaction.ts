/**
 * Redaction rules of the inspector: the recording being viewed belongs to another user, so only the position in it is
 * kept.
 */
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { type RedactionRule, defineRedaction } from '../recording/redaction.ts';
import type { PageInput } from '../app/events.ts';
import type { CopyTestContext, CopyTestEvent } from './copyTest.machine.ts';
import type { InspectorContext } from './inspector.machine.ts';
import type { InspectorEvent } from './messages.ts';
import type { ReportsContext, ReportsEvent } from './reports.machine.ts';
import type { StageContext, StageEvent } from './stage.machine.ts';

const SHOWN = { key: true, from: true, actor: true, length: true } as const satisfies RedactionRule;
const TAB = { id: true, page: 'path' } as const satisfies RedactionRule;
const REPORT = {
  id: true,
  userId: true,
  page: 'path',
  build: true,
  size: true,
  takenAt: true,
  receivedAt: true,
} as const satisfies RedactionRule;

export const inspectorRedaction = defineRedaction<InspectorContext, InspectorEvent, PageInput>()({
  context: {
    shown: SHOWN,
    failure: 'failure',
    actor: true,
    step: true,
    speed: true,
    pane: true,
    overlay: true,
    filters: true,
    tabs: { '*': TAB },
    tab: TAB,
    linked: true,
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'tab.follow': { tab: TAB },
    'tabs.seen': { tabs: { '*': TAB } },
    'tab.answered': { shown: SHOWN },
    'tab.grew': { length: true, dropped: true },
    'tab.refused': { failure: 'failure' },
    'access.seen': { admin: true },
    'actor.choose': { actor: true },
    'step.go': { step: true },
    'speed.choose': { speed: true },
    'pane.choose': { pane: true },
    'overlay.choose': { overlay: true },
    'filter.toggle': { filter: true },
  },
  outputs: { openCapsule: SHOWN },
  telemetry: ['tab.grew'],
});

/** The states that could not be drawn belong to the recording being viewed and are left out. */
export const stageRedaction = defineRedaction<StageContext, StageEvent>()({
  context: { asked: true },
  events: { 'stage.ask': { id: true }, 'stage.shown': { id: true }, 'stage.refused': { id: true } },
});

/** The number of steps back is typed and therefore left out. */
export const copyTestRedaction = defineRedaction<CopyTestContext, CopyTestEvent>()({
  context: { begins: true, step: true },
  events: { 'begin.choose': { begins: true }, 'text.copied': { step: true }, 'text.refused': { step: true } },
});

export const reportsRedaction = defineRedaction<ReportsContext, ReportsEvent>()({
  context: { page: true, total: true, failure: 'failure', rows: { '*': REPORT }, asked: REPORT },
  events: { 'reports.turn': { page: true }, 'report.remove': { report: REPORT } },
  outputs: { loadReports: { total: true, rows: { '*': REPORT } } },
});
