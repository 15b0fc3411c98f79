/** Redaction rules of alarm cases: no names of people. */
import type { AlarmsEvent } from '../app/events.ts';
import { defineRedaction, type RedactionRule } from '../recording/redaction.ts';
import type { AlarmsContext, AlarmsInput } from './alarms.machine.ts';

export const ALARM_CASE = {
  id: true,
  number: true,
  serialNumber: true,
  robotName: true,
  event: true,
  severity: true,
  state: true,
  raisedAt: true,
  lastAt: true,
  count: true,
  overAt: true,
  value: true,
  place: true,
  pictureId: true,
  owner: { kind: true, id: true },
  takenAt: true,
  handOverTo: { id: true },
  levelTwoAt: true,
  levelTwoToldAt: true,
  isAskedAgain: true,
  resolvedAt: true,
  cause: true,
  mergedInto: true,
} as const satisfies RedactionRule;

export const alarmsRedaction = defineRedaction<AlarmsContext, AlarmsEvent, AlarmsInput>()({
  context: {
    userId: true,
    rows: { '*': ALARM_CASE },
    total: true,
    withoutOwner: true,
    isSoundOn: true,
    isStale: true,
    acting: true,
    act: true,
    own: { '*': true },
  },
  defaults: { own: [] },
  input: { userId: true },
  events: {
    'alarms.changed': { caseId: true, isRaised: true, isOffered: true, isOwn: true },
    'alarms.reload': { own: true },
    'alarm.take': { caseId: true },
    'alarm.answer': { caseId: true, accept: true },
  },
  outputs: {
    loadOpen: { rows: { '*': ALARM_CASE }, total: true, withoutOwner: true },
    take: ALARM_CASE,
    answer: ALARM_CASE,
    recallSound: { isOn: true },
  },
});
