/** Redaction rules of `alarmLink` (machines/recording/redaction.ts): no names of people, and not the link's code. */
import type { PageInput } from '../app/events.ts';
import { PAGE_EVENTS } from '../recording/entityRedaction.ts';
import { defineRedaction, type RedactionRule } from '../recording/redaction.ts';
import type { AlarmLinkContext, AlarmLinkEvent } from './alarmLink.machine.ts';

const FOUND = {
  time: true,
  expiresAt: true,
  caseId: true,
  number: true,
  event: true,
  severity: true,
  state: true,
  raisedAt: true,
  count: true,
  overAt: true,
  takenAt: true,
  isMine: true,
  canTake: true,
  levelTwoAt: true,
  levelTwoToldAt: true,
  resolvedAt: true,
  cause: true,
  timeZone: true,
} as const satisfies RedactionRule;

export const alarmLinkRedaction = defineRedaction<AlarmLinkContext, AlarmLinkEvent, PageInput>()({
  context: { found: FOUND, act: true, failure: 'failure', isStale: true },
  input: { page: true, language: true },
  events: { ...PAGE_EVENTS, 'case.do': { act: true } },
  outputs: { openLink: FOUND, actByLink: FOUND },
});
