import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ChecklistStep } from '../../../contract/entities/checklist.ts';
import { type checklistMachine, countDone, openStep } from './checklist.machine.ts';
import type { checklistFormMachine } from './checklistForm.machine.ts';

export type ChecklistRef = ActorRefFrom<typeof checklistMachine>;
export type ChecklistFormRef = ActorRefFrom<typeof checklistFormMachine>;

type Snapshot = SnapshotFrom<typeof checklistMachine>;

export const selectChecklist = ({ context }: Snapshot) => context;
/** The form of the open step; null while it has none. */
export const selectChecklistForm = ({ children }: Snapshot) => children.form ?? null;
export const selectTestOrder = ({ children }: Snapshot) => children.testOrder ?? null;
export const selectOpenStep = ({ context }: Snapshot): ChecklistStep | null => openStep(context);
export const selectDone = ({ context: { checklist } }: Snapshot): number => (checklist ? countDone(checklist) : 0);
export const selectIsLost = (snapshot: Snapshot): boolean => snapshot.hasTag('lost');
export const selectIsTesting = (snapshot: Snapshot): boolean => snapshot.hasTag('testing');
export const selectIsSimulating = (snapshot: Snapshot): boolean => snapshot.hasTag('simulating');
export const selectIsHiding = (snapshot: Snapshot): boolean => snapshot.hasTag('hiding');

/** Whether a step can be opened: its form needs a site, its robot a message. */
export const selectIsReachable =
  (step: ChecklistStep) =>
  ({ context: { checklist } }: Snapshot): boolean => {
    if (!checklist || checklist.steps[step] !== null) return false;
    const { site, robot, firstMessage } = checklist.steps;
    switch (step) {
      case 'floor':
      case 'robot':
        return site !== null;
      case 'firstMessage':
        return robot !== null;
      case 'drive':
        return firstMessage !== null;
      default:
        return true;
    }
  };
