/** Selectors of the face recognition records. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ConfirmRef } from '../factories/confirm.machine.ts';
import type { facePersonFormMachine } from './facePersonForm.machine.ts';
import type { faceSettingFormMachine } from './faceSettingForm.machine.ts';
import type { faceRecordsMachine } from './faceRecords.machine.ts';

export type FaceRecordsRef = ActorRefFrom<typeof faceRecordsMachine>;
export type FacePersonFormRef = ActorRefFrom<typeof facePersonFormMachine>;
export type FaceSettingFormRef = ActorRefFrom<typeof faceSettingFormMachine>;

type Snapshot = SnapshotFrom<typeof faceRecordsMachine>;

export const selectFaces = ({ context }: Snapshot) => context;
export const selectIsRevealing = (snapshot: Snapshot): boolean => snapshot.hasTag('revealing');
export const selectIsRevealed = (snapshot: Snapshot): boolean => snapshot.hasTag('revealed');
export const selectIsChecking = (snapshot: Snapshot): boolean => snapshot.hasTag('checking');
export const selectIsAnswering = (snapshot: Snapshot): boolean => snapshot.hasTag('answering');
export const selectHasPersons = (snapshot: Snapshot): boolean => snapshot.hasTag('persons');
export const selectIsLoadingPersons = (snapshot: Snapshot): boolean => snapshot.hasTag('personsLoading');
export const selectQuestion = ({ children }: Snapshot): ConfirmRef | undefined => children.confirm;
export const selectPersonForm = ({ children }: Snapshot): FacePersonFormRef | undefined => children.personForm;
export const selectSettingForm = ({ children }: Snapshot): FaceSettingFormRef | undefined => children.settingForm;
/** Whether any of the user's sites records faces; null while that is not known. */
export const selectIsOn = ({ context: { settings } }: Snapshot): boolean | null =>
  settings.length === 0 ? null : settings.some(({ isOn }) => isOn);
