/** The form of what a site allows. */
import { faultOfFaceSetting, type FaceSettingFault } from '../../../contract/rules/faces.ts';
import { createForm, type FormFaults } from '../factories/form.ts';

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
