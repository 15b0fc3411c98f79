/** Redaction rules of `checklist` (machines/recording/redaction.ts): which steps have happened; no names, no secrets. */
import type { PageInput } from '../app/events.ts';
import { formRules } from '../factories/form.redaction.ts';
import type { FormContext, FormEvent, FormInput } from '../factories/form.ts';
import { PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import { FLEET_ROBOT, REVEALED } from '../robotFleet/robotFleet.redaction.ts';
import type { RevealedCredentials } from '../robotFleet/robotForm.machine.ts';
import type { ChecklistContext, ChecklistEvent } from './checklist.machine.ts';
import type { ChecklistFields } from './checklistForm.machine.ts';

const AT = { at: true } as const;
const CHECKLIST = {
  serverTime: true,
  applies: true,
  steps: {
    site: { siteId: true, timeZone: true, at: true },
    floor: { mapId: true, siteId: true, width: true, height: true, source: true, at: true },
    robot: AT,
    firstMessage: { at: true, version: true, findings: true },
    drive: { at: true, metres: true, stopMs: true },
    colleague: { roles: true, at: true },
  },
  robot: FLEET_ROBOT,
  driven: { at: true, metres: true },
  stopConfirmed: true,
  drivingBlocked: true,
  held: true,
  paused: true,
  operable: true,
  teleop: true,
  counts: true,
  refused: { '*': { reason: true, count: true, firstAt: true, lastAt: true } },
} as const;
const FIELDS = {
  what: true,
  timeZone: true,
  siteId: true,
  width: true,
  height: true,
  kind: true,
  mapId: true,
  isMine: true,
} as const;
const PORTS = { '*': { kind: true, error: true } } as const;

export const checklistRedaction = defineRedaction<ChecklistContext, ChecklistEvent, PageInput>()({
  context: {
    checklist: CHECKLIST,
    answerMs: true,
    opened: true,
    ports: PORTS,
    failure: 'failure',
    timeZone: true,
    task: { act: true, serialNumber: true },
    shown: REVEALED,
    fields: FIELDS,
    leaveTo: 'path',
  },
  input: PAGE_INPUT,
  events: {
    'step.open': { step: true },
    'stop.press': { at: true },
    'record.act': { task: { act: true, serialNumber: true } },
    'record.edit': { fields: FIELDS },
  },
  outputs: {
    loadChecklist: { checklist: CHECKLIST, answerMs: true, timeZone: true },
    testPorts: PORTS,
    addSimulated: { serialNumber: true },
    act: REVEALED,
  },
});

export const checklistFormRedaction = defineRedaction<
  FormContext<ChecklistFields, RevealedCredentials | null>,
  FormEvent<ChecklistFields>,
  FormInput<ChecklistFields>
>()({ ...formRules(FIELDS), outputs: { save: REVEALED } });
