/** Redaction rules of the alarm cases (machines/recording/redaction.ts). */
import { ALARM_CASE } from '../alarms/alarms.redaction.ts';
import type { PageInput } from '../app/events.ts';
import { foundRedaction, LIST_EVENTS, listRedaction } from '../factories/pagedList.redaction.ts';
import { PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { AlarmCasesContext, AlarmCasesEvent } from './alarmCases.machine.ts';

export const alarmCasesRedaction = defineRedaction<AlarmCasesContext, AlarmCasesEvent, PageInput>()({
  context: { ...listRedaction(ALARM_CASE), open: true, taken: true, permission: true },
  input: PAGE_INPUT,
  events: { ...LIST_EVENTS, 'case.open': { caseId: true } },
  outputs: {
    loadList: { ...foundRedaction(ALARM_CASE), open: true, taken: true },
    readPermission: { permission: true },
    askPermission: { permission: true },
  },
});
