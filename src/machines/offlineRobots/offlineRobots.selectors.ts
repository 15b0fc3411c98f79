/** Selectors of the wall display. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { offlineRobotsMachine } from './offlineRobots.machine.ts';

export type OfflineRobotsRef = ActorRefFrom<typeof offlineRobotsMachine>;

type Snapshot = SnapshotFrom<typeof offlineRobotsMachine>;

export const selectBoard = ({ context: { board } }: Snapshot) => board;
export const selectTrouble = ({ context: { failure } }: Snapshot) => failure;
export const selectIsRefused = (snapshot: Snapshot): boolean => snapshot.hasTag('refused');
