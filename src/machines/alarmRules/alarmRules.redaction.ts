/** Redaction rules of the alarm rules: no names of people. */
import { CONTACT_ROLE } from '../contacts/contacts.redaction.ts';
import type { PageInput } from '../app/events.ts';
import { formRules } from '../factories/form.redaction.ts';
import type { FormContext, FormEvent, FormInput } from '../factories/form.ts';
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction, type RedactionRule } from '../recording/redaction.ts';
import type { AlarmRulesContext, AlarmRulesEvent } from './alarmRules.machine.ts';
import type { AlarmRulesFields } from './alarmRulesForm.machine.ts';

const CONTACTS = {
  '*': { id: true, hasEmail: true, roleIds: true, hours: true, quietDays: true },
} as const satisfies RedactionRule;
const LOADED = {
  serialNumber: true,
  revision: true,
  notifies: true,
  rules: true,
  roles: { '*': CONTACT_ROLE },
  contacts: CONTACTS,
  timeZone: true,
  draft: true,
} as const satisfies RedactionRule;
const STATE = { id: true, state: true, settledAt: true } as const;
const TRIED = {
  serialNumber: true,
  event: true,
  tryId: true,
  sent: { '*': { ...STATE, channel: true } },
} as const satisfies RedactionRule;
const ROBOT_RULES = { serialNumber: true, revision: true, rules: true } as const;
const COMPARED = {
  source: ROBOT_RULES,
  targets: { '*': ROBOT_RULES },
  failed: { '*': { serialNumber: true, failure: 'failure' } },
} as const satisfies RedactionRule;
const FIELDS = { serialNumber: true, revision: true, rules: true, contacts: CONTACTS } as const;

export const alarmRulesRedaction = defineRedaction<AlarmRulesContext, AlarmRulesEvent, PageInput>()({
  context: {
    loaded: LOADED,
    failure: 'failure',
    chosen: true,
    tried: TRIED,
    triedAt: true,
    targets: true,
    compared: COMPARED,
    changedSince: true,
    copyFailure: 'failure',
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'rule.choose': { event: true },
    'rule.try': { event: true },
    'copy.toggle': { serialNumber: true },
  },
  outputs: {
    loadRules: LOADED,
    tryRule: TRIED,
    readTried: { time: true, messages: { '*': STATE } },
    compareRules: COMPARED,
    copyRules: { copied: true },
  },
  defaults: { compared: null, changedSince: [], copyFailure: null },
});

export const alarmRulesFormRedaction = defineRedaction<
  FormContext<AlarmRulesFields, null>,
  FormEvent<AlarmRulesFields>,
  FormInput<AlarmRulesFields>
>()(formRules(FIELDS));
