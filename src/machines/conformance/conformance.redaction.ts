/**
 * Redaction rules of `conformance` and `testOrder` (machines/recording/redaction.ts): which findings there are, not what
 * the robot said.
 */
import type { PageInput } from '../app/events.ts';
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { ConformanceContext, ConformanceEvent } from './conformance.machine.ts';
import type { TestOrderContext, TestOrderEvent, TestOrderInput } from './testOrder.machine.ts';

const FINDING = {
  kind: true,
  severity: true,
  topic: true,
  count: true,
  firstAt: true,
  lastAt: true,
  seq: true,
} as const;
const REPORT = {
  source: true,
  serverTime: true,
  since: true,
  robot: {
    serialNumber: true,
    connection: true,
    lastAt: true,
    stopConfirmed: true,
    drivingBlocked: true,
    held: true,
    paused: true,
    operable: true,
  },
  findings: { '*': FINDING },
  accepted: { '*': { kind: true, at: true } },
  refused: { '*': { reason: true, count: true, lastAt: true } },
  topics: { '*': { topic: true, lastAt: true, total: true } },
} as const;
const MESSAGE = { seq: true, at: true, topic: true, sent: true, bytes: true, headerId: true, missing: true } as const;

export const conformanceRedaction = defineRedaction<ConformanceContext, ConformanceEvent, PageInput>()({
  context: {
    serialNumber: true,
    report: REPORT,
    log: { '*': MESSAGE },
    failure: 'failure',
    filter: true,
    topic: true,
    pausedAt: true,
    selected: true,
    view: true,
    unfolded: true,
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'finding.accept': { kind: true },
    'accepted.withdraw': { kind: true },
    'log.filter': { filter: true },
    'log.topic': { topic: true },
    'log.unfold': { seq: true },
    'message.select': { seq: true },
    'message.step': { by: true },
    'message.view': { view: true },
    'stop.press': { at: true },
  },
  outputs: { loadReport: { ...REPORT, log: { '*': MESSAGE } } },
});

const COMMAND = {
  id: true,
  serialNumber: true,
  kind: true,
  state: true,
  askedAt: true,
  sentAt: true,
  acceptedAt: true,
  runningAt: true,
  endedAt: true,
  expiresAt: true,
} as const;
const TARGET = {
  mapId: true,
  x: true,
  y: true,
  theta: true,
  backX: true,
  backY: true,
  clientId: true,
  number: true,
} as const;

export const testOrderRedaction = defineRedaction<TestOrderContext, TestOrderEvent, TestOrderInput>()({
  context: {
    serialNumber: true,
    target: TARGET,
    ahead: COMMAND,
    stop: COMMAND,
    resume: COMMAND,
    back: COMMAND,
    failure: 'failure',
    ended: true,
  },
  input: { serialNumber: true },
  outputs: {
    startTest: TARGET,
    sendGoTo: COMMAND,
    sendStop: COMMAND,
    sendResume: COMMAND,
    sendCancel: COMMAND,
    readCommand: COMMAND,
  },
});
