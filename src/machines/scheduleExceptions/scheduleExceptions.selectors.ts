/** Selectors of the exceptions. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ConfirmRef } from '../factories/confirm.machine.ts';
import type { scheduleExceptionsMachine } from './scheduleExceptions.machine.ts';
import { siteOf } from '../schedules/timetableReading.ts';
import { exceptionPreviewKey, faultsIn } from './scheduleExceptions.setup.ts';

export type ScheduleExceptionsRef = ActorRefFrom<typeof scheduleExceptionsMachine>;
type Snapshot = SnapshotFrom<typeof scheduleExceptionsMachine>;

export const selectExceptions = ({ context }: Snapshot) => context;
export const selectExceptionsSite = ({ context }: Snapshot) => siteOf(context);
export const selectExceptionFaults = ({ context }: Snapshot) => faultsIn(context);
export const selectAreExceptionsReading = (snapshot: Snapshot): boolean => snapshot.hasTag('reading');
export const selectHaveExceptionsFailed = (snapshot: Snapshot): boolean => snapshot.hasTag('unread');
export const selectHasNoExceptionSite = (snapshot: Snapshot): boolean => snapshot.hasTag('noSite');
export const selectHaveStopsFailed = (snapshot: Snapshot): boolean => snapshot.hasTag('stopsUnread');
export const selectIsSavingException = (snapshot: Snapshot): boolean => snapshot.hasTag('saving');
export const selectIsDraggingBand = (snapshot: Snapshot): boolean => snapshot.hasTag('dragging');
export const selectIsPreviewingException = (snapshot: Snapshot): boolean => snapshot.hasTag('previewing');
/** The touched runs, also while newer ones are worked out; null while the form cannot be previewed. */
export const selectTouched = ({ context }: Snapshot) =>
  exceptionPreviewKey(context) === '' ? null : (context.preview?.runs ?? null);
export const selectDeletedException = (snapshot: Snapshot) =>
  snapshot.hasTag('undoable') ? snapshot.context.deleted : null;
export const selectExceptionQuestion = ({ children }: Snapshot) => children.confirm as ConfirmRef | undefined;
