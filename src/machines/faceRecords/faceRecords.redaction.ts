/**
 * Redaction rules of `faceRecords` and its forms (machines/recording/redaction.ts): no face, blurred or clear, no name, no
 * note, no ground.
 */
import type { PageInput } from '../app/events.ts';
import { formRules } from '../factories/form.redaction.ts';
import type { FormContext, FormEvent, FormInput } from '../factories/form.ts';
import { foundRedaction, LIST_EVENTS, listRedaction } from '../factories/pagedList.redaction.ts';
import { PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction, type RedactionRule } from '../recording/redaction.ts';
import type { FacePersonFields } from './facePersonForm.machine.ts';
import type { FaceSettingFormFields } from './faceSettingForm.machine.ts';
import type { FaceRecordsContext, FaceRecordsEvent } from './faceRecords.setup.ts';

/** Whether somebody is registered, and not who; no temperature, which is about a person's health. */
const RECORD = {
  id: true,
  serialNumber: true,
  robotName: true,
  siteId: true,
  at: true,
  person: { kind: true, consentAt: true },
  threshold: true,
  isHigh: true,
  alarmCaseId: true,
  pictureUntil: true,
  until: true,
  checked: { at: true },
  demo: true,
} as const satisfies RedactionRule;
const DETAIL = {
  record: RECORD,
  reveals: { '*': { id: true, at: true, reason: true, isOpened: true } },
  isOn: true,
  canReveal: true,
  mayRevealUntil: true,
  mayAsk: true,
  askedAt: true,
} as const satisfies RedactionRule;
const SETTING = {
  siteId: true,
  siteName: true,
  isOn: true,
  at: true,
  pictureDays: true,
  rowDays: true,
  revision: true,
  mayChange: true,
} as const satisfies RedactionRule;
const PERSON = {
  siteId: true,
  kind: true,
  consentAt: true,
  until: true,
  records: true,
} as const satisfies RedactionRule;
const REQUEST = { serialNumber: true, robotName: true, askerId: true, reason: true, at: true, until: true } as const;
const MORE = { counts: true, settings: { '*': SETTING }, requests: { '*': REQUEST } } as const satisfies RedactionRule;
const TASK = { type: true } as const satisfies RedactionRule;
const PERSON_FIELDS = { faceId: true, personKind: true, consent: true } as const;
const SETTING_FIELDS = { siteId: true, isOn: true, revision: true, most: true } as const;

export const faceRecordsRedaction = defineRedaction<FaceRecordsContext, FaceRecordsEvent, PageInput>()({
  context: {
    ...listRedaction(RECORD),
    ...MORE,
    open: true,
    detail: DETAIL,
    detailFailure: 'failure',
    reason: true,
    isSubmitted: true,
    revealFailure: 'failure',
    closesAt: true,
    siteId: true,
    persons: { '*': PERSON },
    personsFailure: 'failure',
    task: TASK,
  },
  input: PAGE_INPUT,
  events: {
    ...LIST_EVENTS,
    'record.act': { task: TASK },
    'face.open': { id: true },
    'request.answer': { serialNumber: true, askerId: true, at: true, allow: true },
    'reveal.reason': { reason: true },
    'persons.open': { siteId: true },
    'setting.open': { siteId: true },
  },
  outputs: {
    loadList: { ...foundRedaction(RECORD), ...MORE },
    loadDetail: DETAIL,
    loadPersons: { rows: { '*': PERSON } },
    revealFace: { until: true },
  },
  defaults: { requests: [] },
});

export const facePersonFormRedaction = defineRedaction<
  FormContext<FacePersonFields, null>,
  FormEvent<FacePersonFields>,
  FormInput<FacePersonFields>
>()(formRules(PERSON_FIELDS));

export const faceSettingFormRedaction = defineRedaction<
  FormContext<FaceSettingFormFields, null>,
  FormEvent<FaceSettingFormFields>,
  FormInput<FaceSettingFormFields>
>()(formRules(SETTING_FIELDS));
