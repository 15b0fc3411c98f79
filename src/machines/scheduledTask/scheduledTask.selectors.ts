/** Selectors of the editor of a scheduled task. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { stageOf } from '../factories/draftEditor.selectors.ts';
import { faultsOf, isChanged, mayEdit, placesKey, planKey, previewKey, siteOfDraft } from './scheduledTask.context.ts';
import type { TaskCopyRef } from '../taskCopy/taskCopy.selectors.ts';
import type { scheduledTaskMachine } from './scheduledTask.machine.ts';

export type ScheduledTaskRef = ActorRefFrom<typeof scheduledTaskMachine>;
type Snapshot = SnapshotFrom<typeof scheduledTaskMachine>;

export const selectTask = ({ context }: Snapshot) => context;
export const selectTaskStage = (snapshot: Snapshot) =>
  stageOf(snapshot, ['failed', 'gone', 'offering', 'deleted', 'left']);
/** The open copy of the task. */
export const selectCopy = ({ children }: Snapshot): TaskCopyRef | undefined => children.copy;
export const selectTaskSite = ({ context }: Snapshot) => siteOfDraft(context);
export const selectMayEdit = ({ context }: Snapshot): boolean => mayEdit(context);
export const selectIsTaskChanged = ({ context }: Snapshot): boolean => isChanged(context);
export const selectTaskFaults = ({ context }: Snapshot) => faultsOf(context);
export const selectIsPreviewing = (snapshot: Snapshot): boolean => snapshot.hasTag('previewing');
export const selectIsRestoring = (snapshot: Snapshot): boolean => snapshot.hasTag('restoring');
export const selectIsStarting = (snapshot: Snapshot): boolean => snapshot.hasTag('starting');
/** The maps to choose places on; null while they are not those of the draft. */
export const selectPlaces = ({ context }: Snapshot) =>
  context.places && context.places.of === placesKey(context) ? context.places : null;
const NO_LEGS: NonNullable<Snapshot['context']['plan']>['legs'] = [];
/** Legs of the stops as they are; empty until they are planned. */
export const selectTaskLegs = ({ context }: Snapshot) =>
  context.plan && context.plan.of === planKey(context) ? context.plan.legs : NO_LEGS;
/** The last preview, also while a newer one is worked out; null while the draft cannot be previewed. */
export const selectPreview = ({ context }: Snapshot) => (previewKey(context) === '' ? null : context.preview);
