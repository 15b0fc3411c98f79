/** The form of what a site allows. */
import {
  type FaceDays,
  type FaceDaysFault,
  faultOfFaceSetting,
  faultOfShorterDays,
  type FaceSettingFault,
} from '../../../contract/rules/faces.ts';
import { createForm, type FormFaults } from '../factories/form.ts';

export interface FaceSettingFormFields {
  readonly siteId: string;
  readonly isOn: boolean;
  readonly ground: string;
  /** As typed. */
  readonly pictureDays: string;
  readonly rowDays: string;
  readonly revision: number;
  /** The saved days, of which a user who can only shorten them enters no more; null for account administrators. */
  readonly most: FaceDays | null;
}

/** NaN for what is no whole number. */
export const typedDays = (typed: string): number => (/^\d{1,4}$/u.test(typed.trim()) ? Number(typed) : NaN);

const FAULTS: Readonly<Record<FaceSettingFault | FaceDaysFault, FormFaults<FaceSettingFormFields>>> = {
  ground: { ground: 'faceRecords.fault.ground' },
  pictureDays: { pictureDays: 'faceRecords.fault.days' },
  rowDays: { rowDays: 'faceRecords.fault.days' },
  longerPictures: { pictureDays: 'faceRecords.fault.longer' },
  longerRows: { rowDays: 'faceRecords.fault.longer' },
  order: { pictureDays: 'faceRecords.fault.order' },
};
export function settingFaults({ isOn, ground, pictureDays, rowDays, most }: FaceSettingFormFields) {
  const days = { pictureDays: typedDays(pictureDays), rowDays: typedDays(rowDays) };
  const fault = most ? faultOfShorterDays(most, days) : faultOfFaceSetting({ isOn, ground, ...days });
  return fault === null ? {} : FAULTS[fault];
}

export const faceSettingFormMachine = createForm<FaceSettingFormFields, null>({
  id: 'faceSettingForm',
  faultsOf: settingFaults,
  once: true,
});
