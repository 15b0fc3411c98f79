/** The forms of the page: registering a person with consent, and what a site allows. */
import {
  CONSENT_NOTE_MAX,
  FACE_NAME_MAX,
  faultOfFaceSetting,
  type FacePersonKind,
  type FaceSettingFault,
} from '../../../contract/rules/faces.ts';
import { createForm, type FormFaults } from '../factories/form.ts';

export interface FacePersonFields {
  readonly faceId: string;
  readonly name: string;
  readonly personKind: FacePersonKind;
  /** The person has agreed. */
  readonly consent: boolean;
  readonly consentNote: string;
}
export const newPerson = (faceId: string): FacePersonFields => ({
  faceId,
  name: '',
  personKind: 'staff',
  consent: false,
  consentNote: '',
});

export function personFaults({ name, consent, consentNote }: FacePersonFields): FormFaults<FacePersonFields> {
  const { length } = name.trim();
  return {
    ...(length === 0 && { name: 'faceRecords.fault.nameEmpty' }),
    ...(length > FACE_NAME_MAX && { name: 'faceRecords.fault.nameLong' }),
    ...(!consent && { consent: 'faceRecords.fault.consent' }),
    ...(consentNote.trim().length > CONSENT_NOTE_MAX && { consentNote: 'faceRecords.fault.noteLong' }),
  };
}

export const facePersonFormMachine = createForm<FacePersonFields, null>({
  id: 'facePersonForm',
  faultsOf: personFaults,
  once: true,
});

export interface FaceSettingFormFields {
  readonly siteId: string;
  readonly isOn: boolean;
  readonly ground: string;
  /** As typed. */
  readonly pictureDays: string;
  readonly rowDays: string;
  readonly revision: number;
}

/** NaN for what is no whole number. */
export const typedDays = (typed: string): number => (/^\d{1,4}$/u.test(typed.trim()) ? Number(typed) : NaN);

const FAULTS: Readonly<Record<FaceSettingFault, FormFaults<FaceSettingFormFields>>> = {
  ground: { ground: 'faceRecords.fault.ground' },
  pictureDays: { pictureDays: 'faceRecords.fault.days' },
  rowDays: { rowDays: 'faceRecords.fault.days' },
  order: { pictureDays: 'faceRecords.fault.order' },
};
export function settingFaults({ isOn, ground, pictureDays, rowDays }: FaceSettingFormFields) {
  const fault = faultOfFaceSetting({ isOn, ground, pictureDays: typedDays(pictureDays), rowDays: typedDays(rowDays) });
  return fault === null ? {} : FAULTS[fault];
}

export const faceSettingFormMachine = createForm<FaceSettingFormFields, null>({
  id: 'faceSettingForm',
  faultsOf: settingFaults,
  once: true,
});
