/** Selectors of pending Stops. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { STOP_SILENT_MS } from '../../../contract/rules/limits.ts';
import { remember } from '../fleet/remember.ts';
import type { pendingStopsMachine, StopEntry } from './pendingStops.machine.ts';

export type PendingStopsRef = ActorRefFrom<typeof pendingStopsMachine>;

type Snapshot = SnapshotFrom<typeof pendingStopsMachine>;

/** Why a Stop has not got through. browser: offline. robot: the server has it, and the robot does not respond. */
export type StopObstacle = 'browser' | 'server' | 'signedOut' | 'refused' | 'overdue' | 'robot';
export type StopTone = 'red' | 'amber' | 'green';

const byWait = remember((entries: Snapshot['context']['entries']): readonly StopEntry[] =>
  Object.values(entries).sort((one, other) => one.stop.askedAt - other.stop.askedAt),
);
/** Oldest first. Undefined: a recording from before this machine existed. */
export const selectStopEntries = (snapshot: Snapshot | undefined): readonly StopEntry[] =>
  snapshot ? byWait(snapshot.context.entries) : NONE;
const NONE: readonly StopEntry[] = [];
export const selectStopEntry =
  (serialNumber: string) =>
  (snapshot: Snapshot | undefined): StopEntry | undefined =>
    snapshot?.context.entries[serialNumber];
/** The number of Stops that the server neither has nor refused. */
export const selectUnsentCount = (snapshot: Snapshot | undefined): number =>
  selectStopEntries(snapshot).filter((entry) => isWaiting(entry) && entry.stage !== 'sent').length;
export const selectHasNetwork = (snapshot: Snapshot | undefined): boolean => snapshot?.context.hasNetwork ?? true;
/** Requested, and neither confirmed nor refused. */
export const isWaiting = (entry: StopEntry | undefined): boolean =>
  entry !== undefined && entry.stage !== 'delivered' && entry.stage !== 'refused';

/** null: no known obstacle. @param now server clock, ms */
export function obstacleOf(
  { stage, failure, online, stop }: StopEntry,
  hasNetwork: boolean,
  now: number,
): StopObstacle | null {
  if (stage === 'signedOut' || stage === 'refused' || stage === 'overdue') return stage;
  if (stage === 'sending' || stage === 'retrying') return !hasNetwork ? 'browser' : failure ? 'server' : null;
  if (stage === 'sent' && (online === false || now - stop.askedAt > STOP_SILENT_MS)) return 'robot';
  return null;
}
/** Red: on its way. Amber: obstacle. Green: delivered. */
export const toneOf = (entry: StopEntry, obstacle: StopObstacle | null): StopTone =>
  entry.stage === 'delivered' ? 'green' : obstacle ? 'amber' : 'red';
