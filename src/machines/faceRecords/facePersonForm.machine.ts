/** The form that registers a person with consent. */
import { CONSENT_NOTE_MAX, FACE_NAME_MAX, type FacePersonKind } from '../../../contract/rules/faces.ts';
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
