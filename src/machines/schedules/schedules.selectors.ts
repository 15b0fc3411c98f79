/** Selectors of the timetable. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { BatteryHistory } from '../../../contract/entities/schedule.ts';
import type { schedulesMachine } from './schedules.machine.ts';
import { historyKey, siteOf } from './schedules.setup.ts';

export type SchedulesRef = ActorRefFrom<typeof schedulesMachine>;
type Snapshot = SnapshotFrom<typeof schedulesMachine>;

export const selectSchedules = ({ context }: Snapshot) => context;
export const selectSite = ({ context }: Snapshot) => siteOf(context);
const NO_HISTORY: BatteryHistory = [];
/** The battery of the shown days; empty while it is not known. */
export const selectBatteryHistory = ({ context }: Snapshot): BatteryHistory =>
  context.history && context.history.of === historyKey(context) ? context.history.robots : NO_HISTORY;
export const selectIsReading = (snapshot: Snapshot): boolean => snapshot.hasTag('reading');
export const selectHasFailed = (snapshot: Snapshot): boolean => snapshot.matches({ list: 'failed' });
export const selectHasNoSite = (snapshot: Snapshot): boolean => snapshot.matches({ list: 'none' });
/** What can be undone; null for nothing. */
export const selectOffer = (snapshot: Snapshot) => (snapshot.hasTag('undoable') ? snapshot.context.offer : null);
