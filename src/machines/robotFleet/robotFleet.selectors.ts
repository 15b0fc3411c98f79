import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { FleetRobot } from '../../../contract/entities/fleetRobot.ts';
import type { robotFleetMachine } from './robotFleet.machine.ts';
import type { robotFormMachine } from './robotForm.machine.ts';

export type RobotFleetRef = ActorRefFrom<typeof robotFleetMachine>;
export type RobotFormRef = ActorRefFrom<typeof robotFormMachine>;

type Snapshot = SnapshotFrom<typeof robotFleetMachine>;

export const selectFleet = ({ context }: Snapshot) => context;
/** The editor; null when it is closed. */
export const selectRobotForm = ({ children }: Snapshot) => children.form ?? null;
/** The question before the page is left while credentials are shown. */
/** The robot with open details; null also if it is no longer in the list. */
export const selectOpened = ({ context: { rows, opened } }: Snapshot): FleetRobot | null =>
  rows.find(({ serialNumber }) => serialNumber === opened) ?? null;
/** The typed serial number is being checked. */
export const selectIsChecking = (snapshot: Snapshot): boolean => snapshot.hasTag('checking');
/** The robot whose new name can be undone; null for none. */
export const selectUndoable = (snapshot: Snapshot): FleetRobot | null =>
  snapshot.hasTag('undoable')
    ? (snapshot.context.rows.find(({ serialNumber }) => serialNumber === snapshot.context.renamed?.serialNumber) ??
      null)
    : null;
