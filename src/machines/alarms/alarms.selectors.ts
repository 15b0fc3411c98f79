/** Selectors of the unresolved alarm cases; without the actor (nobody signed in, old recordings) there are none. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { AlarmCase } from '../../../contract/entities/alarmCase.ts';
import type { alarmsMachine } from './alarms.machine.ts';

export type AlarmsRef = ActorRefFrom<typeof alarmsMachine>;
type Snapshot = SnapshotFrom<typeof alarmsMachine> | undefined;

const NONE: readonly AlarmCase[] = [];

export const selectOpenCases = (snapshot: Snapshot): readonly AlarmCase[] => snapshot?.context.rows ?? NONE;
/** What waits for somebody: cases without an owner. */
export const selectWithoutOwner = (snapshot: Snapshot): number => snapshot?.context.withoutOwner ?? 0;
export const selectIsSoundOn = (snapshot: Snapshot): boolean => snapshot?.context.isSoundOn ?? true;
export const selectAct = (snapshot: Snapshot) => snapshot?.context.act ?? null;
export const selectActing = (snapshot: Snapshot): string => snapshot?.context.acting ?? '';

const byRobot = new WeakMap<readonly AlarmCase[], ReadonlyMap<string, AlarmCase>>();
/** The most urgent unresolved case of each robot: without an owner first, the soonest level two first. */
export function selectCasesByRobot(snapshot: Snapshot): ReadonlyMap<string, AlarmCase> {
  const rows = selectOpenCases(snapshot);
  const known = byRobot.get(rows);
  if (known) return known;
  const cases = new Map<string, AlarmCase>();
  for (const row of rows) if (!cases.has(row.serialNumber)) cases.set(row.serialNumber, row);
  byRobot.set(rows, cases);
  return cases;
}

/**
 * The case of the banner: one that its owner hands over to the user, else the one whose level two is told first.
 * @param shown id of the case that the page shows itself
 */
export function selectBannerCase(snapshot: Snapshot, shown = ''): AlarmCase | null {
  if (!snapshot) return null;
  const { userId } = snapshot.context;
  const rows = snapshot.context.rows.filter(({ id }) => id !== shown);
  return (
    rows.find(({ handOverTo }) => handOverTo?.id === userId) ??
    rows.find(({ state, isAskedAgain, owner }) => state === 'open' || (isAskedAgain && owner?.id === userId)) ??
    null
  );
}
export const selectUserId = (snapshot: Snapshot): string => snapshot?.context.userId ?? '';
