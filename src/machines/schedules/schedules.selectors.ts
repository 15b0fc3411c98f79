/** Selectors of the timetable. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { BatteryHistory } from '../../../contract/entities/schedule.ts';
import { faultOfMove, type MoveFault, type RunMove } from './runMove.ts';
import type { schedulesMachine } from './schedules.machine.ts';
import { historyKey, type SchedulesContext } from './schedules.setup.ts';
import type { TaskCopyRef } from '../taskCopy/taskCopy.selectors.ts';
import { siteOf } from './timetableReading.ts';

export type SchedulesRef = ActorRefFrom<typeof schedulesMachine>;
type Snapshot = SnapshotFrom<typeof schedulesMachine>;

export const selectSchedules = ({ context }: Snapshot) => context;
/** The open copy of a task. */
export const selectCopy = ({ children }: Snapshot): TaskCopyRef | undefined => children.copy;
export const selectSite = ({ context }: Snapshot) => siteOf(context);
const NO_HISTORY: BatteryHistory = [];
/** The battery of the shown days; empty while it is not known. */
export const selectBatteryHistory = ({ context }: Snapshot): BatteryHistory =>
  context.history && context.history.of === historyKey(context) ? context.history.robots : NO_HISTORY;
export const selectIsReading = (snapshot: Snapshot): boolean => snapshot.hasTag('reading');
export const selectHasFailed = (snapshot: Snapshot): boolean => snapshot.hasTag('unread');
export const selectHasNoSite = (snapshot: Snapshot): boolean => snapshot.hasTag('noSite');
/** What can be undone; null for nothing. */
export const selectOffer = (snapshot: Snapshot) => (snapshot.hasTag('undoable') ? snapshot.context.offer : null);
/** The run that is being moved, or was and is not sent yet. */
export const selectMove = ({ context }: Snapshot): RunMove | null => context.move;
export const selectIsHolding = (snapshot: Snapshot): boolean => snapshot.hasTag('holding');
export const selectIsMovePending = (snapshot: Snapshot): boolean => snapshot.hasTag('moved');
export const selectMoveFault = ({ context: { move, data } }: Snapshot): MoveFault | null =>
  move && data ? faultOfMove(move, data) : null;
/** The key of the run whose details the pointer shows; '' for none. */
export const selectHovered = (snapshot: Snapshot): string =>
  snapshot.hasTag('hovering') ? snapshot.context.hovered : '';
const NO_MOVES: readonly RunMove[] = [];
/** All moves that the server's timetable does not have yet. */
export const movesOf = ({ move, sent }: Pick<SchedulesContext, 'move' | 'sent'>): readonly RunMove[] =>
  move ? [...sent, move] : sent.length > 0 ? sent : NO_MOVES;
